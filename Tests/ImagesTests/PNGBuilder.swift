/// PNG files made by hand, without compression and without libpng.
enum PNGBuilder {
  /// A PNG file.
  ///
  /// - Parameters:
  ///   - colourType: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
  ///   - rows: The bytes of each row, without filter byte.
  ///   - extra: Chunks between header and data.
  static func file(
    width: Int, bitDepth: UInt8, colourType: UInt8, rows: [[UInt8]],
    extra: [(String, [UInt8])] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    bytes += chunk(
      "IHDR", big(width) + big(rows.count) + [bitDepth, colourType, 0, 0, 0])
    for (name, data) in extra { bytes += chunk(name, data) }
    bytes += chunk("IDAT", zlib(rows.flatMap { [0] + $0 }))
    return bytes + chunk("IEND", [])
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count) + body + big(Int(crc(body)))
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A zlib stream of one stored (uncompressed) block.
  private static func zlib(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    let low = UInt8(count & 255)
    let high = UInt8(count >> 8)
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01, 0x01, low, high, ~low, ~high] + data + big(Int(b << 16 | a))
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xffff_ffff
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
