import Base

/// Payloads of one-byte characters, each character of an alphabet equally likely.
struct CharacterForm: PayloadForm {
  /// The bytes, hardest to encode last; at least one.
  let alphabet: [UInt8]
  let rule: PayloadLengthRule

  /// - Parameter only: The only length that exists; `nil` if all lengths exist.
  init(_ alphabet: Alphabet, only count: Int? = nil) {
    self.alphabet = alphabet.bytes
    rule = count.map(PayloadLengthRule.init(only:)) ?? PayloadLengthRule()
  }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    (0..<count).map { _ in alphabet[generator.below(alphabet.count)] }
  }

  func hardest(count: Int) -> [[UInt8]] {
    // Encoders with modes often need the most room for characters of ever different modes.
    let mixed = Array("a1A".utf8).filter(alphabet.contains) + alphabet.suffix(1)
    return [[UInt8](repeating: mixed[mixed.count - 1], count: count)]
      + [(0..<count).map { mixed[$0 % mixed.count] }]
  }
}

/// A set of bytes to draw from.
struct Alphabet {
  /// The bytes, hardest to encode last.
  let bytes: [UInt8]

  private init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The characters of a text in ASCII.
  init(of characters: String) {
    bytes = Array(characters.utf8)
  }

  /// The bytes of both.
  func joined(with other: Alphabet) -> Alphabet { Alphabet(bytes + other.bytes) }

  static let digits = Alphabet(UInt8(ascii: "0")...UInt8(ascii: "9"))
  static let capitals = Alphabet(UInt8(ascii: "A")...UInt8(ascii: "Z"))
  static let smallLetters = Alphabet(UInt8(ascii: "a")...UInt8(ascii: "z"))
  static let alphanumeric = Alphabet(digits.bytes + capitals.bytes)
  /// ISO/IEC 18004, table 5.
  static let qrAlphanumeric = Alphabet(alphanumeric.bytes + " $%*+-./:".utf8)
  /// ISO/IEC 16388, table 1, without the start and stop character.
  static let code39 = Alphabet(alphanumeric.bytes + "-. $/+%".utf8)
  /// ISO/IEC 16023, annex A: code set A without its control characters.
  static let maxicode = Alphabet(alphanumeric.bytes + " \"#$%&'()*+,-./:".utf8)
  static let printable = Alphabet(UInt8(ascii: "!")...UInt8(ascii: "~"))
  static let ascii = Alphabet(0...127)
  static let bytes = Alphabet(0...255)
  static let latin1 = Alphabet(Array(0x20...0x7e) + Array(0xa0...0xff))
  /// The digits, letters and signs that GS1 calls encodable character set 82 (GS1 General
  /// Specifications, figure 7.11-1).
  static let gs1 = Alphabet(
    alphanumeric.bytes + smallLetters.bytes + "!\"%&'()*+,-./:;<=>?_".utf8)
}

/// Codabar's contents, start and stop characters included.
struct CodabarForm: PayloadForm {
  let rule = PayloadLengthRule(shortest: 3)

  /// EN 798, table 1; the last four take more room than the others.
  private static let data = Array("0123456789-$:/.+".utf8)
  private static let ends = Array("ABCD".utf8)

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    (0..<count).map { position in
      let isEnd = position == 0 || position == count - 1
      let alphabet = isEnd ? Self.ends : Self.data
      return alphabet[generator.below(alphabet.count)]
    }
  }

  func hardest(count: Int) -> [[UInt8]] {
    [[Self.ends[0]] + [UInt8](repeating: UInt8(ascii: "+"), count: count - 2) + [Self.ends[0]]]
  }
}

/// Kanji and kana of JIS X 0208, in Shift JIS: two bytes each.
///
/// All of them lie in 8140–9FFC and E040–EBBF, the ranges of QR Code's Kanji mode (ISO/IEC 18004,
/// 7.4.6).
struct KanjiForm: PayloadForm {
  let rule = PayloadLengthRule(shortest: 2, step: 2)

  /// Rows of JIS X 0208 with the number of cells in use, counted from 1.
  private static let rows: [(rows: ClosedRange<Int>, cells: Int)] = [
    (4...4, 83),  // Hiragana
    (5...5, 86),  // Katakana
    (16...46, 94), (47...47, 51),  // Kanji, level 1
    (48...83, 94), (84...84, 6),  // Kanji, level 2
  ]

  private static let total = rows.reduce(0) { $0 + $1.rows.count * $1.cells }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    (0..<count / 2).flatMap { _ in Self.character(generator.below(Self.total)) }
  }

  func hardest(count: Int) -> [[UInt8]] {
    // The last character of all; its bytes are neither letters nor digits.
    [(0..<count / 2).flatMap { _ in Self.character(Self.total - 1) }]
  }

  private static func character(_ index: Int) -> [UInt8] {
    var index = index
    for part in rows {
      let count = part.rows.count * part.cells
      if index < count {
        return shiftJIS(
          row: part.rows.lowerBound + index / part.cells, cell: index % part.cells + 1)
      }
      index -= count
    }
    preconditionFailure("there are \(total) characters")
  }

  /// Converts row and cell of JIS X 0208 to Shift JIS (JIS X 0208:1997, appendix 1).
  private static func shiftJIS(row: Int, cell: Int) -> [UInt8] {
    // Two rows share a lead byte. The trail bytes leave out 7F, and the lead bytes A0 to DF.
    let lead = (row - 1) / 2 + (row <= 62 ? 0x81 : 0xc1)
    let trail = row % 2 == 0 ? cell + 0x9e : cell + (cell <= 63 ? 0x3f : 0x40)
    return [UInt8(lead), UInt8(trail)]
  }
}

/// Digits of which one has a range of its own.
struct LimitedDigits: PayloadForm {
  let rule: PayloadLengthRule
  private let place: Int
  private let range: ClosedRange<Int>

  /// Makes a form of so many digits.
  init(count: Int, place: Int, in range: ClosedRange<Int>) {
    rule = PayloadLengthRule(only: count)
    (self.place, self.range) = (place, range)
  }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    (0..<count).map { index in
      let digit =
        index == place
        ? range.lowerBound + generator.below(range.count) : generator.below(10)
      return UInt8(ascii: "0") + UInt8(digit)
    }
  }
}

/// A number from 0 to 255 in three digits.
struct RuneForm: PayloadForm {
  let rule = PayloadLengthRule(only: 3)

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    let digits = String(generator.below(256))
    return Array((String(repeating: "0", count: count - digits.utf8.count) + digits).utf8)
  }
}

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
