/// The order of 8-bit samples in memory, and their conversion to luminance.
///
/// Every format that is read is converted here, so that the same picture has the same luminance in
/// all.
enum PixelLayout {
  case gray
  case grayAlpha
  case rgb
  case rgba
  /// Cyan, magenta, yellow and black, with 255 where there is no ink.
  case invertedCMYK
  /// Cyan, magenta, yellow and black, with 255 for full ink.
  case cmyk

  init(hasColour: Bool, hasAlpha: Bool) {
    switch (hasColour, hasAlpha) {
    case (false, false): self = .gray
    case (false, true): self = .grayAlpha
    case (true, false): self = .rgb
    case (true, true): self = .rgba
    }
  }

  /// Samples per pixel.
  var channels: Int {
    switch self {
    case .gray: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba, .invertedCMYK, .cmyk: 4
    }
  }

  /// One value per pixel: a colour's, or the luminance, which is all that grey and printed images have.
  func values(_ samples: [UInt8], of channel: ColourChannel?) -> [UInt8] {
    guard let channel else { return luminance(samples) }
    let index = channel.rawValue
    return switch self {
    case .rgb: Self.map(samples, channels) { $0[index] }
    case .rgba: Self.map(samples, channels) { Self.onWhite(UInt32($0[index]), alpha: $0[3]) }
    case .gray, .grayAlpha, .invertedCMYK, .cmyk: luminance(samples)
    }
  }

  /// One luminance per pixel, with white behind transparent pixels.
  private func luminance(_ samples: [UInt8]) -> [UInt8] {
    switch self {
    case .gray: samples
    case .grayAlpha: Self.map(samples, channels) { Self.onWhite(UInt32($0[0]), alpha: $0[1]) }
    case .rgb: Self.map(samples, channels) { UInt8(Self.luma($0[0], $0[1], $0[2])) }
    case .rgba:
      Self.map(samples, channels) {
        Self.onWhite(Self.luma($0[0], $0[1], $0[2]), alpha: $0[3])
      }
    case .invertedCMYK: Self.map(samples, channels) { Self.printed($0, flip: 0) }
    case .cmyk: Self.map(samples, channels) { Self.printed($0, flip: 255) }
    }
  }

  /// ITU-R BT.601 luma in 16-bit fixed point; the weights sum to 65536, so that grey stays grey.
  @inline(__always)
  static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    (19_595 &* UInt32(red) &+ 38_470 &* UInt32(green) &+ 7_471 &* UInt32(blue) &+ 32_768) >> 16
  }

  @inline(__always)
  private static func onWhite(_ gray: UInt32, alpha: UInt8) -> UInt8 {
    let alpha = UInt32(alpha)
    return UInt8((gray &* alpha &+ 255 &* (255 &- alpha) &+ 127) / 255)
  }

  /// Ink on white paper, by the simple model: each ink takes its colour away.
  @inline(__always)
  private static func printed(_ inks: UnsafePointer<UInt8>, flip: UInt8) -> UInt8 {
    let black = UInt32(inks[3] ^ flip)
    func light(_ ink: UInt8) -> UInt8 { UInt8((UInt32(ink ^ flip) &* black &+ 127) / 255) }
    return UInt8(luma(light(inks[0]), light(inks[1]), light(inks[2])))
  }

  @inline(__always)
  private static func map(
    _ samples: [UInt8], _ channels: Int, _ gray: (UnsafePointer<UInt8>) -> UInt8
  ) -> [UInt8] {
    let count = samples.count / channels
    return [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      samples.withUnsafeBufferPointer { samples in
        guard var pixel = samples.baseAddress else { return }
        for index in 0..<count {
          output[index] = gray(pixel)
          pixel += channels
        }
      }
      filled = count
    }
  }
}
