/// What a command answers: the answer first, then what it rests on, then its parts.
package struct Document {
  /// The sentences that answer the question, without their full stops; the first can be quoted alone.
  let answer: [String]
  /// What was compared, in lines of their own: the runs, the corpus, the number of samples.
  var basis: [String] = []
  let sections: [Section]
  /// What has to be known of the numbers, without full stops.
  var remarks: [String] = []
  /// The sentences that a list shows on a terminal before it refers to a file.
  var mostSentences = Int.max
}

/// Documents for a terminal.
public struct DocumentText: Sendable {
  let style: TerminalStyle

  /// Makes the writer.
  public init(_ style: TerminalStyle) { self.style = style }

  /// The whole text, without a line feed at its end.
  func render(_ document: Document) -> String {
    let writer = SectionText(style: style, mostSentences: document.mostSentences)
    let answer = document.answer.enumerated().flatMap { place, sentence in
      style.paragraph(sentence + ".", place == 0 ? .strong : .plain, hanging: 2)
    }
    let basis = document.basis.flatMap { style.paragraph($0, .faint) }
    let remarks = document.remarks.flatMap { style.paragraph($0 + ".", .faint, hanging: 2) }
    return ([answer + basis] + document.sections.map(writer.lines) + [remarks])
      .filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n")
  }
}

/// Documents in GitHub-flavoured Markdown.
enum DocumentMarkdown {
  /// The whole page under a title, without a line feed at its end.
  static func render(_ document: Document, title: String) -> String {
    let head =
      ["# " + Markdown.text(title)] + document.answer.map { Markdown.text($0 + ".") }
      + document.basis.map { Markdown.text($0) }
    return
      (head + document.sections.flatMap(SectionMarkdown.blocks)
      + document.remarks.map { Markdown.text($0 + ".") }).joined(separator: "\n\n")
  }
}
