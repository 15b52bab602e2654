/// The kind of error in a misread. When several kinds fit, the first in this order is used.
public enum MisreadClass: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right data under the name of another symbology.
  case wrongSymbology = "wrong-symbology"
  /// The right text in another charset, or the result of a wrong guess at the charset.
  case charsetOnly = "charset-only"
  /// A part of the data; empty data counts as a part too.
  case truncation
  /// All of the data, with something before or after it.
  case surplus
  /// The right number of characters, some of them wrong.
  case substitution
  /// Anything else.
  case other

  /// The meaning in one line, for people.
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
