import Configuring
import Foundation

/// A recommendation as Markdown, as a page, and for the terminal.
public struct RecommendationFiles: Sendable {
  private let recommendation: Recommendation

  /// Makes the writers.
  public init(_ recommendation: Recommendation) {
    self.recommendation = recommendation
  }

  private var sections: [RecommendationSections.Section] {
    RecommendationSections(recommendation: recommendation).all
  }

  /// The whole recommendation as Markdown.
  public var markdown: String {
    let parts = sections.enumerated().map { index, section in
      var blocks = [(index == 0 ? "# " : "## ") + section.title]
      if section.sentences.count > 2 {
        blocks.append(Markdown.list(section.sentences.map(Markdown.text)))
      } else {
        blocks += section.sentences.map(Markdown.text)
      }
      if let table = section.table {
        var rows = Markdown.Table(titles: table.titles, rightAligned: table.numbers)
        for row in table.rows { rows.add(row) }
        blocks.append(rows.text)
      }
      return blocks.joined(separator: "\n\n")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The whole recommendation as a page that opens without a network.
  ///
  /// - Parameter sheet: The PNG of samples and twins; `nil` for none.
  public func page(sheet: [UInt8]?) -> String {
    let shell = PageShell(
      title: "Recommendation", kicker: "harness configure",
      heading: recommendation.verdict.map { "Use \($0.choice.argument)" } ?? "No recommendation",
      subtitle: "What was measured on the samples and on a corpus modelled on them")
    var content = sections.enumerated().map { index, section in
      let rows = section.table.map { table in
        var page = PageTable(
          caption: section.title,
          columns: table.titles.enumerated().map {
            .init($0.element, isNumber: table.numbers.contains($0.offset))
          }, headColumn: 0)
        for row in table.rows { page.add(row.map { .init(Self.breakable($0)) }) }
        return page.html
      }
      return HTML.section(
        "section-\(index)", section.title,
        section.sentences.map { HTML.p(.text($0)) }.joined() + (rows ?? HTML([])))
    }.joined()
    if let sheet {
      content += .section(
        "twins", "Samples and their twins",
        .void(
          "img",
          [
            "src": "data:image/png;base64," + Data(sheet).base64EncodedString(),
            "alt": "Samples above, drawn twins below", "style": "max-width: 100%",
          ]))
    }
    return shell.document(content)
  }

  /// A text that may break after commas and signs: decoders with settings are long words.
  private static func breakable(_ text: String) -> HTML {
    var parts = [""]
    for character in text {
      parts[parts.count - 1].append(character)
      if ",@+".contains(character) { parts.append("") }
    }
    return parts.map { HTML.text($0) }.joined(by: .void("wbr"))
  }

  /// The first sections for the terminal; the files have the rest.
  public func text(_ style: TerminalStyle) -> String {
    var lines: [String] = []
    for section in sections.prefix(3) {
      if !lines.isEmpty { lines.append("") }
      lines += style.paragraph(section.title, .strong)
      for sentence in section.sentences { lines += style.paragraph(sentence, label: "  ") }
      guard let table = section.table else { continue }
      let columns = table.titles.enumerated().map { index, title in
        TextGrid.Column(
          title: [title], alignment: table.numbers.contains(index) ? .right : .left,
          cells: table.rows.map { TextGrid.Cell(text: $0[index]) })
      }
      let grid = TextGrid(columns: columns)
      lines +=
        grid.width <= style.width
        ? grid.lines(style)
        : table.rows.flatMap { row in
          style.paragraph(row[0], .strong, label: "  ")
            + style.paragraph(
              zip(table.titles, row).dropFirst().filter { !$1.isEmpty }
                .map { $0 == "effect" ? $1 : "\($0) \($1)" }.joined(separator: "; "),
              label: "      ")
        }
    }
    // Without finalists they are among the first sections.
    for doubt in recommendation.doubts where recommendation.verdict != nil {
      lines += [""] + style.paragraph(ConfigureWording.doubt(doubt), .alarm)
    }
    return lines.joined(separator: "\n")
  }
}
