/// Payloads of one-byte characters, each character of an alphabet equally likely.
struct CharacterForm: PayloadForm {
  /// The bytes, hardest to encode last: encoders seldom need more room than for a run of the last
  /// one.
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
    alphabet.last.map { [[UInt8](repeating: $0, count: count)] } ?? []
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
