import Corpora
import Reporting

/// Corpora as `harness list corpora` shows them: in lines that fit the terminal.
struct CorpusListing {
  private let catalog: CorpusCatalog
  private let style: TerminalStyle

  init(_ catalog: CorpusCatalog, style: TerminalStyle) {
    self.catalog = catalog
    self.style = style
  }

  /// Shows the names of the shipped corpora below what they ask, and a line for each other corpus.
  ///
  /// Only the others are read, so that the list is there at once.
  func showBriefly(_ show: (String) throws -> Void) throws {
    var others = Set(catalog.names)
    for topic in CorpusTopic.all {
      let found = topic.names.filter(others.contains)
      guard !found.isEmpty else { continue }
      others.subtract(found)
      let names = style.paragraph(found.joined(separator: ", "), label: "  ")
      try show(([heading(topic.question)] + names).joined(separator: "\n"))
    }
    if !others.isEmpty { try show(heading("Your own")) }
    let width = others.map(\.count).max() ?? 0
    for name in others.sorted() {
      guard let corpus = try readable(name, show) else { continue }
      try show(
        style.line([corpus.question, corpus.title], label: "  " + Self.label(name, width)))
    }
    let advice = "With a NAME: its question and size; --full: those of all."
    try show("\n" + style.paragraph(advice).joined(separator: "\n"))
  }

  private func heading(_ text: String) -> String { style.emphasized(text, .strong) }

  /// Shows the questions and sizes of these corpora; of all if none is named.
  ///
  /// - Throws: For a named one, as ``CorpusCatalog/load(nameOrPath:rotationsDegrees:)``.
  func showFully(_ names: [String], _ show: (String) throws -> Void) throws {
    let shown = names.isEmpty ? catalog.names : names
    let width = shown.map(\.count).max() ?? 0
    for name in shown {
      let corpus =
        names.isEmpty ? try readable(name, show) : try catalog.load(nameOrPath: name)
      guard let corpus else { continue }
      let label = Self.label(name, width)
      let indent = String(repeating: " ", count: label.count)
      let lines =
        style.paragraph(corpus.question, label: label)
        + style.paragraph(
          "version \(corpus.version), \(CorpusLines.summary(corpus))", label: indent)
      try show(lines.joined(separator: "\n"))
    }
  }

  /// Reads a corpus; one that cannot be read is shown with the reason, and does not hide the others.
  private func readable(_ name: String, _ show: (String) throws -> Void) throws -> Corpus? {
    do {
      return try catalog.load(nameOrPath: name)
    } catch {
      try show("\(name)  cannot be used: \(error)")
      return nil
    }
  }

  private static func label(_ name: String, _ width: Int) -> String {
    DisplayText.padded(name, to: width) + "  "
  }
}
