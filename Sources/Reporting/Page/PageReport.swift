import Results

/// `report.html`: everything about a run on one self-contained page.
///
/// It works without a network, in light and in dark, on a telephone and on paper. Plots are SVG and
/// need no script; the script sorts tables, shows values under the pointer and switches the theme.
/// No text from a corpus, a decoder or a payload is interpreted as markup.
public struct PageReport: ReportWriter {
  private let evidence: RunEvidence?
  /// The file's name inside the report folder.
  public let fileName: String

  /// Makes the writer of a page with the score table alone.
  public init() {
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
  public func render(_ table: ScoreTable) -> String {
    let page = PageContext(table, evidence: evidence)
    let writer = SectionPage(page: page)
    let answers = ReportSections(page.wording).answers.map {
      (id: $0.id, name: $0.title, html: writer.html($0))
    }
    let sections: [(id: String, name: String, html: HTML)] =
      ([
        (
          "result", "Result",
          .div(
            page.opening, Headline(page.headlineWording).html + OverviewSection(page: page).html)
        ),
        ("scores", "Scores", ScoreSection(page: page).html),
      ] + answers + [
        ("findings", "Findings", writer.html(findings: ReportSections(page.wording).findings)),
        ("curves", "Curves", CurveSection(page: page).html),
        ("maps", "Maps", MapSection(page: page).html),
        ("speed", "Speed", SpeedSection(page: page).html),
        ("misreads", "Misreads", MisreadSection(page: page).html),
        ("gallery", "Gallery", GallerySection(page: page).html),
        ("reading", "How to read it", BackgroundSection(page: page).html),
      ]).filter { !$0.html.isEmpty }
    let pictures = PictureView(page: page, pictures: evidence?.gallery.pictures ?? [])
    return shell(page).document(
      pictures.definitions + sections.map(\.html).joined(),
      links: sections.map { ("#\($0.id)", $0.name) })
  }

  private func shell(_ page: PageContext) -> PageShell {
    let corpus = page.wording.table.corpus
    let provenance = page.wording.table.provenance
    return PageShell(
      title: "\(corpus.name): \(page.claim)", kicker: corpus.title, heading: corpus.question,
      subtitle: Background(page.whole).subtitle, warning: Statements(page.whole).warning,
      footer: "Written by barcode-harness \(provenance.harnessVersion) from a run started "
        + "\(provenance.startedAt). All numbers are those of scores.json.")
  }
}
