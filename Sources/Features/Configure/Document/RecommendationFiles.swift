import Foundation
import Reporting

/// A recommendation as Markdown, as a page, and for the terminal.
struct RecommendationFiles: Sendable {
  private let recommendation: Recommendation

  init(_ recommendation: Recommendation) {
    self.recommendation = recommendation
  }

  private var sections: [Section] { RecommendationSections(recommendation: recommendation).all }

  /// The whole recommendation as Markdown.
  var markdown: String {
    sections.flatMap(SectionMarkdown.blocks).joined(separator: "\n\n") + "\n"
  }

  /// The whole recommendation as a page that opens without a network.
  ///
  /// - Parameter sheet: The PNG of samples and twins; `nil` for none.
  func page(sheet: [UInt8]?) -> String {
    let shell = PageShell(
      title: "Recommendation", kicker: "harness configure",
      heading: recommendation.verdict.map { "Use \($0.choice.argument)" } ?? "No recommendation",
      subtitle: "What was measured on the samples and on a corpus modelled on them")
    var content = sections.map(SectionPage().html).joined()
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

  /// The first sections for the terminal; the files have the rest.
  func text(_ style: TerminalStyle) -> String {
    let writer = SectionText(style: style)
    var lines = Array(sections.prefix(3).map(writer.lines).joined(separator: [""]))
    // Without finalists they are among the first sections.
    for doubt in recommendation.doubts where recommendation.verdict != nil {
      lines += [""] + style.paragraph(ConfigureWording.doubt(doubt), .alarm)
    }
    return lines.joined(separator: "\n")
  }
}
