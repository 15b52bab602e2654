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
  public static func decode(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
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
    return try GrayImage(decodedWidth: width, height: height, pixels: layout.luminance(samples))
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
