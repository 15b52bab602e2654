import DecoderKit

/// Slow, obvious forms of what the library does quickly.
enum Naive {
  /// An image from a formula.
  static func image(
    width: Int, height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8
  ) throws -> GrayImage {
    try GrayImage(
      width: width, height: height,
      pixels: (0..<width * height).map { value($0 % width, $0 / width) })
  }

  /// A picture with edges, ramps and noise.
  static func picture(width: Int, height: Int, rowStride: Int? = nil) throws -> GrayImage {
    let stride = rowStride ?? width
    var state: UInt32 = 7
    let pixels = (0..<stride * height).map { index -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      let x = index % stride
      let y = index / stride
      let module = (x / 5 &* 7919 ^ y / 5 &* 104_729) % 7 < 3 ? 40 : 180
      return UInt8(module + (x + y) % 60 + Int(state >> 28))
    }
    return try GrayImage(width: width, height: height, rowStride: stride, pixels: pixels)
  }

  /// The image turned clockwise, by the formula of each pixel's new place.
  static func turned(_ image: GrayImage, degrees: Int) throws -> GrayImage {
    let width = image.width
    let height = image.height
    switch degrees {
    case 90: return try self.image(width: height, height: width) { image[$1, height - 1 - $0] }
    case 180:
      return try self.image(width: width, height: height) {
        image[width - 1 - $0, height - 1 - $1]
      }
    case 270: return try self.image(width: height, height: width) { image[width - 1 - $1, $0] }
    default: return image.packed()
    }
  }
}
