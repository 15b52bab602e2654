/// What a command answers: a sentence that can be quoted, and the sections that it rests on, the same in every
/// format.
package struct Document {
  /// The title of a page or a file; terminals begin with the answer.
  package let title: String
  /// The answer, in one sentence or a few, without their full stops.
  package let answer: [String]
  package let sections: [Section]

  /// Makes a document of the sections that have something to say.
  package init(_ title: String, answer: [String], _ sections: [Section]) {
    (self.title, self.answer) = (title, answer)
    self.sections = sections.filter { !$0.isEmpty }
  }

  /// The answer with its full stops.
  var opening: String { answer.map { $0 + "." }.joined(separator: " ") }

  /// Writes it for a terminal of any width, without a line feed at the end.
  ///
  /// - Parameter full: The file that has the sentences of lists that are cut short; `nil` to cut none.
  package func text(_ style: TerminalStyle, cutFor full: String? = nil) -> String {
    var writer = SectionText(style: style, isNarrow: true)
    if let full { writer.fullFile = full } else { writer.mostSentences = .max }
    let parts = [style.paragraph(opening, .strong)] + sections.map(writer.lines)
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n")
  }

  /// Writes it as GitHub-flavoured Markdown.
  package func markdown() -> String {
    let head = ["# " + Markdown.text(title), "**" + Markdown.text(opening) + "**"]
    return (head + sections.flatMap(SectionMarkdown.blocks)).joined(separator: "\n\n") + "\n"
  }
}
