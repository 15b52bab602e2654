import DecoderKit

/// One value on a sweep, identified by its canonical decimal text.
public struct Level: Hashable, Sendable {
  /// The value as it is written in keys and reports: `1.37`, `2`.
  public let text: String
  /// The value as a number, in the sweep's unit.
  public let value: Double

  /// Reads a level's canonical text.
  ///
  /// - Returns: `nil` unless the text is a decimal in its shortest form: `2`, not `2.0`.
  public init?(parsing text: String) {
    guard let number = DecimalNumber(parsing: text), number.text == text else { return nil }
    self.init(number)
  }

  init(_ number: DecimalNumber) {
    text = number.text
    value = number.value
  }
}

extension Level: Comparable, CustomStringConvertible {
  public static func < (a: Level, b: Level) -> Bool { a.value < b.value }

  public var description: String { text }
}

/// A level is stored as its text.
extension Level: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let level = Level(parsing: text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text)\" is not a level: write a decimal such as 1.37"))
    }
    self = level
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
