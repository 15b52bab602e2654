/// What a command answers: a sentence that can be quoted, what it rests on, and its parts, the same in every
/// format.
package struct Document {
  /// The title of a page or a file; terminals begin with the answer.
  package let title: String
  /// The sentences that answer the question, without their full stops; the first can be quoted alone.
  package let answer: [String]
  /// What was compared, in lines of their own: the runs, the corpus, the number of samples.
  let basis: [String]
  package let sections: [Section]
  /// What has to be known of the numbers, without full stops.
  let remarks: [String]

  /// Makes a document of the sections that have something to say.
  package init(
    _ title: String, answer: [String], basis: [String] = [], _ sections: [Section],
    remarks: [String] = []
  ) {
    (self.title, self.answer, self.basis, self.remarks) = (title, answer, basis, remarks)
    self.sections = sections.filter { !$0.isEmpty }
  }

  /// The answer with its full stops.
  var opening: String { answer.map { $0 + "." }.joined(separator: " ") }

  /// Writes it for a terminal of any width, without a line feed at the end.
  ///
  /// - Parameter full: The file that has the sentences of lists that are cut short; `nil` to cut none.
  package func text(_ style: TerminalStyle, cutFor full: String? = nil) -> String {
    var writer = SectionText(style: style)
    if let full { writer.fullFile = full } else { writer.mostSentences = .max }
    let opening = answer.enumerated().flatMap { place, sentence in
      style.paragraph(sentence + ".", place == 0 ? .strong : .plain, hanging: place == 0 ? 0 : 2)
    }
    let parts =
      [opening + basis.flatMap { style.paragraph($0, .faint) }] + sections.map(writer.lines)
      + [remarks.flatMap { style.paragraph($0 + ".", .faint, hanging: 2) }]
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n")
  }

  /// Writes it as GitHub-flavoured Markdown.
  package func markdown() -> String {
    let head = ["# " + Markdown.text(title), "**" + Markdown.text(opening) + "**"]
    let blocks = head + basis.map { Markdown.text($0) } + sections.flatMap(SectionMarkdown.blocks)
    return (blocks + remarks.map { Markdown.text($0 + ".") }).joined(separator: "\n\n") + "\n"
  }
}

/// Documents for a terminal.
package struct DocumentText: Sendable {
  package let style: TerminalStyle

  package init(_ style: TerminalStyle) { self.style = style }
}
