import Evaluation

/// `badge.json`: the content of shields.io's endpoint badge for the comparison.
///
/// Layout: https://shields.io/badges/endpoint-badge, schema version 1. With a gate the badge says
/// if it passed; without one, it names the first decoder and its mean threshold.
public struct BadgeReport: ReportWriter {
  private let gate: GateReport?

  /// Makes the writer.
  ///
  /// - Parameter gate: The gate's findings; `nil` if no gate was requested.
  public init(gate: GateReport? = nil) {
    self.gate = gate
  }

  /// `badge.json`.
  public var fileName: String { "badge.json" }

  private struct Badge: Encodable {
    var schemaVersion = 1
    var label: String
    var message: String
    var color: String
    var isError: Bool?
  }

  /// Renders the badge as JSON.
  public func render(_ table: ScoreTable) throws -> String {
    let (message, color) = gate.map(Self.verdict) ?? Self.leader(table)
    return try VersionedJSON.text(
      Badge(
        label: DisplayText.printable(table.corpus.name),
        message: DisplayText.printable(message), color: color, isError: color == "red" ? true : nil),
      version: 1)
  }

  private static func verdict(_ gate: GateReport) -> (String, String) {
    switch gate.conclusion {
    case .passed where !gate.excusedCells.isEmpty:
      return ("\(gate.excusedCells.count) worse, excused", "yellowgreen")
    case .passed:
      let improved = gate.cells.count { $0.verdict == .improved }
      return improved > 0
        ? ("\(improved) improved, none worse", "brightgreen") : ("none worse", "brightgreen")
    case .regressed: return ("\(gate.failedCells.count) worse", "red")
    case .cannotJudge: return ("cannot judge", "lightgrey")
    }
  }

  private static func leader(_ table: ScoreTable) -> (String, String) {
    let wording = ScoreWording(table)
    if table.outcome.wasStopped { return ("stopped", "lightgrey") }
    guard let first = table.decoders.first, first.rank == 1, wording.hasRankedGroups,
      let mean = first.meanThreshold
    else {
      let tried = table.decoders.reduce(0) { $0 + $1.total.tried }
      return ("\(Numerals.count(tried)) decodes", "blue")
    }
    let others = table.decoders.count { $0.rank == 1 } - 1
    let names = others > 0 ? "\(first.label) and \(others) more" : first.label
    return ("\(names) \(wording.estimate(mean)) \(wording.unit)", "blue")
  }
}
