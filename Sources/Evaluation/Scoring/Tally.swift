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

  /// Successes over tries in a part of a cell.
  struct Part: Hashable, Sendable {
    private(set) var tried = 0
    private(set) var successes = 0

    mutating func add(isSuccess: Bool) {
      tried += 1
      if isSuccess { successes += 1 }
    }
  }

  /// By decoder, group and level.
  private(set) var cells: [[[Cell]]]
  /// The first pass of a run that chose its own trials, by decoder, group and level; else empty.
  private(set) var firstPass: [[[Part]]] = []
  /// By decoder, group and level, payload by payload; empty for groups whose trials all have their own.
  private(set) var payloads: [[[[Part]]]]

  private let levelCount: Int
  private let trialCounts: [Int]
  /// By group: the index of its first sample.
  private var firstSamples: [Int] = []
  /// Trials of the first pass; `nil` where trials were fixed.
  private let firstPassTrials: Int?
  private let payloadCounts: [Int]
  /// Wall-clock times inside decode calls by decoder and sample, in nanoseconds; 0 without an answer.
  ///
  /// `Float` keeps seven digits, from a microsecond to a day, in half the memory.
  private var wallNanoseconds: [[Float]]
  /// By decoder and sample: tried, and read.
  private var tried: [BitSet]
  private var succeeded: [BitSet]

  init(of run: RunRecord, firstPassTrials: Int? = nil) {
    let decoders = run.contestants.count
    levelCount = run.corpus.levels.count
    trialCounts = run.corpus.groups.map(\.trials)
    var next = 0
    for trials in trialCounts {
      firstSamples.append(next)
      next += trials * levelCount
    }
    self.firstPassTrials = firstPassTrials
    payloadCounts = run.corpus.groups.map { $0.payloads ?? 0 }
    func perCell<Value>(_ value: (_ group: Int) -> Value) -> [[[Value]]] {
      let groups = run.corpus.groups.indices.map { group in
        Array(repeating: value(group), count: run.corpus.levels.count)
      }
      return Array(repeating: groups, count: decoders)
    }
    cells = perCell { _ in Cell() }
    if firstPassTrials != nil { firstPass = perCell { _ in Part() } }
    payloads = perCell { [payloadCounts] in Array(repeating: Part(), count: payloadCounts[$0]) }
    wallNanoseconds = Array(
      repeating: Array(repeating: 0, count: next), count: decoders)
    tried = Array(repeating: BitSet(count: next), count: decoders)
    succeeded = tried
  }

  mutating func add(_ observation: borrowing Observation) {
    let place = observation.place
    let decoder = observation.decoder
    let verdict = observation.verdict
    let sample = index(place.group, place.level, place.trial)
    cells[decoder][place.group][place.level].add(observation)
    tried[decoder].insert(sample)
    if verdict.isSuccess { succeeded[decoder].insert(sample) }
    if !verdict.isBreakage {
      wallNanoseconds[decoder][sample] = Float(observation.wallNanoseconds)
    }
    if let firstPassTrials, place.trial < firstPassTrials {
      firstPass[decoder][place.group][place.level].add(isSuccess: verdict.isSuccess)
    }
    let payloadCount = payloadCounts[place.group]
    if payloadCount > 0 {
      payloads[decoder][place.group][place.level][place.trial % payloadCount]
        .add(isSuccess: verdict.isSuccess)
    }
  }

  /// The times of a decoder's answers in one group, in nanoseconds: where it did what it is for, and
  /// where it did not.
  func latencies(_ decoder: Int, group: Int) -> (successes: [Float], misses: [Float]) {
    var latencies: (successes: [Float], misses: [Float]) = ([], [])
    forEachSample(ofGroup: group) { sample in
      let wall = wallNanoseconds[decoder][sample]
      guard wall > 0 else { return }
      if succeeded[decoder].contains(sample) {
        latencies.successes.append(wall)
      } else {
        latencies.misses.append(wall)
      }
    }
    return latencies
  }

  /// The times of two decoders on samples of some groups that both read: all of them, or every so many
  /// where there are more than `limit`.
  func pairedLatencies(
    _ a: Int, _ b: Int, groups: [Int], limit: Int
  ) -> (a: [Double], b: [Double]) {
    var samples: [Int] = []
    for group in groups {
      forEachSample(ofGroup: group) { sample in
        let bothRead = succeeded[a].contains(sample) && succeeded[b].contains(sample)
        if bothRead, wallNanoseconds[a][sample] > 0, wallNanoseconds[b][sample] > 0 {
          samples.append(sample)
        }
      }
    }
    let step = max((samples.count + limit - 1) / limit, 1)
    let chosen = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    return (
      chosen.map { Double(wallNanoseconds[a][$0]) }, chosen.map { Double(wallNanoseconds[b][$0]) }
    )
  }

  private func forEachSample(ofGroup group: Int, _ body: (Int) -> Void) {
    let first = firstSamples[group]
    for sample in first..<first + levelCount * trialCounts[group] { body(sample) }
  }

  /// A sample's place in the order in which observations come: neighbours are neighbours in memory.
  private func index(_ group: Int, _ level: Int, _ trial: Int) -> Int {
    firstSamples[group] + level * trialCounts[group] + trial
  }

  /// What two decoders did on the samples of one group and level that both tried.
  ///
  /// Of a run that chose its own trials only the first pass counts: what comes after it depends on the
  /// outcomes.
  func pairs(_ a: Int, _ b: Int, group: Int, level: Int) -> PairTally {
    var pairs = PairTally()
    let first = index(group, level, 0)
    for sample in first..<first + min(trialCounts[group], firstPassTrials ?? .max) {
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
