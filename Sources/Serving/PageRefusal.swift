/// The reason for which a request of the page is not answered.
package struct PageRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of refusals, each with a status of HTTP.
  package enum Kind: Hashable, Sendable {
    case malformed, tooLarge, noLength, noToken, foreign, secondTab, busy, unknown, gone
  }

  package let kind: Kind
  /// A sentence that says what would be right.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
