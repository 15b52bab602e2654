/// Everything that scores need from a run's observations, counted in one pass.
struct Tally {
  /// What one decoder did in one group at one level.
  struct Cell: Hashable, Sendable {
    var verdicts: [Verdict: Int] = [:]
    var extras = Extras()

    var tried: Int { verdicts.values.reduce(0, +) }
    func count(_ verdict: Verdict) -> Int { verdicts[verdict] ?? 0 }
  }

  /// Wall-clock times inside decode calls of one decoder in one group, in nanoseconds.
  ///
  /// `Float` keeps seven digits, from a microsecond to a day, in half the memory.
  struct Latencies: Sendable {
    var reads: [Float] = []
    var misses: [Float] = []
  }

  let schedule: SampleSchedule
  private(set) var cells: [[[Cell]]]
  private(set) var latencies: [[Latencies]]
  /// By decoder and sample: tried, and read.
  private var tried: [BitSet]
  private var read: [BitSet]

  init(schedule: SampleSchedule, decoders: Int) {
    self.schedule = schedule
    let level = Array(repeating: Cell(), count: schedule.levelCount)
    cells = Array(repeating: Array(repeating: level, count: schedule.groupCount), count: decoders)
    latencies = Array(
      repeating: Array(repeating: Latencies(), count: schedule.groupCount), count: decoders)
    tried = Array(repeating: BitSet(count: schedule.count), count: decoders)
    read = tried
  }

  mutating func add(_ observation: borrowing Observation) {
    let place = schedule.place(of: observation.sample)
    let decoder = observation.decoder
    let verdict = observation.verdict
    cells[decoder][place.group][place.level].verdicts[verdict, default: 0] += 1
    cells[decoder][place.group][place.level].extras.duplicates += observation.extras.duplicates
    cells[decoder][place.group][place.level].extras.wrong += observation.extras.wrong
    tried[decoder].insert(observation.sample)
    if verdict == .read { read[decoder].insert(observation.sample) }
    guard !verdict.isBreakage else { return }
    let wall = Float(observation.wallNanoseconds)
    if verdict == .read {
      latencies[decoder][place.group].reads.append(wall)
    } else {
      latencies[decoder][place.group].misses.append(wall)
    }
  }

  /// What two decoders did on the samples of one group and level that both tried.
  func pairs(_ a: Int, _ b: Int, group: Int, level: Int) -> PairTally {
    var pairs = PairTally()
    for trial in 0..<schedule.trialCount {
      let sample = schedule.number(of: .init(group: group, level: level, trial: trial))
      guard tried[a].contains(sample), tried[b].contains(sample) else { continue }
      pairs.tried += 1
      switch (read[a].contains(sample), read[b].contains(sample)) {
      case (true, false): pairs.onlyFirst += 1
      case (false, true): pairs.onlySecond += 1
      default: break
      }
    }
    return pairs
  }
}

/// Samples that two decoders both tried, and those that only one of them read.
struct PairTally: Hashable, Sendable {
  var tried = 0
  var onlyFirst = 0
  var onlySecond = 0

  static func += (total: inout PairTally, part: PairTally) {
    total.tried += part.tried
    total.onlyFirst += part.onlyFirst
    total.onlySecond += part.onlySecond
  }
}

/// A set of numbers below a bound, one bit each: ten million samples take little over a megabyte.
struct BitSet: Hashable, Sendable {
  private var words: [UInt64]

  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ number: Int) {
    words[number >> 6] |= 1 << UInt64(number & 63)
  }

  func contains(_ number: Int) -> Bool {
    words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }
}
