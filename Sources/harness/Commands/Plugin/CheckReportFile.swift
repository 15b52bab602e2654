import Conformance
import Foundation

/// An examination's report as JSON, for scripts.
struct CheckReportFile: Encodable {
  /// One check.
  struct Check: Encodable {
    var name: String
    var stage: String
    var claim: String
    var outcome: String
    var seen: String
    var advice: String?
  }

  /// The version of this layout.
  static let schemaVersion = 1

  var executable: String
  var decoder: String?
  var library: String?
  var libraryVersion: String?
  var passed: Int
  var failed: Int
  var known: Int
  var skipped: Int
  var checks: [Check]

  init(_ report: PluginReport) {
    executable = report.executable
    decoder = report.identity?.name
    library = report.identity?.library
    libraryVersion = report.identity?.version
    passed = report.passed
    failed = report.failed
    known = report.known
    skipped = report.skipped
    checks = report.checks.map(Self.check)
  }

  private static func check(_ report: CheckReport) -> Check {
    let (outcome, seen, advice): (String, String, String?) =
      switch report.outcome {
      case .passed(let seen): ("passed", seen, nil)
      case .failed(let objection): ("failed", objection.seen, objection.advice)
      case .known(let objection): ("known", objection.seen, objection.advice)
      case .skipped(let reason): ("skipped", reason, nil)
      }
    return Check(
      name: report.name, stage: report.stage.rawValue, claim: report.claim, outcome: outcome,
      seen: seen, advice: advice)
  }

  /// The file's text: keys are sorted, but for the version, which comes first.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    return "{\n  \"schemaVersion\" : \(Self.schemaVersion)," + text.dropFirst()
  }
}
