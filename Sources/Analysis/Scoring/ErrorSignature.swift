import Results

/// The words that errors of one cause have in common: verdict, ending and message.
///
/// Two crashes at the same assertion have equal signatures, whatever the process and the image.
struct ErrorSignature: Hashable, Sendable {
  let verdict: Verdict
  /// The ending, and the telling line of what the worker printed, its changing numbers left out.
  let text: String

  /// Makes the signature of an error.
  init(_ finding: borrowing Finding) {
    verdict = finding.verdict
    text = Self.text(of: finding.detail ?? "")
  }

  private init(verdict: Verdict, text: String) {
    (self.verdict, self.text) = (verdict, text)
  }

  /// The signature that stands for all others once a decoder has very many.
  static func others(_ verdict: Verdict) -> ErrorSignature {
    ErrorSignature(verdict: verdict, text: "other causes")
  }

  /// The largest number of characters of a line that is told.
  private static let longest = 160

  private static func text(of detail: String) -> String {
    let parts = detail.split(separator: "it printed:", maxSplits: 1)
    guard let first = parts.first else { return "" }
    let ending = trimmed(first.split(separator: "\n").first ?? "")
    guard parts.count == 2, let line = tellingLine(parts[1]) else { return withoutNumbers(ending) }
    return withoutNumbers(ending.isEmpty ? line : "\(ending): \(line)")
  }

  /// The assertion or fatal error, else the last line: that is where an exception is named. Lines of
  /// stars are the frame of a backtrace.
  private static func tellingLine(_ printed: Substring) -> String? {
    let lines = printed.split(separator: "\n").map(trimmed)
      .filter { !$0.isEmpty && !$0.hasPrefix("***") }
    for line in lines {
      for beginning in ["Assertion ", "Fatal error: "] {
        if let start = line.range(of: beginning) { return String(line[start.lowerBound...]) }
      }
    }
    return lines.last
  }

  private static func trimmed(_ text: Substring) -> String {
    let isOuter = { (character: Character) in character.isWhitespace || character == ";" }
    let end = text.lastIndex { !isOuter($0) }
    guard let end else { return "" }
    return String(text[...end].drop(while: isOuter))
  }

  /// Replaces addresses, and numbers of five digits and more: process ids and sizes.
  private static func withoutNumbers(_ text: String) -> String {
    String(text.replacing(/0x[0-9a-fA-F]+|\d{5,}/, with: "…").prefix(longest))
  }
}
