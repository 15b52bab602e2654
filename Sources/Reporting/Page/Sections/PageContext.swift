import Evaluation

/// What all sections of a page share: the wording, how each decoder looks, and the evidence.
struct PageContext {
  /// One decoder in one group.
  typealias Row = (series: Series, score: GroupScore)

  let wording: ScoreWording
  let evidence: RunEvidence?
  private let looks: [Series]

  init(_ table: ScoreTable, evidence: RunEvidence?) {
    wording = ScoreWording(table)
    self.evidence = evidence
    looks = Series.all(wording)
  }

  /// The headline’s claim.
  var claim: String { Headline(wording).claim }

  private var table: ScoreTable { wording.table }

  /// Whether any decoder has a rank.
  var hasRanks: Bool { table.hasRanks }

  /// How a decoder looks.
  func series(_ label: String) -> Series {
    looks.first { $0.label == label } ?? Series(label: label, index: looks.count)
  }

  /// Mark and name.
  func name(_ label: String) -> HTML { series(label).name }

  /// All decoders' marks and names.
  var legend: HTML {
    .list(looks.map(\.name), class: "legend")
  }

  /// The decoders of a group that were tried on it, in the table's order.
  func rows(of group: String) -> [Row] {
    wording.tried.compactMap { decoder in
      decoder.groups.first { $0.group == group && $0.total.tried > 0 }
        .map { (series(decoder.label), $0) }
    }
  }

  /// Decoders without a row, with the reason.
  var notTried: [String] {
    table.decoders.filter(\.groups.isEmpty).map { "\($0.label), which supports no group" }
      + table.unavailable.map { "\($0.label), unavailable" }
  }

  /// The groups over which decoders are summed up, in words.
  var speedBasis: String {
    hasRanks ? "the groups that ranks go by" : "all groups that each supports"
  }
}
