import Corpora

/// A sample on which one decoder's outcome differs between two runs.
public struct Flip: Hashable, Sendable {
  /// The decoder and the group.
  public var cell: CellName
  /// The level.
  public var level: Level
  /// The number of the trial.
  public var trial: Int
  /// The outcome in the baseline.
  public var before: SampleOutcome
  /// The outcome in the current run.
  public var after: SampleOutcome

  /// True if the sample was read in the baseline and is not now.
  var isLoss: Bool { before == .read && after != .read }
  /// True if the sample is read now and was not in the baseline.
  var isGain: Bool { before != .read && after == .read }
  /// True if the sample is misread now and was not in the baseline; false positives count as
  /// misreads.
  var isNewMisread: Bool { after == .misread && before != .misread }
  /// True if the decoder crashes on the sample now and did not in the baseline.
  var isNewCrash: Bool { after == .crash && before != .crash }

  /// Returns the sample in the form that a report shows.
  func named(in corpus: String) -> FlippedSample {
    FlippedSample(
      key: "\(corpus)/\(cell.group)/\(level.text)/\(trial)", before: before.word,
      after: after.word)
  }
}
