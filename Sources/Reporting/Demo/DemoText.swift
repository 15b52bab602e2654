import Results

/// The demonstration for a terminal: where each code of the label stops being read.
public struct DemoText {
  private let style: TerminalStyle

  /// Makes the writer.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the answer, the reads at each size, and what to try next.
  public func render(_ table: ScoreTable) -> String {
    let shrinking = ShrinkingSection(table)
    let answer = shrinking.answer ?? "No decoder read every image of a code at any size"
    var lines = style.paragraph(answer + ".", .strong) + [""]
    lines += SectionText(style: style).lines(shrinking.section) + [""]
    lines += style.paragraph(Self.next)
    return lines.joined(separator: "\n")
  }

  private static let next =
    "A camera turns that size into a distance: harness distance --camera iphone-11 --code qr:v2:20mm"
}
