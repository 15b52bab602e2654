import DecoderKit
import Dispatch
import Results
import Synchronization

/// Every decoder's tally, and comparisons of two decoders on the samples that both tried.
struct Tally: Sendable {
  /// The tallies of all decoders, in the run's order.
  let decoders: [DecoderTally]

  let layout: SampleLayout
  private let firstPassTrials: Int?

  /// Counts all observations of a run, several decoders in parallel.
  ///
  /// - Throws: Errors from the store.
  init(of run: RunRecord, number: Int, in store: some ObservationStore) throws {
    let firstPassTrials = run.settings.aim?.firstPassTrials
    decoders = try run.decoders.indices.concurrentMap { decoder in
      var tally = DecoderTally(
        of: run, decoder: run.decoders[decoder], firstPassTrials: firstPassTrials)
      try store.forEachObservation(ofRun: number, decoder: decoder) { tally.add($0) }
      return tally
    }
    layout = SampleLayout(run.corpus)
    self.firstPassTrials = firstPassTrials
  }

  /// Returns the times, in nanoseconds, of two decoders on samples of some groups that both read.
  /// At most `limit` pairs are taken, at regular steps.
  func pairedLatencies(
    _ a: Int, _ b: Int, groups: [Int], limit: Int
  ) -> (a: [Double], b: [Double]) {
    let (a, b) = (decoders[a], decoders[b])
    var samples: [Int] = []
    for group in groups {
      for sample in layout.samples(ofGroup: group)
      where a.succeeded.contains(sample) && b.succeeded.contains(sample)
        && a.wallNanoseconds[sample] > 0 && b.wallNanoseconds[sample] > 0
      {
        samples.append(sample)
      }
    }
    let step = max((samples.count + limit - 1) / limit, 1)
    let chosen = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    return (
      chosen.map { Double(a.wallNanoseconds[$0]) }, chosen.map { Double(b.wallNanoseconds[$0]) }
    )
  }

  /// Calls a closure with each image of a level that all of some decoders tried.
  ///
  /// - Parameter withLaterTrials: False to take the first pass alone where the run chose its own
  ///   trials, because later ones depend on the outcomes.
  func forEachImage(
    ofGroup group: Int, level: Int, triedBy tallies: [Int], withLaterTrials: Bool = false,
    _ body: (_ place: SamplePlace, _ sample: Int) -> Void
  ) {
    let samples = layout.samples(
      ofGroup: group, level: level,
      trialsBelow: withLaterTrials ? .max : firstPassTrials ?? .max)
    for sample in samples where tallies.allSatisfy({ decoders[$0].tried.contains(sample) }) {
      body(
        SamplePlace(group: group, level: level, trial: sample - samples.lowerBound), sample)
    }
  }

  /// True if all of some decoders tried every image of a level.
  func isComplete(_ tallies: [Int], group: Int, level: Int) -> Bool {
    let planned = layout.samples(ofGroup: group, level: level, trialsBelow: .max).count
    return firstPassTrials == nil
      && tallies.allSatisfy { decoders[$0].cells[group][level].tried == planned }
  }

  /// Counts the results of two decoders on the samples of one group and level that both tried.
  ///
  /// If the run chose its own trials, only the first pass counts, because later trials depend on
  /// the outcomes.
  func pairs(_ a: Int, _ b: Int, group: Int, level: Int) -> PairTally {
    let (a, b) = (decoders[a], decoders[b])
    var pairs = PairTally()
    let samples = layout.samples(
      ofGroup: group, level: level, trialsBelow: firstPassTrials ?? .max)
    for sample in samples where a.tried.contains(sample) && b.tried.contains(sample) {
      pairs.tried += 1
      switch (a.succeeded.contains(sample), b.succeeded.contains(sample)) {
      case (true, false): pairs.onlyFirst += 1
      case (false, true): pairs.onlySecond += 1
      default: break
      }
    }
    return pairs
  }
}

/// Numbers of samples that two decoders both tried, and of those on which only one of them
/// succeeded.
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

/// All counts that scores need from one decoder's observations, made in one pass.
struct DecoderTally: Sendable {
  /// The counts of one decoder in one group at one level.
  struct Cell: Hashable, Sendable {
    /// Numbers of verdicts, in the order of ``Verdict/allCases``.
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

  /// The numbers of trials and successes in a part of a cell.
  struct Part: Hashable, Sendable {
    private(set) var tried = 0
    private(set) var successes = 0

