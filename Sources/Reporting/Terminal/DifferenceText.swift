import Results

/// The differences between two runs for the terminal: what a person must know first comes first.
public struct DifferenceText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer; its tables take 80 columns even if the terminal has fewer.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole text, without a line feed at the end.
  public func render(_ difference: RunDifference) -> String {
    let wording = DifferenceWording(difference)
    var lines = style.paragraph(wording.title, .strong)
    lines += style.paragraph(wording.basis + ".", .faint)
    let writer = SectionText(style: style, mostSentences: .max)
    for section in wording.sections {
      let part = writer.lines(section)
      lines += (part.isEmpty ? [] : [""]) + part
    }
    return lines.joined(separator: "\n")
  }
}
