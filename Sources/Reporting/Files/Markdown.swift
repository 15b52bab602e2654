/// GitHub-flavoured Markdown in which no text can be taken for markup.
package enum Markdown {
  /// Text that shows as it is: everything that Markdown or HTML would act on is escaped.
  package static func text(_ plain: String) -> String { escaped(plain, marks: "\\`*_[|~#") }

  /// Text inside an HTML tag, where a backslash escapes nothing.
  private static func html(_ plain: String) -> String { escaped(plain, marks: "") }

  /// Scalar by scalar: one that joins the sign before it must not hide that sign.
  private static func escaped(_ plain: String, marks: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in DisplayText.printable(plain).unicodeScalars {
      switch scalar {
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "&": result += "&amp;".unicodeScalars
      // A mention would call people; GitHub does not look for one behind an entity.
      case "@": result += "&#64;".unicodeScalars
      case _ where marks.unicodeScalars.contains(scalar):
        result.append("\\")
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  package static func list(_ items: [String]) -> String {
    items.map { "- " + $0 }.joined(separator: "\n")
  }

  /// A block that opens on a click.
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
