import Results

/// A choice of trials that goes on round by round, from the outcomes so far.
package protocol RoundSchedule: Sendable {
  /// True if no round follows.
  var isFinished: Bool { get }

  /// Returns the trials of the next round.
  ///
  /// Empty if all of them were asked for and not all outcomes are in.
  mutating func next() -> [TrialOrder]

  /// Records one outcome of the round.
  mutating func record(_ decoder: Int, _ place: SamplePlace, _ outcome: AttemptOutcome)

  /// Takes the recorded outcomes into account, and ends the trials of decoders that were given up.
  mutating func settle(givenUp: [Int])

  /// Ends all trials that still go on, for a reason, and returns one record per curve.
  mutating func close(_ reason: CurveEnding) -> [CurveRecord]
}

/// Trials of one cell that a schedule asks for.
package struct TrialOrder: Hashable, Sendable {
  let decoder: Int
  let group: Int
  /// The level's index in the sweep's order.
  let level: Int
  let trials: Range<Int>

  package init(decoder: Int, group: Int, level: Int, trials: Range<Int>) {
    (self.decoder, self.group, self.level, self.trials) = (decoder, group, level, trials)
  }
}
