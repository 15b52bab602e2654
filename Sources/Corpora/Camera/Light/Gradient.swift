/// Light that falls off evenly from one corner, or edge, of the image to the opposite one.
///
/// It is a factor of 1 at the lightest corner and of 1 − gradient at the darkest. As the factor is
/// linear, its value at a pixel's centre is its mean over the pixel.
struct Gradient: Hashable, Sendable {
  /// The factor at the image's upper left corner.
  private let start: Double
  private let perColumn: Double
  private let perRow: Double

  /// Makes the light of an image; `nil` where it is even.
  init?(_ settings: CameraSettings, width: Int, height: Int) {
    guard !settings.isNeutral(.gradient) else { return nil }
    let (sine, cosine) = sineAndCosine(degrees: settings[.gradientDirection])
    let across = Double(width) * cosine
    let down = Double(height) * sine
    let span = abs(across) + abs(down)
    let fall = settings[.gradient] / 100
    start = 1 + fall * (min(across, 0) + min(down, 0)) / span
    perColumn = -fall * cosine / span
    perRow = -fall * sine / span
  }

  /// Lights a row.
  func apply(to row: inout MutableSpan<Float>, y: Int) {
    let first = Float(start + 0.5 * perColumn + (Double(y) + 0.5) * perRow)
    let step = Float(perColumn)
    for x in 0..<row.count { row[x] *= max(0, first + step * Float(x)) }
  }
}
