import Evaluation

/// `index.html`: every corpus with every decoder's latest mean threshold, and links to all pages.
public struct SiteIndex: Sendable {
  private let corpora: [SiteCorpus]

  /// Makes the page.
  public init(_ corpora: [SiteCorpus]) {
    self.corpora = corpora
  }

  /// The file's name at the site's root.
  public static let fileName = "index.html"

  /// The whole page.
  public func render() -> String {
    PageShell(
      title: "Barcode decoders compared", kicker: "Score tables",
      heading: "How small may a barcode be?",
      subtitle:
        "Mean thresholds of the latest runs; a smaller number is better, unless the unit says "
        + "that larger values are harder. Numbers of different corpora do not compare."
    ).document(
      .section("corpora", "Corpora", table.html)
        + .section(
          "trends", "Trends",
          .list(
            corpora.map { .element("a", ["href": $0.trendFile], .text($0.latest.corpus.title)) })))
  }

  /// Every decoder of any corpus, in the order in which they first appear.
  private var decoders: [String] {
    var labels: [String] = []
    for label in corpora.flatMap(\.latest.decoders).map(\.label) where !labels.contains(label) {
      labels.append(label)
    }
    return labels
  }

  private var table: PageTable {
    let decoders = decoders
    var table = PageTable(
      caption: "Mean threshold by corpus and decoder",
      columns: [.init("corpus"), .init("unit"), .init("latest run")]
        + decoders.map { .init($0, isNumber: true) })
    for corpus in corpora {
      let scores = corpus.latest
      let wording = ScoreWording(scores)
      let name = HTML.text(scores.corpus.title)
      table.add(
        [
          .init(corpus.report.map { .element("a", ["href": $0], name) } ?? name),
          .init(text: wording.unit),
          .init(text: String(scores.provenance.startedAt.prefix(10))),
        ]
          + decoders.map { label in
            guard let decoder = scores.decoder(label) else { return .init(text: Numerals.absent) }
            return cell(decoder, wording)
          })
    }
    return table
  }

  private func cell(_ decoder: DecoderScore, _ wording: ScoreWording) -> PageTable.Cell {
    guard decoder.standing == .ranked else {
      return .init(text: decoder.standing.rawValue.replacing("-", with: " "))
    }
    guard let mean = decoder.meanThreshold else {
      return .init(text: "\(wording.readPercent(decoder.total))\(Numerals.narrowSpace)% read")
    }
    let rank = decoder.rank == 1 ? " ★" : ""
    return .init(
      .text(wording.estimate(mean)) + (rank.isEmpty ? .empty : .span(.text(rank), class: "best")),
      value: mean.value)
  }
}
