import Reporting

/// The releases of a decoder as a page: a plot and two tables for each corpus.
struct VersionPage {
  private let history: VersionHistory

  init(_ history: VersionHistory) { self.history = history }

  func render() -> String {
    let shell = PageShell(
      title: history.title, kicker: "Releases of one decoder",
      heading: "Which release of \(history.decoder) changed what it reads?",
      subtitle: history.answer.map { $0 + "." }.joined(separator: " ") + " "
        + history.title + ".",
      warning: history.corpora.contains(where: \.wasStopped)
        ? "The run was stopped before its end; numbers are those of the samples until then." : nil,
      footer: "Written by barcode-harness: \(history.command)")
    return shell.document(
      history.sections.map(SectionPage().html).joined()
        + .section("method", "How releases are compared", .p(.text(VersionWording.method))),
      links: history.corpora.map { ("#\($0.corpus)", $0.corpus) })
  }
}
