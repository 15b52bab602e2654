import Base
import Console
import Foundation
import Reporting

/// An examination on a terminal: marks and the check at hand while it runs, then what failed and
/// how to mend it.
final class CheckDisplay {
  private let style: TerminalStyle
  private let isVerbose: Bool
  private let isLive: Bool
  private var stage: ConformanceCheck.Stage?
  /// True while the check at hand is named at the end of the line.
  private var isNaming = false

  /// Makes a display.
  ///
  /// - Parameters:
  ///   - isVerbose: True to show a line for each check.
  ///   - isLive: True on a terminal, where the name of the check at hand can be taken back.
  init(_ style: TerminalStyle, isVerbose: Bool, isLive: Bool) {
    self.style = style
    self.isVerbose = isVerbose
    self.isLive = isLive
  }

  // MARK: - While it runs

  /// Names the check that is about to run.
  func start(_ check: ConformanceCheck) {
    guard isLive else { return }
    enter(check.stage)
    eraseName()
    // Saves the place of the cursor, so that the name can be taken back in whatever column it began.
    let room = max(style.width - 40, 20)
    let text = DisplayText.shortened("\(check.name) ...", to: room, ellipsis: style.ellipsis)
    show(progress: "\u{1B}7  " + style.emphasized(text, .faint))
    isNaming = true
  }

  private func eraseName() {
    if isNaming { show(progress: "\u{1B}8\u{1B}[K") }
    isNaming = false
  }

  private func enter(_ next: ConformanceCheck.Stage) {
    guard stage != next else { return }
    eraseName()
    show(progress: (stage == nil ? "" : "\n") + heading(next))
    stage = next
  }

  /// Shows one check's outcome: a mark on its stage's line, or a line of its own.
  func progress(_ check: CheckReport) {
    enter(check.stage)
    eraseName()
    if isVerbose {
      show(progress: lines(check).joined(separator: "\n") + "\n")
    } else {
      show(progress: mark(check.outcome))
    }
  }

  /// Shows text at once.
  ///
  /// Errors are ignored here: a reader that stops early is no failure, and the summary finds
  /// others.
  private func show(progress text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(Terminal.fitting(text).utf8))
  }

  private func heading(_ stage: ConformanceCheck.Stage) -> String {
    isVerbose ? stage.rawValue + "\n" : padded(stage.rawValue, to: 11)
  }

  private func mark(_ outcome: CheckOutcome) -> String {
    switch outcome {
    case .passed: "."
    case .failed: "F"
    case .known: "k"
    case .skipped: "s"
    }
  }

  private func lines(_ check: CheckReport) -> [String] {
    let (word, detail) =
      switch check.outcome {
      case .passed(let seen): ("passed", seen)
      case .failed(let objection): ("FAILED", objection.seen)
      case .known(let objection): ("known", objection.seen)
      case .skipped(let reason): ("skipped", reason)
      }
    let label = "  " + padded(word, to: 9) + padded(check.name, to: 24)
    // A name that does not fit gets a line of its own.
    let (head, room) = label.count > 35 ? ([label], padded("", to: 35)) : ([], label)
    return head + style.paragraph(detail, label: room)
  }

  private func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - text.count))
  }

  // MARK: - At the end

  /// The text with the failed checks, the skipped ones, and the counts.
  func summary(_ report: PluginReport) -> String {
    var lines = [""]
    for check in report.checks {
      switch check.outcome {
      case .failed(let objection): lines += failure("FAILED", check, objection)
      case .known(let objection) where isVerbose: lines += failure("KNOWN", check, objection)
      case .passed, .known, .skipped: break
      }
    }
    lines += skips(report) + unexpected(report)
    lines += style.paragraph(counts(report))
    return lines.joined(separator: "\n")
  }

  private func failure(_ word: String, _ check: CheckReport, _ objection: CheckFault) -> [String] {
    style.paragraph("\(word) \(check.name): the plugin \(check.claim)")
      + style.paragraph("it " + objection.seen, label: "  seen  ")
      + style.paragraph(objection.advice, label: "  fix   ") + [""]
  }

  private func skips(_ report: PluginReport) -> [String] {
    let skipped = report.checks.compactMap { check -> (name: String, reason: String)? in
      guard case .skipped(let reason) = check.outcome else { return nil }
      return (check.name, reason)
    }
    let lines = skipped.grouped(by: \.reason).flatMap { reason, checks in
      style.paragraph("skipped \(checks.map(\.name).joined(separator: ", ")): \(reason)")
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// Lines about checks that are listed as known to fail but pass.
  private func unexpected(_ report: PluginReport) -> [String] {
    report.mended.flatMap { name in
      style.paragraph("\(name) is listed as known to fail, but it passes: remove --known \(name)")
    }
  }

  private func counts(_ report: PluginReport) -> String {
    let parts = [
      (report.passed, "passed"), (report.failed, "failed"), (report.known, "known"),
      (report.skipped, "skipped"),
    ]
    let words = parts.filter { $0.0 > 0 || $0.1 == "passed" }.map { "\($0.0) \($0.1)" }
    let tenths = Int(report.duration / .milliseconds(100))
    let who = report.identity.map { "\($0.name) (\($0.library) \($0.version)): " } ?? ""
    return who + words.joined(separator: ", ") + " in \(tenths / 10).\(tenths % 10) s"
      + (report.wasStopped ? ", then stopped" : "")
  }
}

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
    try VersionedJSON.text(self, version: Self.schemaVersion)
  }
}
