import Evaluation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  var hasRanks: Bool {
    wording.hasRanks && table.decoders.contains { $0.rank != nil }
  }

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

  /// The groups over which a decoder is summed up: those that ranks go by, or all of its own where
  /// it has no rank.
  func basis(_ decoder: DecoderScore) -> [GroupScore] {
    guard hasRanks, decoder.rank != nil else { return decoder.groups }
    return decoder.groups.filter { table.rankedGroups.contains($0.group) }
  }

  /// The same in words.
  var speedBasis: String {
    hasRanks ? "the groups that ranks go by" : "all groups that each supports"
  }

  /// The geometric mean of the groups' median times of a read; `nil` where nothing was read.
  func milliseconds(_ decoder: DecoderScore) -> Double? {
    let medians = basis(decoder).compactMap(\.latency.readMedian).filter { $0 > 0 }
    guard let first = medians.first else { return nil }
    guard medians.count > 1 else { return first }
    return exp(medians.reduce(0) { $0 + log($1) } / Double(medians.count))
  }
}
