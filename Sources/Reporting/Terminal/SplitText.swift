import Results

/// A hidden split beside the public one, for a terminal.
public struct SplitText: Sendable {
  private let style: TerminalStyle

  /// Makes a text.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the report, with a line feed at the end.
  public func render(_ report: SplitReport) -> String {
    let wording = SplitWording(report)
    var lines = [style.emphasized(style.shown(wording.title), .strong), ""]
    let rows = wording.rows
    let columns = SplitWording.columns.enumerated().map { index, title in
      TextGrid.Column(
        title: [style.shown(wording.heading(title))], alignment: index == 0 ? .left : .right,
        cells: rows.map { .init(text: style.shown($0[index])) })
    }
    lines += TextGrid(columns: columns).lines(style) + [""]
    for sentence in wording.sentences {
      lines += style.paragraph(sentence, label: "", hanging: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
