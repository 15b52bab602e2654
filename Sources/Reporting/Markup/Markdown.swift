/// GitHub-flavoured Markdown in which no text can be taken for markup.
package enum Markdown {
  /// Escapes text so that it shows unchanged: everything that Markdown or HTML would interpret.
  package static func text(_ plain: String) -> String { escaped(plain, marks: "\\`*_[|~#") }

  /// Escapes text inside an HTML element, where a backslash escapes nothing.
  private static func html(_ plain: String) -> String { escaped(plain, marks: "") }

  private static func escaped(_ plain: String, marks: String) -> String {
    DisplayText.substituting(DisplayText.printable(plain)) { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      // A mention would notify people; GitHub does not look for one behind an entity.
      case "@": "&#64;"
      case _ where marks.unicodeScalars.contains(scalar): "\\\(scalar)"
      default: nil
      }
    }
  }

  /// Formats text as code in a line, with a fence that is longer than any run of backticks in it.
  package static func code(_ plain: String) -> String {
    let text = DisplayText.printable(plain)
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    // Spaces beside the fence are dropped, and keep a backtick at the end apart from it.
    return longest > 0 ? "\(fence) \(text) \(fence)" : fence + text + fence
  }

  package static func list(_ items: [String]) -> String {
    items.map { "- " + $0 }.joined(separator: "\n")
  }

  /// A collapsed block that opens on a click.
  package static func folded(summary: String, body: String) -> String {
    "<details>\n<summary>\(html(summary))</summary>\n\n\(body)\n\n</details>"
  }

  /// A table; its cells are plain text.
  package struct Table {
    private var lines: [String]

    package init(titles: [String], rightAligned: Set<Int>) {
      lines = [
        Self.line(titles.map(Markdown.text)),
        Self.line(titles.indices.map { rightAligned.contains($0) ? "---:" : ":---" }),
      ]
    }

    package mutating func add(_ cells: [String], isStrong: Bool = false) {
      lines.append(
        Self.line(
          cells.map { cell in
            let text = Markdown.text(cell)
            return isStrong && !text.isEmpty ? "**\(text)**" : text
          }))
    }

    package var text: String { lines.joined(separator: "\n") }

    private static func line(_ cells: [String]) -> String {
      "| " + cells.joined(separator: " | ") + " |"
    }
  }
}
