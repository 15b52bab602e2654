/// Text in several scripts, in UTF-8.
struct UTF8Form: PayloadForm {
  let rule = PayloadLengthRule()

  /// Runs of assigned characters (Unicode 6.0 and later), grouped by the bytes that each takes.
  private static let scripts: [[ClosedRange<UInt32>]] = [
    // ASCII.
    [0x20...0x7e],
    // Latin-1, Greek, Cyrillic, Hebrew, Arabic.
    [0xc0...0xff, 0x391...0x3a1, 0x3b1...0x3c9, 0x410...0x44f, 0x5d0...0x5ea, 0x627...0x63a],
    // Devanagari, Thai, Hiragana, Katakana, Chinese characters, Hangul, signs of currency.
    [
      0x905...0x939, 0xe01...0xe30, 0x3041...0x3096, 0x30a1...0x30fa, 0x4e00...0x9fa5,
      0xac00...0xd7a3, 0x20a0...0x20b5,
    ],
    // Emoji, and Chinese characters beyond the Basic Multilingual Plane.
    [0x1f300...0x1f320, 0x1f600...0x1f640, 0x20000...0x2a6d6],
  ]

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      // The first character takes at least two bytes, if there is room for them.
      let fewest = bytes.isEmpty && count > 1 ? 1 : 0
      let most = min(Self.scripts.count, count - bytes.count)
      let scripts = Self.scripts[fewest + generator.below(most - fewest)]
      let script = scripts[generator.below(scripts.count)]
      let value = script.lowerBound + UInt32(generator.below(script.count))
      // None of the runs contains surrogates, which are not scalars on their own.
      if let scalar = Unicode.Scalar(value) { bytes += UTF8.encode(scalar) ?? .init() }
    }
    return bytes
  }

  func hardest(count: Int) -> [[UInt8]] {
    [[UInt8](repeating: 0xff, count: count)]
  }
}
