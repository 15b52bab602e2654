import Results
import Statistics

extension CurveState {
  /// Computes the state from outcomes, level by level in the sweep's order. Outcomes that are not
  /// judged do not count.
  init(_ levels: [[SampleOutcome]], on axis: EasinessAxis) {
    let judged = levels.map { $0.filter(\.isJudged) }
    func count(_ outcome: SampleOutcome) -> Int {
      judged.reduce(0) { $0 + $1.count { $0 == outcome } }
    }
    let counts = judged.enumerated().map { level, trials in
      LevelCount(
        x: axis.position(of: level), reads: trials.count { $0 == .read }, trials: trials.count)
    }
    self.init(
      tried: judged.reduce(0) { $0 + $1.count }, reads: count(.read),
      misreads: count(.misread) + count(.wrongCode),
      crashes: count(.crash),
      meanThreshold: axis.isOrdered ? MeanThreshold.estimate(counts).map(axis.estimate) : nil,
      threshold: axis.isOrdered ? axis.threshold(counts) : .none)
  }
}