    mutating func add(isSuccess: Bool) {
      tried += 1
      if isSuccess { successes += 1 }
    }
  }

  /// The cells, by group and level.
  private(set) var cells: [[Cell]]
  /// The first pass of a run that chose its own trials, by group and level; else empty.
  private(set) var firstPass: [[Part]] = []
  /// Counts by group, level and payload; empty for groups whose trials all have their own payload.
  private(set) var payloads: [[[Part]]]
  /// By sample: tried, succeeded, answered wrongly, and ended in an error.
  private(set) var tried: BitSet
  private(set) var succeeded: BitSet
  private(set) var misread: BitSet
  private(set) var broken: BitSet
  /// The wrong readings beside those that were judged, by sample; only samples that have some.
  private(set) var wrongExtras: [Int: Int] = [:]
  /// Wall-clock times inside decode calls by sample, in nanoseconds; 0 without an answer.
  ///
  /// `Float` keeps seven digits, from a microsecond to a day, in half the memory.
  private(set) var wallNanoseconds: [Float]

  /// By symbol, in the numbering of ``SymbolLayout``: read right.
  private(set) var symbolReads: BitSet
  /// Counts by group, level and place in the image; empty where an image counts as a whole, and
  /// where images of the group hold different symbols.
  private(set) var places: [[[PlaceCounts]]]

  /// The outcomes at one place of a label, at one level.
  struct PlaceCounts: Hashable, Sendable {
    var tried = 0
    var read = 0
    var misread = 0
    var broken = 0

    static func += (total: inout PlaceCounts, part: PlaceCounts) {
      total.tried += part.tried
      total.read += part.read
      total.misread += part.misread
      total.broken += part.broken
    }
  }

  /// The fits of corners to the symbols that were read.
  private(set) var outlines: OutlineTallies

  /// The verdicts on meanings, by group.
  private(set) var meanings: [MeaningTally]

  /// The errors by cause.
  private(set) var causes: [ErrorSignature: Cause] = [:]

  /// The errors of one cause.
  struct Cause: Hashable, Sendable {
    var count: Int
    /// The number of the first sample in the order in which a run takes them, and its place.
    var first: Int
    var place: SamplePlace
    /// The groups and levels of the errors.
    var cells: Set<CellPlace> = []
  }

  /// A level of a group.
  struct CellPlace: Hashable, Sendable {
    var group: Int
    var level: Int
  }

  private let layout: SampleLayout
  private let symbolLayout: SymbolLayout
  private let record: DecoderRecord
  private let numbering: SampleNumbering
  /// Trials of the first pass; `nil` where trials were fixed.
  private let firstPassTrials: Int?
  private let payloadCounts: [Int]

  init(of run: RunRecord, decoder record: DecoderRecord, firstPassTrials: Int?) {
    self.record = record
    layout = SampleLayout(run.corpus)
    let symbolLayout = SymbolLayout(run.corpus)
    self.symbolLayout = symbolLayout
    symbolReads = BitSet(count: symbolLayout.symbolCount)
    numbering = run.corpus.numbering
    self.firstPassTrials = firstPassTrials
    payloadCounts = run.corpus.groups.map { $0.payloads ?? 0 }
    func perCell<Value>(_ value: (_ group: Int) -> Value) -> [[Value]] {
      run.corpus.groups.indices.map { group in
        Array(repeating: value(group), count: run.corpus.levels.count)
      }
    }
    cells = perCell { _ in Cell() }
    if firstPassTrials != nil { firstPass = perCell { _ in Part() } }
    payloads = perCell { [payloadCounts] in Array(repeating: Part(), count: payloadCounts[$0]) }
    places = perCell { group in
      let scenes = symbolLayout.scenes(ofGroup: group) ?? []
      return Array(repeating: PlaceCounts(), count: scenes.count == 1 ? scenes[0].count : 0)
    }
    outlines = OutlineTallies(run.corpus)
    meanings = Array(repeating: MeaningTally(), count: run.corpus.groups.count)
    tried = BitSet(count: layout.sampleCount)
    (succeeded, misread, broken) = (tried, tried, tried)
    wallNanoseconds = Array(repeating: 0, count: layout.sampleCount)
  }

