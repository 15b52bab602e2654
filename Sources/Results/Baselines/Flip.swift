import Statistics

/// A sample on which one decoder's outcome differs between two runs.
public struct Flip: Hashable, Sendable {
  /// The decoder and the group.
  public var cell: CellName
  public var level: Level
  /// The number of the trial.
  public var trial: Int
  /// The outcome in the baseline.
  public var before: SampleOutcome
  /// The outcome in the current run.
  public var after: SampleOutcome

  package init(
    cell: CellName, level: Level, trial: Int, before: SampleOutcome, after: SampleOutcome
  ) {
    self.cell = cell
    self.level = level
    self.trial = trial
    self.before = before
    self.after = after
  }

  /// True if the sample was read in the baseline and is not now.
  package var isLoss: Bool { before == .read && after != .read }
  /// True if the sample is read now and was not in the baseline.
  package var isGain: Bool { before != .read && after == .read }
  /// True if the sample is misread now and was not in the baseline; false positives count as
  /// misreads.
  package var isNewMisread: Bool { after.isFalse && !before.isFalse }
  /// True if the decoder crashes on the sample now and did not in the baseline.
  package var isNewCrash: Bool { after == .crash && before != .crash }

  /// Returns the sample in the form that a report shows.
  package func named(in corpus: CorpusRecord) -> FlippedSample {
    FlippedSample(
      key: corpus.key(ofGroup: cell.group, level: level, trial: trial), before: before,
      after: after)
  }

  /// Returns the sample in the form that a report shows.
  package func named(in corpus: Baseline.DrawnCorpus, isPhantom: Bool = false) -> FlippedSample {
    FlippedSample(
      key: corpus.key(ofGroup: cell.group, level: level, trial: trial), before: before,
      after: after, isPhantom: isPhantom)
  }
}

/// A sample whose outcome differs from the baseline.
public struct FlippedSample: Hashable, Sendable {
  /// The sample's key, as `harness reproduce` takes it.
  public var key: String
  /// The outcome in the baseline.
  public var before: SampleOutcome
  /// The outcome in the current run.
  public var after: SampleOutcome
  /// True if it is shown for a phantom that the baseline has not; its outcomes may be the same.
  public var isPhantom: Bool

  package init(key: String, before: SampleOutcome, after: SampleOutcome, isPhantom: Bool = false) {
    (self.key, self.before, self.after, self.isPhantom) = (key, before, after, isPhantom)
  }
}

extension FlippedSample: Encodable {
  private enum CodingKeys: String, CodingKey {
    case key, before, after
    case isPhantom = "phantom"
  }

  public func encode(to encoder: any Swift.Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(before.name, forKey: .before)
    try container.encode(after.name, forKey: .after)
    if isPhantom { try container.encode(true, forKey: .isPhantom) }
  }
}
