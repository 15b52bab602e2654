import Evaluation

/// A run in a line, for a list of them.
public enum RunLine {
  /// `3  2026-11-21T07:12:00Z  qr-small version 1  zbar, zxing  52 800 of 52 800 decodes, finished`.
  public static func text(
    _ number: Int, _ record: RunRecord, _ outcome: RunOutcome?, _ observed: Int
  ) -> String {
    let slice = record.shard.isPart ? ", slice \(record.shard)" : ""
    let decoders = record.contestants.map(\.label).joined(separator: ", ")
    return [
      "\(number)", record.provenance.startedAt,
      "\(record.corpus.name) version \(record.corpus.version)\(slice)", decoders,
      "\(Numerals.count(observed)) of \(Numerals.count(record.planned)) decodes, "
        + state(outcome),
    ].joined(separator: "  ")
  }

  private static func state(_ outcome: RunOutcome?) -> String {
    guard let outcome else { return "cut off" }
    return outcome.wasStopped ? "stopped" : "finished"
  }
}
