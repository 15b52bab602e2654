import Evaluation
import Foundation
import Reporting

/// One gate judgement, from the baseline's file to annotations and exit code.
struct GateSession {
  private let options: GateOptionGroup
  private let file: String
  private let baseline: Result<Baseline, BaselineFileError>
  private let policy: GatePolicy

  /// Reads the baseline, before hours of work; a file that cannot be read is a result too, not an
  /// error.
  ///
  /// - Returns: `nil` when no baseline was asked for.
  /// - Throws: ``UsageError`` for options that need one.
  init?(_ options: GateOptionGroup, isSelection: Bool) throws {
    guard let file = options.baseline else {
      guard options.failOn == nil else { throw UsageError("--fail-on needs --baseline") }
      return nil
    }
    self.options = options
    self.file = file
    policy = try options.policy(isSelection: isSelection)
    do throws(BaselineFileError) {
      baseline = .success(try BaselineFile.read(path: file))
    } catch {
      baseline = .failure(error)
    }
  }

  /// The warning to show before the run; `nil` when the baseline could be read.
  var warning: String? {
    guard case .failure(let error) = baseline else { return nil }
    return "\(error); it goes on, and ends with exit code 3"
  }

  /// Judges a run that was just made, with its decoders still at hand.
  ///
  /// - Returns: `nil` when the run or the judgement was stopped.
  func verdict(
    onRun number: Int, of session: ComparisonSession, _ table: ScoreTable, rechecker: Rechecker
  ) throws -> GateReport? {
    guard !table.outcome.wasStopped else { return nil }
    return try judge(
      session.baseline(ofRun: number), corpus: table.corpus,
      reproduceOptions: rechecker.plan.reproduceOptions, recheck: rechecker.recheck)
  }

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - current: The run.
  ///   - reproduceOptions: The options that `harness reproduce` needs besides key and decoder.
  ///   - recheck: Decodes suspicious samples once more; `nil` when no decoder is at hand.
  /// - Returns: `nil` when it was stopped in the meantime.
  func judge(
    _ current: Baseline, corpus: CorpusRecord, reproduceOptions: String = "",
    recheck: (([Flip]) throws -> Recheck?)?
  ) throws -> GateReport? {
    var report: GateReport
    switch baseline {
    case .failure(let error):
      report = .refusal(
        GateObjection(
          error.code == .absent ? .noBaseline : .damagedBaseline, error.description),
        of: corpus, policy: policy)
    case .success(let baseline):
      let gate = Gate(baseline: baseline, policy: policy)
      do {
        let result = try recheck?(gate.suspects(in: current))
        if recheck != nil, result == nil { return nil }
        report = gate.judge(current, recheck: result)
      } catch {
        // The run is complete and its reports are due, even if the recheck failed.
        report = gate.judge(current)
        report.objections.append(
          GateObjection(.recheck, "flipped samples could not be decoded once more: \(error)"))
      }
    }
    report.baselineFile = file
    report.reproduceOptions = reproduceOptions
    return report
  }

  /// Shows the findings on standard output, with annotations where a CI service looks for them.
  func publish(_ report: GateReport, terminal: TerminalOptionGroup) throws {
    try show("\n" + terminal.gateText.render(report))
    let environment = ProcessInfo.processInfo.environment
    if options.annotations || environment["GITHUB_ACTIONS"] == "true" {
      for line in Annotations.lines(report) { try show(line) }
    }
  }
}

/// The summary page that GitHub shows for a job.
enum JobSummary {
  /// Appends Markdown to the page, if there is one. An error is reported and does not fail the run.
  static func append(_ table: ScoreTable, _ gate: GateReport?) {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
    else { return }
    let verdict = gate.map { GateMarkdown($0).render(table) + "\n" } ?? ""
    let text = verdict + MarkdownReport().render(table) + "\n"
    guard let file = fopen(path, "a") else {
      complain("the job summary \(path) cannot be written: \(String(cString: strerror(errno)))")
      return
    }
    let isWritten = fputs(text, file) >= 0
    if fclose(file) != 0 || !isWritten {
      complain("the job summary \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
