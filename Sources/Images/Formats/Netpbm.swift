import DecoderKit

/// Netpbm's bitmaps, graymaps and pixmaps (PBM, PGM, PPM: P1 to P6) as 8-bit luminance.
public enum Netpbm {
  /// Turns the bytes of a file into luminance; of several images in one file, the first.
  ///
  /// Samples are scaled from the file's largest value, 1 to 65535, to 8 bits, rounding to nearest;
  /// colours are then weighted as by ITU-R BT.601. The format is that of Netpbm's pages pbm(5),
  /// pgm(5) and ppm(5); comments may stand wherever white space may in the header, and in text
  /// files among the samples too.
  ///
  /// - Throws: ``ImageError`` when the bytes are not a whole image, or it is too large.
  public static func decode(
    _ bytes: [UInt8], channel: ColourChannel? = nil
  ) throws(ImageError) -> GrayImage {
    var scanner = NetpbmScanner(bytes)
    let kind = try scanner.kind()
    let width = try scanner.number("width")
    let height = try scanner.number("height")
    let largest = kind.isBitmap ? 1 : try scanner.number("largest value")
    guard width > 0, height > 0 else {
      throw scanner.invalid("it claims \(width) × \(height) pixels: sides are 1 or more")
    }
    guard (1...65_535).contains(largest) else {
      throw scanner.invalid("its largest value is \(largest), which is 1 to 65535")
    }
    let count = try ImageLimits.pixelCount(width: width, height: height)
    if !kind.isText { try scanner.endHeader() }
    try scanner.expect(
      kind.fewestBytes(width: width, height: height, isWide: largest > 255),
      of: "\(width) × \(height) pixels", isText: kind.isText)

    let layout: PixelLayout = kind.isColour ? .rgb : .gray
    let samples = try scanner.samples(
      kind, width: width, count: count * layout.channels, largest: largest)
    return try GrayImage(
      decodedWidth: width, height: height, pixels: layout.values(samples, of: channel))
  }

  /// True for a byte that can follow a number or a kind's name.
  static func endsToken(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || isSpace(byte)
  }

  /// True for blank, tab, line feed, vertical tab, form feed and carriage return.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

/// The kind of a Netpbm file, one of six.
struct NetpbmKind {
  let isText: Bool
  let isBitmap: Bool
  let isColour: Bool

  /// - Parameter digit: 1 to 6, the number after the P.
  init(digit: UInt8) {
    isText = digit <= 3
    isBitmap = digit % 3 == 1
    isColour = digit % 3 == 0
  }

  /// The fewest bytes that an image can have after its header; no more than 2³² for a legal one.
  func fewestBytes(width: Int, height: Int, isWide: Bool) -> Int {
    let samples = width * height * (isColour ? 3 : 1)
    // Digits of a bitmap may touch; numbers have a blank between them.
    if isText { return isBitmap ? samples : 2 * samples - 1 }
    return isBitmap ? (width + 7) / 8 * height : samples * (isWide ? 2 : 1)
  }
}

/// Reads a Netpbm file from its first byte to its last sample.
struct NetpbmScanner {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func invalid(_ reason: String) -> ImageError { .invalid("PBM, PGM or PPM", reason) }

