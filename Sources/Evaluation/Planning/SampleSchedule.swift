import Corpora

/// The numbering of a corpus's samples: 0 to `count - 1`, trial by trial.
///
/// Trials come first so that a run that ends early has tried every group and level about equally
/// often, and so that a progress bar is honest: small images do not all come first. The number is
/// an address within one run, never a source of randomness.
public struct SampleSchedule: Hashable, Sendable {
  /// Groups in the corpus.
  public let groupCount: Int
  /// Levels of the sweep.
  public let levelCount: Int
  /// Trials at each level.
  public let trialCount: Int

  /// Makes a schedule.
  public init(groupCount: Int, levelCount: Int, trialCount: Int) {
    self.groupCount = groupCount
    self.levelCount = levelCount
    self.trialCount = trialCount
  }

  /// The schedule of a corpus.
  public init(of corpus: Corpus) {
    self.init(
      groupCount: corpus.groups.count, levelCount: corpus.sweep.levels.count,
      trialCount: corpus.trials)
  }

  /// All samples.
  public var count: Int { groupCount * levelCount * trialCount }

  /// One sample's place in the corpus.
  public struct Place: Hashable, Sendable {
    /// Index of the group.
    public let group: Int
    /// Index of the level, the smallest value first.
    public let level: Int
    /// Number of the trial.
    public let trial: Int
  }

  /// Where the sample with a number stands.
  public func place(of sample: Int) -> Place {
    let perTrial = groupCount * levelCount
    let rest = sample % perTrial
    return Place(group: rest / levelCount, level: rest % levelCount, trial: sample / perTrial)
  }

  /// The number of a sample.
  public func number(of place: Place) -> Int {
    (place.trial * groupCount + place.group) * levelCount + place.level
  }
}
