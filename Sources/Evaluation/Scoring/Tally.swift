/// Everything that scores need from a run's observations, counted in one pass.
struct Tally {
  /// What one decoder did in one group at one level.
  struct Cell: Hashable, Sendable {
    /// By ``Verdict/allCases``.
    private var verdicts = [Int](repeating: 0, count: Verdict.allCases.count)
    private(set) var strictReads = 0
    private(set) var retried = 0
    private(set) var extras = Extras()
    private(set) var misreadClasses: [MisreadClass: Int] = [:]
    private(set) var symbols: [SymbolOutcome: Int] = [:]

    var tried: Int { verdicts.reduce(0, +) }
    var successes: Int { count(where: \.isSuccess) }

    func count(_ verdict: Verdict) -> Int { verdicts[verdict.index] }

    func count(where isWanted: (Verdict) -> Bool) -> Int {
      Verdict.allCases.reduce(0) { $0 + (isWanted($1) ? count($1) : 0) }
    }

    mutating func add(_ observation: borrowing Observation) {
      let finding = observation.finding
      verdicts[finding.verdict.index] += 1
      if finding.isStrict { strictReads += 1 }
      if observation.wasRetried { retried += 1 }
      extras += finding.extras
      if let misreadClass = finding.misreadClass { misreadClasses[misreadClass, default: 0] += 1 }
      for letter in finding.symbols ?? "" {
        if let outcome = SymbolOutcome(rawValue: letter) { symbols[outcome, default: 0] += 1 }
      }
    }

    static func += (total: inout Cell, part: Cell) {
      for index in total.verdicts.indices { total.verdicts[index] += part.verdicts[index] }
      total.strictReads += part.strictReads
      total.retried += part.retried
      total.extras += part.extras
      total.misreadClasses.merge(part.misreadClasses, uniquingKeysWith: +)
      total.symbols.merge(part.symbols, uniquingKeysWith: +)
    }
  }

  /// Wall-clock times inside decode calls of one decoder in one group, in nanoseconds.
  ///
  /// `Float` keeps seven digits, from a microsecond to a day, in half the memory.
  struct Latencies: Sendable {
    var successes: [Float] = []
    var misses: [Float] = []
  }

  let schedule: SampleSchedule
  private(set) var cells: [[[Cell]]]
  private(set) var latencies: [[Latencies]]
  /// By decoder and sample: tried, and read.
  private var tried: [BitSet]
  private var succeeded: [BitSet]

  init(schedule: SampleSchedule, decoders: Int) {
    self.schedule = schedule
    let level = Array(repeating: Cell(), count: schedule.levelCount)
    cells = Array(repeating: Array(repeating: level, count: schedule.groupCount), count: decoders)
    latencies = Array(
      repeating: Array(repeating: Latencies(), count: schedule.groupCount), count: decoders)
    tried = Array(repeating: BitSet(count: schedule.count), count: decoders)
    succeeded = tried
  }

  mutating func add(_ observation: borrowing Observation) {
    let place = observation.place
    let decoder = observation.decoder
    let verdict = observation.verdict
    let sample = schedule.number(of: place)
    cells[decoder][place.group][place.level].add(observation)
    tried[decoder].insert(sample)
    if verdict.isSuccess { succeeded[decoder].insert(sample) }
    guard !verdict.isBreakage else { return }
    let wall = Float(observation.wallNanoseconds)
    if verdict.isSuccess {
      latencies[decoder][place.group].successes.append(wall)
    } else {
      latencies[decoder][place.group].misses.append(wall)
    }
  }

  /// What two decoders did on the samples of one group and level that both tried.
  func pairs(_ a: Int, _ b: Int, group: Int, level: Int) -> PairTally {
    var pairs = PairTally()
    for trial in 0..<schedule.trialCounts[group] {
      let sample = schedule.number(of: .init(group: group, level: level, trial: trial))
      guard tried[a].contains(sample), tried[b].contains(sample) else { continue }
      pairs.tried += 1
      switch (succeeded[a].contains(sample), succeeded[b].contains(sample)) {
      case (true, false): pairs.onlyFirst += 1
      case (false, true): pairs.onlySecond += 1
      default: break
      }
    }
    return pairs
  }
}

/// Samples that two decoders both tried, and those in which only one of them did what it is for.
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

extension Verdict {
  /// Where the verdict stands among all.
  fileprivate var index: Int {
    switch self {
    case .read: 0
    case .noRead: 1
    case .misread: 2
    case .crash: 3
    case .timeout: 4
    case .failed: 5
    case .clean: 6
    case .falsePositive: 7
    case .detected: 8
    case .undetected: 9
    }
  }
}

extension Extras {
  static func += (total: inout Extras, part: Extras) {
    total.duplicates += part.duplicates
    total.wrong += part.wrong
    total.unjudged += part.unjudged
  }
}
