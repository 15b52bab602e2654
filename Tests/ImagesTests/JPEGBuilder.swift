/// JPEG files made by hand, without libjpeg: flat images of 8 × 8 pixels.
enum JPEGBuilder {
  /// A baseline file with one block per component, each with a DC coefficient only.
  ///
  /// - Parameters:
  ///   - components: The value of every sample of each component.
  ///   - adobeTransform: The transform of an Adobe marker; `nil` leaves the marker out.
  static func flat(_ components: [UInt8], adobeTransform: UInt8? = nil) -> [UInt8] {
    var file: [UInt8] = [0xff, 0xd8]
    if let adobeTransform {
      file += segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform])
    }
    let count = UInt8(components.count)
    // Quantisers of 1: a coefficient is stored as it is.
    file += segment(0xdb, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(
      0xc0, [8, 0, 8, 0, 8, count] + (1...count).flatMap { [$0, 0x11, 0] })
    // DC: the twelve categories as codes of four bits. AC: the end of block as code 0.
    file += segment(0xc4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0...11))
    file += segment(0xc4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    file += segment(0xda, [count] + (1...count).flatMap { [$0, 0x00] } + [0, 63, 0])
    return file + stuffed(bits(components)) + [0xff, 0xd9]
  }

  /// A file with an Exif block right after its first marker.
  static func withExif(_ tiff: [UInt8], in file: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + segment(0xe1, Array("Exif\0\0".utf8) + tiff) + file[2...]
  }

  /// A TIFF structure with an orientation tag after another tag.
  static func tiff(orientation: UInt8, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let big = (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? big.reversed() : big
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + entry(0x0106, 2) + entry(0x0112, Int(orientation)) + number(0, 4)
  }

  private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return [0xff, marker, UInt8(length >> 8), UInt8(length & 255)] + body
  }

  private static func bits(_ components: [UInt8]) -> [Bool] {
    components.flatMap { value -> [Bool] in
      // The DC coefficient of a flat block is 8 times its value, from the middle grey.
      let coefficient = 8 * (Int(value) - 128)
      let size = Int.bitWidth - abs(coefficient).leadingZeroBitCount
      let stored = coefficient < 0 ? coefficient + (1 << size) - 1 : coefficient
      return number(size, bits: 4) + number(stored, bits: size) + [false]
    }
  }

  private static func number(_ value: Int, bits: Int) -> [Bool] {
    (0..<bits).reversed().map { value >> $0 & 1 == 1 }
  }

  /// The bits as bytes, padded with ones, with a 0 after each 0xff.
  private static func stuffed(_ bits: [Bool]) -> [UInt8] {
    let padded = bits + [Bool](repeating: true, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
      let byte = padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xff ? [0xff, 0] : [byte]
    }
  }
}
