import DecoderKit

/// Images of a camera's size with a symbol somewhere in them.
enum Photograph {
  /// Puts a symbol on a grey ground with noise, as a camera of this size sees it.
  ///
  /// - Parameter number: The number of the image, which decides where the symbol lies.
  static func of(_ symbol: GrayImage, width: Int, height: Int, number: Int) -> GrayImage {
    var image = GrayImage(width: width, height: height, filledWith: 0)
    var state = UInt64(number) &* 2 &+ 1
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        image[x, y] = UInt8(130 + x * 40 / width + Int(state >> 61))
      }
    }
    let left = (number * 97) % max(width - symbol.width, 1)
    let top = (number * 61) % max(height - symbol.height, 1)
    for y in 0..<min(symbol.height, height) {
      for x in 0..<min(symbol.width, width) { image[left + x, top + y] = symbol[x, y] }
    }
    return image
  }
}
