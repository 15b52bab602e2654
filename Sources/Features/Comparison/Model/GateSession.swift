import Analysis
import Evaluation
import Foundation
import ResultStore
import Results
import Sessions

/// One judgement of a run against a baseline's file.
struct GateSession {
  private let file: String
  private let baseline: Result<Baseline, BaselineFileError>
  private let policy: GatePolicy

  /// Reads the baseline, before hours of work. A file that cannot be read is a result too, not an
  /// error.
  ///
  /// - Parameters:
  ///   - folder: The folder of the run that will be judged.
  ///   - number: The run's number; `nil` for the latest.
  init(baselineFile file: String, runIn folder: String, number: Int?, policy: GatePolicy) {
    self.file = file
    self.policy = policy
    do throws(BaselineFileError) {
      baseline = .success(try BaselineFile.read(path: file, orAccept: folder, run: number))
    } catch {
      baseline = .failure(error)
    }
  }

  /// The reason the baseline cannot be used; `nil` if it was read.
  var error: BaselineFileError? {
    if case .failure(let error) = baseline { error } else { nil }
  }

  /// Judges a run that was just made, with its decoders still at hand.
  ///
  /// - Returns: `nil` when the run or the judgement was stopped.
  func verdict(
    onRun number: Int, of session: ComparisonSession, _ table: ScoreTable, rechecker: Rechecker
  ) throws -> GateReport? {
    guard !table.outcome.wasStopped else { return nil }
    let current = try session.baseline(ofRun: number)
    return try judge(
      current, corpus: table.corpus, reproduceOptions: rechecker.plan.reproduceOptions
    ) { gate in
      var timeouts = gate.newTimeouts(in: current)
      var doubts: [String: HangDoubt] = [:]
      if !timeouts.isEmpty {
        let deadlines = rechecker.plan.decoders.compactMap { decoder in
          decoder.members.map(\.decodeDeadlineNanoseconds).min().map { (decoder.label, $0) }
        }
        let suspicion = HangSuspicion(
          deadlines: Dictionary(deadlines) { first, _ in first },
          usual: try AnswerTimes.p99(ofRun: number, in: session.store)
        )
        for decoder in Set(timeouts.map(\.cell.decoder)) {
          doubts[decoder] = suspicion.doubt(about: decoder)
        }
        timeouts = suspicion.choice(of: timeouts)
      }
      var recheck = try rechecker.recheck(gate.suspects(in: current), hanging: timeouts)
      recheck?.doubts = doubts
      return recheck
    }
  }

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - current: The run.
  ///   - reproduceOptions: The options of the commands that draw samples again.
  ///   - recheck: Decodes suspicious samples once more; `nil` when no decoder is at hand.
  /// - Returns: `nil` when it was stopped in the meantime.
  func judge(
    _ current: Baseline, corpus: CorpusRecord, reproduceOptions: ReproduceOptions,
    recheck: ((Gate) throws -> Recheck?)?
  ) throws -> GateReport? {
    var report: GateReport
    switch baseline {
    case .failure(let error):
      let reason: GateObstacle.Reason =
        error.code == .absent
        ? .noBaseline(message: error.description) : .damagedBaseline(message: error.description)
      report = .refusal(
        GateObstacle(reason), of: corpus, failOn: policy.failOn, alpha: policy.rule.alpha)
    case .success(let baseline):
      let gate = Gate(baseline: baseline, policy: policy)
      do {
        let result = try recheck?(gate)
        if recheck != nil, result == nil { return nil }
        report = gate.judge(current, recheck: result)
      } catch {
        // The run is complete and its reports are due, even if the recheck failed.
        report = gate.judge(current)
        report.obstacles.append(GateObstacle(.recheckFailed(message: "\(error)")))
      }
    }
    report.baselineFile = file
    report.reproduceOptions = reproduceOptions.typedHere
    report.limitSeconds = Double(reproduceOptions.timeoutNanoseconds) / 1e9
    return report
  }
}

extension ReproduceOptions {
  /// The options as they are typed in the current folder.
  var typedHere: String { relative(to: FileManager.default.currentDirectoryPath).text }
}
