import Evaluation
import Foundation
import GRDB

/// A row of the table `run`.
struct StoredRun {
  let number: Int
  let record: RunRecord
  let outcome: RunOutcome?

  init(_ row: Row) throws {
    number = row["id"]
    let decoder = JSONDecoder()
    let record: String = row["record"]
    let outcome: String? = row["outcome"]
    self.record = try decoder.decode(RunRecord.self, from: Data(record.utf8))
    self.outcome = try outcome.map { try decoder.decode(RunOutcome.self, from: Data($0.utf8)) }
  }

  /// True if the run was cut short and has the same plan as another.
  func isUnfinished(like run: RunRecord) -> Bool {
    (outcome == nil || outcome?.wasStopped == true) && record.hasSamePlan(as: run)
  }

  /// A value as JSON text, as the table holds it.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
