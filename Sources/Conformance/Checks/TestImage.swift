import DecoderKit

/// Images without a symbol.
enum TestImage {
  static let white = GrayImage(width: 64, height: 48, filledWith: 255)

  /// Random pixels: the hardest search there is, and never a symbol.
  static let noise: GrayImage = {
    let (width, height) = (640, 480)
    // A linear congruential generator's upper bits (Numerical Recipes' constants).
    var state: UInt32 = 2_463_534_242
    let pixels = (0..<width * height).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return GrayImage(width, height, pixels)
  }()

  /// Stripes two pixels wide, along the longer side.
  static func stripes(_ width: Int, _ height: Int) -> GrayImage {
    let pixels = (0..<height).flatMap { y in
      (0..<width).map { x in UInt8((x + y) / 2 % 2 == 0 ? 255 : 0) }
    }
    return GrayImage(width, height, pixels)
  }
}
