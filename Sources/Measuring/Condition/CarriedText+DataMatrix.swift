extension CarriedText {
  /// ISO/IEC 16022, 5.2: ASCII, and C40, Text and X12, which hold three characters in two codewords.
  static func dataMatrix(_ data: [Int]) -> [UInt8]? {
    var text: [UInt8] = []
    var rest = data[...]
    while let codeword = rest.popFirst() {
      switch codeword {
      case 1...128: text.append(UInt8(codeword - 1))
      case 129: return text
      case 130...229:
        text += [UInt8(48 + (codeword - 130) / 10), UInt8(48 + (codeword - 130) % 10)]
      case 230, 238, 239:
        let values = triplets(&rest)
        guard let part = codeword == 238 ? x12(values) : c40(values, isText: codeword == 239) else {
          return nil
        }
        text += part
      // Bytes, EDIFACT, function characters, macros and other character sets.
      default: return nil
      }
    }
    return text
  }

  /// The values up to the codeword that ends the mode, or up to a last single codeword.
  private static func triplets(_ rest: inout ArraySlice<Int>) -> [Int] {
    var values: [Int] = []
    while let first = rest.first {
      if first == 254 {
        rest.removeFirst()
        break
      }
      guard rest.count >= 2 else { break }
      let value = first * 256 + rest[rest.startIndex + 1] - 1
      rest = rest.dropFirst(2)
      values += [value / 1600, value / 40 % 40, value % 40]
    }
    return values
  }

  private static func c40(_ values: [Int], isText: Bool) -> [UInt8]? {
    var text: [UInt8] = []
    // 1 to 3 after a shift.
    var set = 0
    for value in values {
      if set == 0, value < 3 {
        set = value + 1
        continue
      }
      switch (set, value) {
      case (0, 3): text.append(32)
      case (0, 4...13): text.append(UInt8(44 + value))
      case (0, 14...39): text.append(UInt8((isText ? 83 : 51) + value))
      case (1, 0...31): text.append(UInt8(value))
      case (2, 0...14): text.append(UInt8(33 + value))
      case (2, 15...21): text.append(UInt8(43 + value))
      case (2, 22...26): text.append(UInt8(69 + value))
      case (3, 0...31):
        text.append(UInt8((isText && 1...26 ~= value ? 64 : 96) + value))
      default: return nil
      }
      set = 0
    }
    // A shift at the end fills up.
    return text
  }

  private static func x12(_ values: [Int]) -> [UInt8]? {
    values.reduce(into: Optional([UInt8]())) { text, value in
      switch value {
      case 0...3: text?.append([13, 42, 62, 32][value])
      case 4...13: text?.append(UInt8(44 + value))
      case 14...39: text?.append(UInt8(51 + value))
      default: text = nil
      }
    }
  }
}
