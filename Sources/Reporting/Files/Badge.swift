import Base
import Results

/// `badge.json`: the content of shields.io's endpoint badge for the comparison.
///
/// Layout: https://shields.io/badges/endpoint-badge, schema version 1. With a gate the badge says
/// if it passed; without one, it names the first decoder and its mean threshold or, without an order,
/// its decode rate over shared work.
package struct BadgeReport: ReportWriter {
  private let judgement: (any RunJudgement)?

  /// Makes the writer.
  ///
  /// - Parameter judgement: The gate's judgement; `nil` if no gate was requested.
  package init(_ judgement: (any RunJudgement)? = nil) {
    self.judgement = judgement
  }

  /// `badge.json`.
  package var fileName: String { "badge.json" }

  private struct Badge: Encodable {
    var schemaVersion = 1
    var label: String
    var message: String
    var color: String
    var isError: Bool?
  }

  /// Renders the badge as JSON.
  package func render(_ table: ScoreTable) throws -> String {
    let (message, color) = judgement?.badge ?? Self.leader(table)
    return try VersionedJSON.text(
      Badge(
        label: DisplayText.printable(table.corpus.name),
        message: DisplayText.printable(message), color: color, isError: color == "red" ? true : nil),
      version: 1)
  }

  private static func leader(_ table: ScoreTable) -> (String, String) {
    let wording = ScoreWording(table)
    if table.outcome.wasStopped { return ("stopped", "lightgrey") }
    guard let first = table.decoders.first, first.rank == 1, wording.hasRankedGroups,
      let result = result(first, wording)
    else {
      let tried = table.decoders.reduce(0) { $0 + $1.total.tried }
      return ("\(Numerals.count(tried)) decodes", "blue")
    }
    let others = table.decoders.count { $0.rank == 1 } - 1
    let names = others > 0 ? "\(first.label) and \(others) more" : first.label
    return ("\(names) \(result)", "blue")
  }

  private static func result(_ decoder: DecoderScore, _ wording: ScoreWording) -> String? {
    guard wording.ranksByRate else {
      return decoder.meanThreshold.map { "\(wording.estimate($0)) \(wording.unit)" }
    }
    return decoder.sharedRate.map {
      Numerals.percentage($0.value)
    }
  }
}
