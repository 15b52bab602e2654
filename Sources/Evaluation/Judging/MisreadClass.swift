/// In what way a misread is wrong. When several fit, the first in this order is meant.
public enum MisreadClass: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right data under the name of another symbology.
  case wrongSymbology = "wrong-symbology"
  /// The right text in another charset, or what becomes of it when a charset is guessed wrongly.
  case charsetOnly = "charset-only"
  /// A part of the data; nothing at all is a part too.
  case truncation
  /// All of the data, and something before or after it.
  case surplus
  /// As many characters as the data has, some of them others.
  case substitution
  /// Anything else.
  case other

  /// What it means, in a line for people.
  public var meaning: String {
    switch self {
    case .wrongSymbology: "the right data under the name of another symbology"
    case .charsetOnly: "the right text in another charset, or garbled by a wrong guess at one"
    case .truncation: "a part of the data"
    case .surplus: "all of the data, and something before or after it"
    case .substitution: "as many characters as the data has, some of them others"
    case .other: "anything else"
    }
  }
}
