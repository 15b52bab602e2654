import Evaluation

/// The section of findings, in the same sentences as all reports.
struct FindingsSection {
  private static let mostUnfolded = 6

  let page: PageContext

  var html: HTML {
    let sections = Findings(page.wording).sections
    guard !sections.isEmpty else { return .empty }
    return .section(
      "findings", "What it says",
      .div(
        "findings",
        sections.map { section in
          HTML.div(
            "finding", .element("h3", [:], .text(section.title)) + list(section.sentences))
        }.joined()))
  }

  /// A list of sentences; if there are many, all but the first ones are collapsed.
  private func list(_ sentences: [String]) -> HTML {
    let items = sentences.map { HTML.text("\($0).") }
    guard items.count > Self.mostUnfolded else { return .list(items) }
    let rest = items.dropFirst(Self.mostUnfolded - 2)
    return .list(Array(items.prefix(Self.mostUnfolded - 2)))
      + .details(.text("\(Numerals.count(rest.count)) more"), .list(Array(rest)))
  }
}
