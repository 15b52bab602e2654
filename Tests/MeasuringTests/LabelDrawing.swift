import DecoderKit

/// An image of bars, drawn with 8 × 8 points a pixel.
struct LabelDrawing {
  var width = 460
  var height = 260
  /// The places along the bars at which they begin and end, in pixels.
  var rows = 60.0..<200.0
  /// The place along the bars that a point shows, in pixels.
  var along: (Double, Double) -> Double = { _, y in y }
  /// The place in the symbol that a point shows, in modules.
  var place: (Double, Double) -> Double = { x, _ in (x - 60) / 3.5 }
  /// The share of the light at a point.
  var shade: (Double, Double) -> Double = { _, _ in 1 }

  /// The light that glare adds at a point, in grey levels.
  var haze: (Double, Double) -> Double = { _, _ in 0 }

  func image(_ bars: [UInt8]) -> GrayImage {
    var image = GrayImage(width: width, height: height, filledWith: 0)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for part in 0..<64 {
          let at = (
            Double(x) + (Double(part % 8) + 0.5) / 8, Double(y) + (Double(part / 8) + 0.5) / 8
          )
          var isBar = false
          if rows.contains(along(at.0, at.1)) {
            let column = place(at.0, at.1)
            isBar = column >= 0 && column < Double(bars.count) && bars[Int(column)] != 0
          }
          sum += (isBar ? 40 : 210) * shade(at.0, at.1) + haze(at.0, at.1)
        }
        image[x, y] = UInt8((sum / 64).rounded())
      }
    }
    return image
  }
}
