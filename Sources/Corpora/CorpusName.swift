/// The names of corpora, symbols and conditions; keys and paths are made of them.
enum CorpusName {
  /// The rule, as messages state it.
  static let rule = "lower-case letters, digits and hyphens"

  /// Returns true if a name follows the rule.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z"))
          || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || $0 == UInt8(ascii: "-")
      }
  }
}
