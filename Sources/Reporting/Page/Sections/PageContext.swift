import Evaluation

/// The data that all sections of a page share: the wording, the decoders' appearance, the evidence.
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

  /// True if any decoder has a rank.
  var hasRanks: Bool { table.hasRanks }

  /// Returns the appearance of a decoder.
  func series(_ label: String) -> Series {
    looks.first { $0.label == label } ?? Series(label: label, index: looks.count)
  }

  /// Returns a decoder's mark and name.
  func name(_ label: String) -> HTML { series(label).name }

  /// The marks and names of all decoders.
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

  /// The groups over which speed is summarised, in words.
  var speedBasis: String {
    hasRanks ? "the groups that ranks go by" : "all groups that each supports"
  }
}
