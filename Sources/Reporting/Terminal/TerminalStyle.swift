/// What a terminal can show: signs beyond ASCII, and colours.
///
/// Colour never says anything that the text does not say too.
package struct TerminalStyle: Sendable {
  /// How a piece of text stands out, where there are colours.
  package enum Emphasis: Sendable {
    case plain
    case strong
    case faint
    case caution
    case alarm

    fileprivate var code: String? {
      switch self {
      case .plain: nil
      case .strong: "1"
      case .faint: "2"
      case .caution: "33"
      case .alarm: "31"
      }
    }
  }

  package let color: Bool
  package let ascii: Bool

  package init(color: Bool, ascii: Bool) {
    self.color = color
    self.ascii = ascii
  }

  /// Text that is safe to print, in the signs that there are.
  ///
  /// Widths are taken of what this returns, since a substitute may be longer.
  package func shown(_ text: String) -> String {
    let printable = DisplayText.printable(text)
    return ascii ? DisplayText.ascii(printable) : printable
  }

  package var ellipsis: String { ascii ? "..." : "…" }
  package var rule: String { ascii ? "-" : "─" }

  /// The text with its emphasis; the last step, since escape codes have no width.
  package func emphasized(_ text: String, _ emphasis: Emphasis) -> String {
    guard color, !text.isEmpty, let code = emphasis.code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
