/// A value that is stored as one text.
public protocol TextCodable: Codable {
  /// Describes the form for an error: `no day: write it as 2026-11-30`.
  static var mismatch: String { get }

  /// The value as it is stored.
  var text: String { get }

  /// Parses a stored text; `nil` unless it has the right form.
  init?(parsing text: String)
}

extension TextCodable {
  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Self(parsing: text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text.prefix(80))\" is \(Self.mismatch)"))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
