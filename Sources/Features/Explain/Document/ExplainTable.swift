import Reporting

/// The explanations of many images as a table for the terminal: file, fault, remedy.
struct ExplainTable: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the table of the images that are not read as they are, or not by all decoders alike, without a line
  /// feed at its end; the others need nothing, and are counted.
  func render(_ all: [ExplainedImage]) -> String {
    let images = all.filter {
      $0.explanation.unchanged.isEmpty || !$0.explanation.missed.isEmpty
    }
    let answer = style.paragraph(ExplainWording.answer(all) + ".", .strong)
    guard !images.isEmpty else { return answer.joined(separator: "\n") }
    let rows =
      [["file", "fault", "remedy"]]
      + images.map { image in
        [
          image.path, ExplainWording.fault(image.explanation),
          ExplainWording.remedy(image.explanation),
        ].map(style.shown)
      }
    let widths = (0..<2).map { column in
      rows.map { DisplayText.width($0[column]) }.max() ?? 0
    }
    let table = rows.map { row in
      zip(row, widths).map { DisplayText.padded($0, to: $1) + "  " }
        .joined() + row[2]
    }
    let isNarrow = table.contains { DisplayText.width($0) > style.width }
    return (answer + [""] + (isNarrow ? images.flatMap(record) : table)).joined(separator: "\n")
  }

  /// An image in lines of its own, where a row would be wider than the terminal.
  private func record(_ image: ExplainedImage) -> [String] {
    style.paragraph(image.path, .strong)
      + style.paragraph(
        ExplainWording.fault(image.explanation) + ": " + ExplainWording.remedy(image.explanation),
        label: "    ")
  }
}
