/// The symbology identifier that readers can put before data: `]`, a letter for the symbology, and a
/// modifier for the options of the symbol (ISO/IEC 15424).
public struct SymbologyIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The letter of the symbology.
  public let letter: Character
  /// The modifier, a digit or a letter.
  public let modifier: Character

  /// Reads an identifier such as `]Q3`; `nil` for anything else.
  public init?(_ text: String) {
    let characters = Array(text)
    guard characters.count == 3, characters[0] == "]",
      characters[1].isASCII, characters[1].isLetter,
      characters[2].isASCII, characters[2].isLetter || characters[2].isNumber
    else { return nil }
    (letter, modifier) = (characters[1], characters[2])
  }

  public var description: String { "]\(letter)\(modifier)" }

  /// True if FNC1 in the first position, or the symbology itself, says that the data are GS1 element
  /// strings.
  public var isGS1: Bool { Self.gs1Modifiers[letter]?.contains(modifier) ?? false }

  /// The modifiers of GS1 data, by letter: Code 128, DataBar, Data Matrix, DotCode, Code 16K, MicroPDF417
  /// (as Code 128 has it), Codablock F, QR Code with rMQR Code, and Aztec, each with ECI and without.
  private static let gs1Modifiers: [Character: String] = [
    "C": "1", "e": "0123", "d": "25", "J": "14", "K": "1", "L": "3", "O": "5", "Q": "34",
    "z": "147A",
  ]
}
