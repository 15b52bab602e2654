extension CarriedText {
  /// ISO/IEC 18004, 7.4: segments of numbers, of letters and of bytes.
  static func qrCode(_ data: [Int], version: Int) -> [UInt8]? {
    let size = version < 10 ? 0 : version < 27 ? 1 : 2
    let lengths = [[10, 12, 14], [9, 11, 13], [8, 16, 16]].map { $0[size] }
    var bits = Bits(Bits.of(data, length: 8))
    var text: [UInt8] = []
    while let mode = bits.take(4), mode != 0 {
      guard let kind = [1: 0, 2: 1, 4: 2][mode],
        let part = segment(kind, length: lengths[kind], &bits)
      else { return nil }
      text += part
    }
    return text
  }

  /// The same in Micro QR Code, whose modes and lengths are shorter.
  static func microQRCode(_ data: [Int], version: Int) -> [UInt8]? {
    // In M1 and M3 the last codeword has four bits.
    let isHalf = version % 2 == 1
    var all = Bits.of(isHalf ? Array(data.dropLast()) : data, length: 8)
    // Encoders differ in whether error correction takes them for the upper or the lower half of eight.
    if isHalf, let last = data.last { all += Bits.of([last > 15 ? last >> 4 : last], length: 4) }
    var bits = Bits(all)
    let lengths = [version + 2, version + 1, version + 1]
    var text: [UInt8] = []
    while let kind = bits.take(version - 1) {
      guard kind < 3 else { return nil }
      guard let part = segment(kind, length: lengths[kind], &bits) else {
        // The terminator is a segment without a length, cut off at the end.
        return kind == 0 ? text : nil
      }
      if part.isEmpty { return text }
      text += part
    }
    return text
  }

  private static let alphanumerics = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  /// A segment: 0 for numbers, 1 for letters, 2 for bytes; `nil` if the bits end within it.
  private static func segment(_ kind: Int, length: Int, _ bits: inout Bits) -> [UInt8]? {
    guard var count = bits.take(length) else { return nil }
    var text: [UInt8] = []
    // Three digits in 10 bits, two letters in 11, a byte in 8; what is left over in fewer.
    let (group, base) = [(3, 10), (2, 45), (1, 256)][kind]
    let lengths = [[0, 4, 7, 10], [0, 6, 11], [0, 8]][kind]
    while count > 0 {
      let size = min(group, count)
      guard var value = bits.take(lengths[size]) else { return nil }
      var part: [UInt8] = []
      for _ in 0..<size {
        let digit = value % base
        part.append(kind == 0 ? UInt8(48 + digit) : kind == 1 ? alphanumerics[digit] : UInt8(digit))
        value /= base
      }
      guard value == 0 else { return nil }
      text += part.reversed()
      count -= size
    }
    return text
  }
}
