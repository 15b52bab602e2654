import Results
import Statistics

extension CurveState {
  /// Computes the state from outcomes, level by level in the sweep's order. Outcomes that are not
  /// judged do not count.
  package init(_ levels: [[SampleOutcome]], on axis: EasinessAxis) {
    var (tried, misreads, crashes) = (0, 0, 0)
    let counts = levels.enumerated().map { level, outcomes in
      var count = LevelCount(x: axis.position(of: level), reads: 0, trials: 0)
      for outcome in outcomes where outcome.isJudged {
        count.trials += 1
        switch outcome {
        case .read: count.reads += 1
        case .misread, .wrongCode: misreads += 1
        case .crash: crashes += 1
        default: break
        }
      }
      tried += count.trials
      return count
    }
    self.init(
      tried: tried, reads: counts.reduce(0) { $0 + $1.reads }, misreads: misreads,
      crashes: crashes,
      meanThreshold: axis.isOrdered ? MeanThreshold.estimate(counts).map(axis.estimate) : nil,
      threshold: axis.isOrdered ? axis.threshold(counts) : .none)
  }
}
