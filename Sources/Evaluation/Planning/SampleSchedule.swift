import Corpora

/// The numbering of a corpus's samples: 0 to `count - 1`, trial by trial.
///
/// Trials come first so that a run that ends early has tried every group and level about equally
/// often. Within a trial groups take turns, and levels come in a scattered order, so that a decoder
/// that dies at all small sizes is not taken for one that dies at every sample. The number is
/// an address within one run, never a source of randomness.
public struct SampleSchedule: Hashable, Sendable {
  /// Groups in the corpus.
  public let groupCount: Int
  /// Levels of the sweep.
  public let levelCount: Int
  /// Trials at each level.
  public let trialCount: Int
  private let stride: Int
  private let inverseStride: Int

  /// Makes a schedule.
  public init(groupCount: Int, levelCount: Int, trialCount: Int) {
    self.groupCount = groupCount
    self.levelCount = levelCount
    self.trialCount = trialCount
    let stride = Self.stride(levelCount: levelCount)
    self.stride = stride
    inverseStride =
      (0..<max(levelCount, 1)).first { $0 * stride % max(levelCount, 1) == 1 % max(levelCount, 1) }
      ?? 1
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
    return Place(
      group: rest % groupCount, level: rest / groupCount * stride % levelCount,
      trial: sample / perTrial)
  }

  /// The number of a sample.
  public func number(of place: Place) -> Int {
    let turn = place.level * inverseStride % levelCount
    return (place.trial * levelCount + turn) * groupCount + place.group
  }

  /// The step from level to level: about the golden section, and prime to the number of levels.
  private static func stride(levelCount: Int) -> Int {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    let golden = max(1, Int(Double(levelCount) * 0.618))
    return (golden...golden + levelCount).first { divisor($0, levelCount) == 1 } ?? 1
  }
}
