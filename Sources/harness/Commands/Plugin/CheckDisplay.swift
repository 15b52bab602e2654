import Conformance
import Foundation
import Reporting

/// An examination on a terminal: marks while it runs, then what failed and how to mend it.
final class CheckDisplay {
  private let style: TerminalStyle
  private let isVerbose: Bool
  private var stage: ConformanceCheck.Stage?

  init(_ style: TerminalStyle, isVerbose: Bool) {
    self.style = style
    self.isVerbose = isVerbose
  }

  // MARK: - While it runs

  /// Shows one check's outcome: a mark on its stage's line, or a line of its own.
  func progress(_ check: CheckReport) {
    if stage != check.stage {
      show(progress: (stage == nil ? "" : "\n") + heading(check.stage))
      stage = check.stage
    }
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
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
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

  private func failure(_ word: String, _ check: CheckReport, _ objection: Objection) -> [String] {
    style.paragraph("\(word) \(check.name): the plugin \(check.claim)")
      + style.paragraph("it " + objection.seen, label: "  seen  ")
      + style.paragraph(objection.advice, label: "  mend  ") + [""]
  }

  private func skips(_ report: PluginReport) -> [String] {
    var names: [String: [String]] = [:]
    var reasons: [String] = []
    for check in report.checks {
      guard case .skipped(let reason) = check.outcome else { continue }
      if names[reason] == nil { reasons.append(reason) }
      names[reason, default: []].append(check.name)
    }
    let lines = reasons.flatMap { reason in
      style.paragraph("skipped \(names[reason]?.joined(separator: ", ") ?? ""): \(reason)")
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// Lines about checks that are listed as known to fail but pass.
  private func unexpected(_ report: PluginReport) -> [String] {
    report.mended.flatMap { name in
      style.paragraph("\(name) was said to fail and passes: leave out --known \(name)")
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
