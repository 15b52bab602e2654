/// The capabilities of a terminal: its columns, characters beyond ASCII, and colours.
///
/// Colour never carries information that the text does not.
package struct TerminalStyle: Sendable {
  /// The emphasis of a piece of text, if colours are used.
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

  /// The number of columns of the terminal, 40 or more.
  package let width: Int
  package let color: Bool
  package let ascii: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal; fewer than 40 are taken as 40.
  ///   - color: True to use colours.
  ///   - ascii: True to use only ASCII.
  package init(width: Int, color: Bool = false, ascii: Bool = false) {
    self.width = max(width, 40)
    self.color = color
    self.ascii = ascii
  }

  /// Returns text that is safe to print, in the characters that the terminal has.
  ///
  /// Measure widths on this result, since a substitute may be longer.
  package func shown(_ text: String) -> String {
    let printable = DisplayText.printable(text)
    return ascii ? DisplayText.ascii(printable) : printable
  }

  package var ellipsis: String { ascii ? "..." : "…" }
  package var rule: String { ascii ? "-" : "─" }

  /// Returns the text with its emphasis. Apply it last, since escape codes have no width.
  package func emphasized(_ text: String, _ emphasis: Emphasis) -> String {
    guard color, !text.isEmpty, let code = emphasis.code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Returns one line: the first text that fits, or else the last one, shortened in the middle.
  ///
  /// - Parameters:
  ///   - texts: The texts, the fullest first; not empty.
  ///   - label: Plain text before it.
  package func line(_ texts: [String], label: String) -> String {
    let room = max(width - DisplayText.width(label), Self.leastText)
    let texts = texts.map(shown)
    return label
      + (texts.first { DisplayText.width($0) <= room }
        ?? DisplayText.shortened(texts.last ?? "", to: room, ellipsis: ellipsis))
  }

  /// The fewest columns of text beside a label, however long that is.
  private static let leastText = 20

  /// The most columns of running text, however wide the terminal: longer lines are hard to read.
  private static let widestText = 100

  /// Wraps running text to lines that fit; returns none for an empty text.
  ///
  /// - Parameters:
  ///   - text: The text, in one line.
  ///   - emphasis: The emphasis of the text.
  ///   - label: Plain text before the first line: spaces, or the term that is explained.
  ///   - hanging: The number of spaces before all other lines; by default as wide as the label.
  package func paragraph(
    _ text: String, _ emphasis: Emphasis = .plain, label: String = "", hanging: Int? = nil
  ) -> [String] {
    // Words are wrapped before no-break spaces become plain ones, because numbers would be split
    // otherwise. The width of a word is that of its substitutes.
    // A number and its interval are one word: "1.37 ± 0.02".
    let words = text.replacing(" ± ", with: "\u{1F}±\u{1F}").split(separator: " ").map {
      shown($0.split(separator: "\u{1F}").joined(separator: " "))
    }
    let reach = DisplayText.width(label)
    let room = min(width, Self.widestText) - max(reach, hanging ?? reach)
    let indent = String(repeating: " ", count: hanging ?? reach)
    let lines = DisplayText.wrapped(words, to: max(room, Self.leastText))
    return lines.enumerated().map { number, line in
      (number == 0 ? label : indent) + emphasized(line, emphasis)
    }
  }
}
