/// What a terminal can show: so many columns, signs beyond ASCII, and colours.
///
/// Colour never says anything that the text does not say too.
public struct TerminalStyle: Sendable {
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

  /// Columns of the terminal, 40 or more.
  package let width: Int
  package let color: Bool
  package let ascii: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; fewer than 40 are taken as 40.
  ///   - color: Whether to use colours.
  ///   - ascii: Whether to keep to ASCII.
  public init(width: Int, color: Bool = false, ascii: Bool = false) {
    self.width = max(width, 40)
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

  /// Columns of running text, however wide the terminal: longer lines are hard to follow.
  private static let widestText = 100

  /// Running text in lines that fit; none where there is no text.
  ///
  /// - Parameters:
  ///   - text: The text, in one line.
  ///   - emphasis: How it stands out.
  ///   - label: What stands before the first line, plain: spaces, or what is being explained.
  ///   - hanging: Spaces before all other lines; as many columns as the label if absent.
  package func paragraph(
    _ text: String, _ emphasis: Emphasis = .plain, label: String = "", hanging: Int? = nil
  ) -> [String] {
    // Words are wrapped before no-break spaces become plain ones, or numbers would fall apart; a
    // word's width is then that of its substitutes.
    let words = text.split(separator: " ").map { shown(String($0)) }
    let reach = DisplayText.width(label)
    let room = min(width, Self.widestText) - max(reach, hanging ?? reach)
    let indent = String(repeating: " ", count: hanging ?? reach)
    return DisplayText.wrapped(words, to: max(room, 20)).enumerated().map { number, line in
      (number == 0 ? label : indent) + emphasized(line, emphasis)
    }
  }
}