  mutating func kind() throws(ImageError) -> NetpbmKind {
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "P"), Netpbm.endsToken(bytes[2]),
      (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1])
    else { throw invalid("it does not begin with P1 to P6") }
    next = 2
    return NetpbmKind(digit: bytes[1] - UInt8(ascii: "0"))
  }

  /// Reads the next number; white space and comments before it are skipped.
  mutating func number(_ what: String) throws(ImageError) -> Int {
    skipSpaceAndComments()
    let start = next
    var value = 0
    while next < bytes.count, let digit = Self.digit(bytes[next]) {
      value = 10 * value + digit
      guard value <= Int(Int32.max) else { throw invalid("its \(what) is far too large") }
      next += 1
    }
    guard next > start else {
      throw invalid(next < bytes.count ? "its \(what) is not a number" : "it is cut short")
    }
    return value
  }

  /// Checks, before anything is allocated, that the file can hold the samples.
  func expect(_ count: Int, of what: String, isText: Bool) throws(ImageError) {
    let rest = max(bytes.count - next, 0)
    guard rest >= count else {
      let least = isText ? "at least " : ""
      throw invalid("\(what) take \(least)\(count) bytes, and it has \(rest) left")
    }
  }

  /// Ends a binary file's header: one byte of white space, or a comment with its end of line.
  mutating func endHeader() throws(ImageError) {
    guard next < bytes.count, Netpbm.endsToken(bytes[next]) else {
      throw invalid("no white space ends its header")
    }
    if bytes[next] == UInt8(ascii: "#") { skipComment() } else { next += 1 }
  }

  /// All samples as 8-bit values, once there are known to be enough bytes for them.
  mutating func samples(
    _ kind: NetpbmKind, width: Int, count: Int, largest: Int
  ) throws(ImageError) -> [UInt8] {
    switch (kind.isText, kind.isBitmap) {
    case (true, true): return try digits(count)
    case (true, false): return try numbers(count, largest: largest)
    case (false, true): return bits(count, width: width)
    case (false, false): return try binary(count, largest: largest)
    }
  }

  /// P1: one digit a pixel, 1 is black.
  private mutating func digits(_ count: Int) throws(ImageError) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(count)
    while samples.count < count {
      skipSpaceAndComments()
      guard next < bytes.count else { throw invalid("it is cut short") }
      switch bytes[next] {
      case UInt8(ascii: "0"): samples.append(255)
      case UInt8(ascii: "1"): samples.append(0)
      default: throw invalid("a pixel of a bitmap is neither 0 nor 1")
      }
      next += 1
    }
    return samples
  }

  /// P2 and P3.
  private mutating func numbers(_ count: Int, largest: Int) throws(ImageError) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(count)
    for _ in 0..<count {
      let value = try number("next sample")
      guard value <= largest else { throw tooLarge(value, largest) }
      samples.append(Self.scaled(value, largest: largest))
    }
    return samples
  }

  /// P4: rows of whole bytes, the first pixel in the highest bit, 1 is black.
  private func bits(_ count: Int, width: Int) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(count)
    let rowBytes = (width + 7) / 8
    for row in 0..<count / width {
      let start = next + row * rowBytes
      for x in 0..<width {
        let isBlack = bytes[start + x >> 3] >> UInt8(7 - x & 7) & 1 == 1
        samples.append(isBlack ? 0 : 255)
      }
    }
    return samples
  }

  /// P5 and P6: one byte a sample, or two with the higher one first.
  private func binary(_ count: Int, largest: Int) throws(ImageError) -> [UInt8] {
    if largest == 255 { return Array(bytes[next..<next + count]) }
    let isWide = largest > 255
    let table = (0...largest).map { Self.scaled($0, largest: largest) }
    var samples: [UInt8] = []
    samples.reserveCapacity(count)
    for index in 0..<count {
      let value =
        isWide
        ? Int(bytes[next + 2 * index]) << 8 | Int(bytes[next + 2 * index + 1])
        : Int(bytes[next + index])
      guard value <= largest else { throw tooLarge(value, largest) }
      samples.append(table[value])
    }
    return samples
  }

  private func tooLarge(_ value: Int, _ largest: Int) -> ImageError {
    invalid("a sample is \(value), more than the largest value \(largest)")
  }

  private static func scaled(_ value: Int, largest: Int) -> UInt8 {
    UInt8((value * 255 + largest / 2) / largest)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte) - 48 : nil
  }

  private mutating func skipSpaceAndComments() {
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "#") {
        skipComment()
      } else if Netpbm.isSpace(bytes[next]) {
        next += 1
      } else {
        return
      }
    }
  }

  /// Skips a comment, up to and including the end of its line.
  private mutating func skipComment() {
    while next < bytes.count, bytes[next] != 0x0a, bytes[next] != 0x0d { next += 1 }
    next += 1
  }
}
