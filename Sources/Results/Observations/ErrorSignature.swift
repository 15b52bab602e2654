/// The words that errors of one cause have in common: verdict, ending and telling line.
///
/// Two crashes at the same assertion have equal signatures, whatever the process and the image.
package struct ErrorSignature: Hashable, Sendable {
  package let verdict: Verdict
  /// The ending, and the telling line of what the worker printed, its changing numbers left out.
  package let text: String

  package init(_ finding: borrowing Finding) {
    verdict = finding.verdict
    let ending = Self.trimmed(finding.detail?.split(separator: "\n").first ?? "")
    let line = finding.printed.flatMap(Self.tellingLine) ?? ""
    let text = [ending, line].filter { !$0.isEmpty }.joined(separator: ": ")
    self.text = Self.withoutNumbers(text)
  }

  private init(verdict: Verdict, text: String) {
    (self.verdict, self.text) = (verdict, text)
  }

  /// The signature that stands for all others once a decoder has very many.
  package static func others(_ verdict: Verdict) -> ErrorSignature {
    ErrorSignature(verdict: verdict, text: "other causes")
  }

  /// The largest number of signatures of a decoder that are told apart.
  package static let mostTold = 200

  /// The largest number of characters of a line that is told.
  private static let longest = 160

  /// The assertion or fatal error, else the last line: that is where an exception is named. Lines of
  /// stars are the frame of a backtrace.
  private static func tellingLine(_ printed: String) -> String? {
    let lines = printed.split(separator: "\n").map(trimmed)
      .filter { !$0.isEmpty && !$0.hasPrefix("***") }
    for line in lines {
      for beginning in ["Assertion ", "Fatal error: "] {
        if let start = line.firstRange(of: beginning) { return String(line[start.lowerBound...]) }
      }
    }
    return lines.last
  }

  private static func trimmed(_ text: Substring) -> String {
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...end].drop(while: \.isWhitespace))
  }

  /// Replaces addresses, and numbers of five digits and more: process ids and sizes.
  private static func withoutNumbers(_ text: String) -> String {
    String(text.replacing(/0x[0-9a-fA-F]+|\d{5,}/, with: "…").prefix(longest))
  }
}
