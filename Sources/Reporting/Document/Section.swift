/// One part of what a person reads: a title, and what stands under it, the same in every format.
///
/// A section says what is so. How it looks is the renderers' part: ``SectionText`` for terminals,
/// ``SectionMarkdown`` for Markdown, ``SectionPage`` for pages.
package struct Section {
  /// The part's address on a page.
  package let id: String
  package let title: String
  package var blocks: [Block]
  /// The formats that show it.
  package let formats: Set<DataTable.Format>

  /// Makes a section of the blocks that have something to say.
  package init(
    _ id: String, _ title: String, _ blocks: [Block],
    in formats: Set<DataTable.Format> = DataTable.Format.all
  ) {
    (self.id, self.title, self.formats) = (id, title, formats)
    self.blocks = blocks.filter { !$0.isEmpty }
  }

  /// A section of sentences alone, without their full stops.
  package init(_ id: String, _ title: String, _ sentences: [String]) {
    self.init(id, title, [.lines(sentences)])
  }

  /// True if there is nothing to show.
  package var isEmpty: Bool { blocks.isEmpty }

  /// All sentences, without their full stops and without what belongs to them.
  package var sentences: [String] {
    blocks.flatMap { block -> [String] in
      guard case .sentences(let sentences) = block else { return [] }
      return sentences.map(\.text)
    }
  }

  /// One block of a section.
  package enum Block {
    /// What the numbers mean.
    case note(String)
    case sentences([Sentence])
    case table(DataTable)
    /// A heading inside the section.
    case heading(String)
    /// A drawing, on pages alone; whatever it shows stands in a table or a sentence, too.
    case figure((PageContext) -> HTML)
    /// A drawing that pages hold, and that lies beside Markdown as a file.
    case picture(title: String, file: String, HTML)
    /// Blocks for those who ask: collapsed in Markdown and on pages, left out on terminals.
    indirect case folded(String, [Block])

    /// Plain sentences, without their full stops.
    package static func lines(_ sentences: [String]) -> Block {
      .sentences(sentences.map { Sentence($0) })
    }

    package var isEmpty: Bool {
      switch self {
      case .note(let text), .heading(let text): text.isEmpty
      case .sentences(let sentences): sentences.isEmpty
      case .table(let table): table.rows.isEmpty
      case .figure, .picture: false
      case .folded(_, let blocks): blocks.allSatisfy(\.isEmpty)
      }
    }
  }

  /// A sentence with the commands and paths that belong to it.
  package struct Sentence: Hashable {
    /// The sentence without its full stop.
    package let text: String
    /// Lines that are shown as they are, so that they can be copied.
    package let lines: [String]

    package init(_ text: String, lines: [String] = []) {
      (self.text, self.lines) = (text, lines)
    }
  }
}