  mutating func add(_ observation: borrowing Observation) {
    let place = observation.place
    let verdict = observation.verdict
    let sample = layout.index(place.group, place.level, place.trial)
    cells[place.group][place.level].add(observation)
    if verdict.isBreakage { addCause(observation) }
    tried.insert(sample)
    if verdict.isSuccess { succeeded.insert(sample) }
    if verdict.isFalse { misread.insert(sample) }
    if verdict.isBreakage { broken.insert(sample) }
    let wrong = observation.finding.extras.wrong
    if wrong > 0 { wrongExtras[sample] = wrong }
    addSymbols(observation)
    addMeanings(observation, sample: sample)
    outlines.add(
      observation, scene: symbolLayout.scene(group: place.group, trial: place.trial))
    if !verdict.isBreakage { wallNanoseconds[sample] = Float(observation.wallNanoseconds) }
    if let firstPassTrials, place.trial < firstPassTrials {
      firstPass[place.group][place.level].add(isSuccess: verdict.isSuccess)
    }
    let payloadCount = payloadCounts[place.group]
    if payloadCount > 0 {
      payloads[place.group][place.level][place.trial % payloadCount]
        .add(isSuccess: verdict.isSuccess)
    }
  }

  private mutating func addSymbols(_ observation: borrowing Observation) {
    let place = observation.place
    guard let scene = symbolLayout.scene(group: place.group, trial: place.trial) else { return }
    let first = symbolLayout.first(place)
    let outcomes = observation.finding.symbols.map { $0.map(SymbolOutcome.init(rawValue:)) }
    let hasCounts = !places[place.group][place.level].isEmpty
    for index in scene.indices where record.supports(scene[index]) {
      let isRead =
        outcomes.map { index < $0.count && $0[index] == .read } ?? observation.verdict.isSuccess
      if isRead { symbolReads.insert(first + index) }
      guard hasCounts else { continue }
      let isMisread =
        outcomes.map { index < $0.count && $0[index] == .misread }
        ?? (observation.verdict == .misread)
      places[place.group][place.level][index] += PlaceCounts(
        tried: 1, read: isRead ? 1 : 0, misread: isMisread ? 1 : 0,
        broken: observation.verdict.isBreakage ? 1 : 0)
    }
  }

  private mutating func addMeanings(_ observation: borrowing Observation, sample: Int) {
    guard let verdicts = observation.finding.meanings else { return }
    let place = observation.place
    let payloadCount = payloadCounts[place.group]
    let cluster: SharedWork.Cluster? =
      if payloadCount > 1 {
        .payload(group: place.group, place.trial % payloadCount)
      } else {
        verdicts.count > 1 ? .image(sample) : nil
      }
    meanings[place.group].add(observation.finding, cluster: cluster)
  }

  private mutating func addCause(_ observation: borrowing Observation) {
    var signature = ErrorSignature(observation.finding)
    if causes[signature] == nil, causes.count >= ErrorSignature.mostTold {
      signature = .others(signature.verdict)
    }
    let place = observation.place
    let number = numbering.number(of: place)
    var cause = causes[signature] ?? Cause(count: 0, first: number, place: place)
    cause.count += 1
    if number < cause.first { (cause.first, cause.place) = (number, place) }
    cause.cells.insert(CellPlace(group: place.group, level: place.level))
    causes[signature] = cause
  }

  /// Returns the times of the answers in one group, in nanoseconds: of successes, and of the rest
  /// (errors excluded).
  func latencies(group: Int) -> (successes: [Float], misses: [Float]) {
    var latencies: (successes: [Float], misses: [Float]) = ([], [])
    for sample in layout.samples(ofGroup: group) where wallNanoseconds[sample] > 0 {
      if succeeded.contains(sample) {
        latencies.successes.append(wallNanoseconds[sample])
      } else {
        latencies.misses.append(wallNanoseconds[sample])
      }
    }
    return latencies
  }
}

extension Verdict {
  /// The index of the verdict in ``Verdict/allCases``.
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
    case .wrongCode: 10
    case .several: 11
    case .cannotSelect: 12
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

extension Range<Int> {
  /// Returns the results of a closure for every number, in order; several cores work at once.
  ///
  /// - Throws: The closure's error for the lowest number for which it throws.
  func concurrentMap<Value: Sendable, Failure: Error>(
    _ transform: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let results = Mutex<[Result<Value, Failure>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { place in
      let result = Result { () throws(Failure) in try transform(lowerBound + place) }
      results.withLock { $0[place] = result }
    }
    var values: [Value] = []
    for case .some(let result) in results.withLock({ $0 }) { values.append(try result.get()) }
    return values
  }
}
