import CPng

/// The order of 8-bit samples in memory, and how they become luminance.
enum PixelLayout {
  case gray
  case grayAlpha
  case rgb
  case rgba

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
    case .rgba: 4
    }
  }

  /// libpng's name for the layout.
  var format: UInt32 {
    switch self {
    case .gray: UInt32(PNG_FORMAT_GRAY)
    case .grayAlpha: PNG_FORMAT_FLAG_ALPHA
    case .rgb: PNG_FORMAT_FLAG_COLOR
    case .rgba: PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA
    }
  }

  /// One luminance per pixel, with white behind what is transparent.
  func luminance(_ samples: [UInt8]) -> [UInt8] {
    if case .gray = self { return samples }
    let channels = self.channels
    let count = samples.count / channels
    return [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      for pixel in 0..<count {
        let first = pixel * channels
        let gray: UInt32
        switch self {
        case .gray, .grayAlpha: gray = UInt32(samples[first])
        case .rgb, .rgba:
          gray = Self.weighted(
            red: samples[first], green: samples[first + 1], blue: samples[first + 2])
        }
        switch self {
        case .gray, .rgb: output[pixel] = UInt8(gray)
        case .grayAlpha, .rgba:
          let alpha = UInt32(samples[first + channels - 1])
          output[pixel] = UInt8((gray * alpha + 255 * (255 - alpha) + 127) / 255)
        }
      }
      filled = count
    }
  }

  /// ITU-R BT.601 luma in 16-bit fixed point; the weights sum to 65536, so that grey stays grey.
  private static func weighted(red: UInt8, green: UInt8, blue: UInt8) -> UInt32 {
    (19_595 * UInt32(red) + 38_470 * UInt32(green) + 7_471 * UInt32(blue) + 32_768) >> 16
  }
}
