import Results

/// `report.html`: everything about a run on one self-contained page.
///
/// It works without a network, in light and in dark, on a telephone and on paper. Plots are SVG and
/// need no script; the script sorts tables, filters, opens samples large, shows values under the pointer and
/// switches the theme.
/// No text from a corpus, a decoder or a payload is interpreted as markup.
package struct PageReport: ReportWriter {
  private let evidence: RunEvidence?
  /// The file's name inside the report folder.
  package let fileName: String

  /// Makes the writer of a page with the score table alone.
  package init() {
    self.init(evidence: nil)
  }

  /// Makes the writer of a page.
  ///
  /// - Parameters:
  ///   - evidence: Latencies, misreads and the gallery; without it their sections are left out.
  ///   - fileName: The file's name.
  package init(evidence: RunEvidence?, fileName: String = "report.html") {
    self.evidence = evidence
    self.fileName = fileName
  }

  /// Renders the whole page.
  package func render(_ table: ScoreTable) -> String {
    let page = PageContext(table, evidence: evidence)
    let sections = sections(page).filter { !$0.html.isEmpty }
    let pictures = PictureView(page: page, pictures: evidence?.gallery.pictures ?? [])
    return shell(page).document(
      pictures.definitions + sections.map(\.html).joined()
        + (pictures.pictures.isEmpty ? .empty : SampleViewer.html),
      links: sections.map { ("#\($0.id)", $0.name) })
  }

  private typealias Part = (id: String, name: String, html: HTML)

  /// The sections whose question is the corpus's own: they come before everything general.
  private static let first = [
    "claims", "bands", "selection", "streams", "boundaries", "meanings", "hints", "resolution",
  ]
  /// The findings that the matrix of pairs shows.
  private static let paired = ["different", "alike"]

  /// The answer, drawings, and then tables: the rest is looked up.
  private func sections(_ page: PageContext) -> [Part] {
    let writer = SectionPage(page: page)
    let report = ReportSections(page.wording)
    let answers = report.answers.map { Part($0.id, $0.title, writer.html($0)) }
    let findings = report.findings
    let pairs = PairSection(
      page: page, sentences: findings.filter { Self.paired.contains($0.id) }
    ).html
    let rest = findings.filter { pairs.isEmpty || !Self.paired.contains($0.id) }
    let first = answers.filter { Self.first.contains($0.id) }
    let own = first.isEmpty ? nil : Headline.answer(page.headlineWording)
    let general = HTML.div(
      page.opening,
      Headline(page.headlineWording, isAnswered: own != nil).html
        + OverviewSection(page: page).html)
    let opening: [Part] =
      own.map { [("result", "Result", $0)] + first + [("ranking", "Ranking", general)] }
      ?? ([("result", "Result", general)] + first)
    return opening + [
      ("photos", "Photos", PhotoSection(page: page).html),
      ("sizes", "Sizes", SizeStrip(page: page).html),
      ("curves", "Curves", CurveSection(page: page).html), ("pairs", "Pairs", pairs),
      ("scores", "Scores", ScoreSection(page: page).html),
      ("findings", "Findings", writer.html(findings: rest)),
    ] + answers.filter { !Self.first.contains($0.id) } + [
      ("maps", "Maps", MapSection(page: page).html),
      ("speed", "Speed", SpeedSection(page: page).html),
      ("misreads", "Misreads", MisreadSection(page: page).html),
      ("gallery", "Gallery", GallerySection(page: page).html),
      ("reading", "How to read it", BackgroundSection(page: page).html),
    ]
  }

  private func shell(_ page: PageContext) -> PageShell {
    let corpus = page.wording.table.corpus
    let provenance = page.wording.table.provenance
    return PageShell(
      title: "\(corpus.name): \(page.claim)", kicker: corpus.title, heading: corpus.question,
      subtitle: Background(page.whole).subtitle, warning: Statements(page.whole).warning,
      footer: "Written by barcode-harness \(provenance.harnessVersion) from a run started "
        + "\(provenance.startedAt). All numbers are those of scores.json.",
      filter: FilterBar(page: page).html)
  }
}
