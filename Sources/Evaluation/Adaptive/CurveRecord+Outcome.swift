import Statistics

extension CurveRecord {
  /// Makes the record that is kept of a curve's outcome.
  ///
  /// - Parameters:
  ///   - outcome: The outcome; its levels are in the axis's order, where larger is easier.
  ///   - axis: The axis that converts them back to the sweep's order.
  init(decoder: Int, group: Int, _ outcome: AdaptiveOutcome, on axis: EasinessAxis) {
    let trials = outcome.counts.map(\.trials)
    self.init(
      decoder: decoder, group: group, ending: CurveEnding(outcome.reason),
      phase: outcome.phase.rawValue, trials: axis.isMirrored ? trials.reversed() : trials,
      crossing: outcome.crossing.map(axis.crossing))
  }
}

extension CurveEnding {
  fileprivate init(_ reason: AdaptiveOutcome.Reason) {
    self =
      switch reason {
      case .precisionReached: .precisionReached
      case .budgetSpent: .budgetSpent
      case .timeSpent: .timeSpent
      case .interrupted: .interrupted
      case .notReached: .notReached
      case .beyondRange: .beyondRange
      case .islands: .islands
      case .misfit: .misfit
      case .tooFewLevels: .tooFewLevels
      }
  }
}
