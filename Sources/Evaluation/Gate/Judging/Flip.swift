import Corpora

/// A sample that one decoder answered otherwise in one run than in another.
public struct Flip: Hashable, Sendable {
  /// The decoder and the group.
  public var cell: CellName
  /// The level.
  public var level: Level
  /// The number of the trial.
  public var trial: Int
  /// What became of it in the baseline.
  public var before: SampleOutcome
  /// What became of it tonight.
  public var after: SampleOutcome

  /// Whether it was read and is not.
  var isLoss: Bool { before == .read && after != .read }
  /// Whether it is read and was not.
  var isGain: Bool { before != .read && after == .read }
  /// Whether something false is said that was not.
  var isNewMisread: Bool { after == .misread && before != .misread }
  /// Whether the decoder dies of it and did not.
  var isNewCrash: Bool { after == .crash && before != .crash }

  /// The sample as a report names it.
  func named(in corpus: String) -> FlippedSample {
    FlippedSample(
      key: "\(corpus)/\(cell.group)/\(level.text)/\(trial)", before: before.word,
      after: after.word)
  }
}
