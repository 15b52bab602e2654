import Base
import Foundation
import Results

/// The parts of a bundle that reports write: its first file, its log.
public enum SubmissionFiles {
  /// Renders the first file.
  public static func text(_ submission: Submission) throws -> String {
    try VersionedJSON.text(submission, version: submission.schemaVersion)
  }

  /// One line of the log.
  private struct Line: Encodable {
    var decoder: String
    var sample: String
    var verdict: Verdict
    var retried: Bool?
    var detail: String?
    var printed: String?
  }

  /// Renders the log: a JSON object in a line for each error and each wrong answer, with what the decoder
  /// answered and what its worker printed before it failed.
  public static func log(ofRun run: Int, in store: some ObservationStore) throws -> String {
    let (record, _) = try store.record(ofRun: run)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = ""
    try store.forEachObservation(ofRun: run) { observation in
      let finding = observation.finding
      guard finding.detail != nil || finding.printed != nil || finding.verdict.isBreakage else {
        return
      }
      let line = Line(
        decoder: record.decoders[observation.decoder].label,
        sample: record.corpus.key(of: observation.place), verdict: finding.verdict,
        retried: observation.wasRetried ? true : nil, detail: finding.detail,
        printed: finding.printed)
      text += SafeText.json(String(decoding: try encoder.encode(line), as: UTF8.self)) + "\n"
    }
    return text
  }
}
