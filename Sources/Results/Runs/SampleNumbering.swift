/// The numbering of a corpus's samples, trial by trial.
///
/// Trials come first so that a run that ends early has tried every group and level about equally
/// often. Within a trial, groups take turns, and levels come in a scattered order, so that a
/// decoder that dies at all small sizes is not taken for one that dies at every sample. The number
/// is an address within one run and never a source of randomness. Where groups have different
/// numbers of trials (folders of photos), some numbers have no sample.
public struct SampleNumbering: Hashable, Sendable {
  /// The number of groups in the corpus.
  public var groupCount: Int { trialCounts.count }
  /// The number of levels of the sweep.
  public let levelCount: Int
  /// The number of trials at each level, group by group.
  public let trialCounts: [Int]
  private let mostTrials: Int
  private let stride: Int
  private let inverseStride: Int

  public init(levelCount: Int, trialCounts: [Int]) {
    self.levelCount = levelCount
    self.trialCounts = trialCounts
    mostTrials = trialCounts.max() ?? 0
    let stride = Self.stride(levelCount: levelCount)
    self.stride = stride
    inverseStride =
      (0..<max(levelCount, 1)).first { $0 * stride % max(levelCount, 1) == 1 % max(levelCount, 1) }
      ?? 1
  }

  /// Makes a schedule whose groups all have the same number of trials.
  public init(groupCount: Int, levelCount: Int, trialCount: Int) {
    self.init(
      levelCount: levelCount, trialCounts: Array(repeating: trialCount, count: groupCount))
  }

  /// One more than the highest sample number; some numbers may have no sample.
  public var count: Int { groupCount * levelCount * mostTrials }

  /// The number of samples.
  public var sampleCount: Int { trialCounts.reduce(0, +) * levelCount }

  /// Returns the place of the sample with a number; `nil` when there is none.
  public func place(of sample: Int) -> SamplePlace? {
    let (turn, group) = sample.quotientAndRemainder(dividingBy: groupCount)
    let (trial, step) = turn.quotientAndRemainder(dividingBy: levelCount)
    guard trial < trialCounts[group] else { return nil }
    return SamplePlace(group: group, level: step * stride % levelCount, trial: trial)
  }

  /// Returns the number of a sample.
  public func number(of place: SamplePlace) -> Int {
    let step = place.level * inverseStride % levelCount
    return (place.trial * levelCount + step) * groupCount + place.group
  }

  /// True if a sample belongs to a slice. All groups of one trial and level share a slice; slices
  /// take turns from level to level and from trial to trial.
  public func belongs(_ sample: Int, to shard: Shard) -> Bool {
    let (trial, step) = (sample / groupCount).quotientAndRemainder(dividingBy: levelCount)
    return (step + trial) % shard.count == shard.index - 1
  }

  /// Returns the number of samples that belong to a slice, group by group.
  public func sampleCounts(in shard: Shard) -> [Int] {
    guard shard.isPart else { return trialCounts.map { $0 * levelCount } }
    var counts = Array(repeating: 0, count: groupCount)
    for number in 0..<count where belongs(number, to: shard) {
      if let place = place(of: number) { counts[place.group] += 1 }
    }
    return counts
  }

  /// Returns the step from level to level: close to the golden section, and coprime to the number
  /// of levels.
  private static func stride(levelCount: Int) -> Int {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    let golden = max(1, Int(Double(levelCount) * 0.618))
    return (golden...golden + levelCount).first { divisor($0, levelCount) == 1 } ?? 1
  }
}

/// One sample's place in the corpus.
public struct SamplePlace: Hashable, Sendable {
  /// Index of the group.
  public let group: Int
  /// Index of the level, the smallest value first.
  public let level: Int
  /// Number of the trial.
  public let trial: Int

  package init(group: Int, level: Int, trial: Int) {
    self.group = group
    self.level = level
    self.trial = trial
  }
}

/// One of several slices of a run, for machines that share the work.
///
/// Every slice holds samples of all groups and levels, about equally many, so that slices take
/// about the same time. The slice of a sample depends only on its number.
public struct Shard: Hashable, Sendable, Codable {
  /// The index of the slice, from 1.
  public let index: Int
  /// The number of slices.
  public let count: Int

  /// The whole run: one slice of one.
  public static let whole = Shard(index: 1, count: 1)

  /// Makes a slice.
  ///
  /// - Precondition: `index` is from 1 to `count`.
  public init(index: Int, count: Int) {
    precondition(1...max(count, 1) ~= index && count >= 1, "slices are counted from 1")
    self.index = index
    self.count = count
  }

  /// True if the slice is less than the whole run.
  public var isPart: Bool { count > 1 }
}

extension Shard: CustomStringConvertible {
  /// `2/4`, as `--shard` takes it.
  public var description: String { "\(index)/\(count)" }
}
