import Base
import Results

/// Every decoder's tally, and comparisons of two decoders on the samples that both tried.
struct Tally: Sendable {
  /// The tallies of all decoders, in the run's order.
  let decoders: [DecoderTally]
  /// The decode times, which stay in the store.
  let times: DecodeTimes

  let layout: SampleLayout
  private let firstPassTrials: Int?

  /// Counts all observations of a run, several decoders in parallel.
  ///
  /// - Throws: Errors from the store.
  init(of run: RunRecord, number: Int, in store: some ObservationSource) throws {
    let firstPassTrials = run.settings.aim?.firstPassTrials
    let layout = SampleLayout(run.corpus)
    let times = DecodeTimes(ofRun: number, layout: layout, in: store)
    decoders = try run.decoders.indices.concurrentMap { decoder in
      var tally = DecoderTally(
        of: run, decoder: run.decoders[decoder], firstPassTrials: firstPassTrials)
      try store.forEachBlock(
        ofRun: number, decoder: decoder, group: nil, detailing: \.isBreakage
      ) { block in
        tally.add(block) { times.keep($1, decoder: decoder, group: $0) }
      }
      tally.finish { times.keep($1, decoder: decoder, group: $0) }
      return tally
    }
    self.times = times
    self.layout = layout
    self.firstPassTrials = firstPassTrials
  }

  /// Two decoders, with the groups on which their times are compared.
  struct TimedPair {
    let first: Int
    /// Not the first one.
    let second: Int
    let groups: [Int]
  }

  /// Returns the times, in nanoseconds, of pairs of decoders on samples that both read.
  ///
  /// Each decoder's times in a group are read once for all pairs.
  ///
  /// - Parameter limit: The most samples that are taken of a pair, at regular steps.
  func pairedLatencies(
    _ pairs: [TimedPair], limit: Int
  ) -> [(first: [Double], second: [Double])] {
    let chosen = pairs.indices.concurrentMap { timedSamples(pairs[$0], limit: limit) }
    var uses: [GroupOfDecoder: [Int]] = [:]
    for (index, pair) in pairs.enumerated() {
      for group in chosen[index].keys {
        for decoder in [pair.first, pair.second] {
          uses[GroupOfDecoder(decoder: decoder, group: group), default: []].append(index)
        }
      }
    }
    // Several decoders are counted at once, so the first groups of all are those that were kept.
    let keys = uses.keys.sorted { ($0.group, $0.decoder) < ($1.group, $1.decoder) }
    let taken = keys.indices.concurrentMap { [uses] index in
      let key = keys[index]
      let all = times.of(key.decoder, group: key.group)
      return (uses[key] ?? []).map { pair in
        (pair, (chosen[pair][key.group] ?? []).map { all[$0] })
      }
    }
    var parts: [GroupOfDecoder: [Int: [Float]]] = [:]
    for (key, taken) in zip(keys, taken) { parts[key] = Dictionary(uniqueKeysWithValues: taken) }
    return pairs.enumerated().map { index, pair in
      func times(_ decoder: Int) -> [Double] {
        pair.groups.flatMap { group in
          parts[GroupOfDecoder(decoder: decoder, group: group)]?[index] ?? []
        }.map(Double.init)
      }
      return (times(pair.first), times(pair.second))
    }
  }

  private struct GroupOfDecoder: Hashable {
    let decoder: Int
    let group: Int
  }

  /// Returns, by group, the samples that both decoders read and that were timed, numbered from the group's
  /// first, at regular steps.
  private func timedSamples(_ pair: TimedPair, limit: Int) -> [Int: [Int]] {
    let (one, other) = (decoders[pair.first], decoders[pair.second])
    func timed(from sample: Int, in samples: Range<Int>) -> UInt64 {
      Self.mask(samples, from: sample)
        & one.succeeded.bits(from: sample) & ~one.untimed.bits(from: sample)
        & other.succeeded.bits(from: sample) & ~other.untimed.bits(from: sample)
    }
    let count = pair.groups.reduce(0) { sum, group in
      let samples = layout.samples(ofGroup: group)
      return stride(from: samples.lowerBound, to: samples.upperBound, by: 64)
        .reduce(sum) { $0 + timed(from: $1, in: samples).nonzeroBitCount }
    }
    let step = max((count + limit - 1) / limit, 1)
    var chosen: [Int: [Int]] = [:]
    var next = 0
    for group in pair.groups {
      let samples = layout.samples(ofGroup: group)
      for first in stride(from: samples.lowerBound, to: samples.upperBound, by: 64) {
        var bits = timed(from: first, in: samples)
        guard next < bits.nonzeroBitCount else {
          next -= bits.nonzeroBitCount
          continue
        }
        while bits != 0 {
          if next == 0 {
            chosen[group, default: []].append(
              first - samples.lowerBound + bits.trailingZeroBitCount)
            next = step
          }
          next -= 1
          bits &= bits - 1
        }
      }
    }
    return chosen
  }

  /// The bits of those of 64 samples, from a first one on, that are in a range.
  private static func mask(_ samples: Range<Int>, from first: Int) -> UInt64 {
    let room = samples.upperBound - first
    return room < 64 ? 1 << UInt64(room) - 1 : .max
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
    for first in stride(from: samples.lowerBound, to: samples.upperBound, by: 64) {
      var bits = tallies.reduce(Self.mask(samples, from: first)) {
        $0 & decoders[$1].tried.bits(from: first)
      }
      while bits != 0 {
        let sample = first + bits.trailingZeroBitCount
        body(
          SamplePlace(group: group, level: level, trial: sample - samples.lowerBound), sample)
        bits &= bits - 1
      }
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
    for first in stride(from: samples.lowerBound, to: samples.upperBound, by: 64) {
      let tried =
        Self.mask(samples, from: first) & a.tried.bits(from: first) & b.tried.bits(from: first)
      let (one, other) = (a.succeeded.bits(from: first), b.succeeded.bits(from: first))
      pairs.tried += tried.nonzeroBitCount
      pairs.onlyFirst += (tried & one & ~other).nonzeroBitCount
      pairs.onlySecond += (tried & other & ~one).nonzeroBitCount
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

    func count(_ verdict: Verdict) -> Int { verdicts[verdict.code] }

    func count(where isWanted: (Verdict) -> Bool) -> Int {
      Verdict.allCases.reduce(0) { $0 + (isWanted($1) ? count($1) : 0) }
    }

    /// Images of which it is known what they hold; see ``Counts/judged``.
    var judged: Int {
      Counts.judged(
        ofTried: tried, unknown: count(.detected) + count(.undetected),
        broken: count(where: \.isBreakage))
    }

    mutating func add(_ block: borrowing OutcomeBlock) {
      for verdict in Verdict.allCases { verdicts[verdict.code] += block.count(verdict) }
      strictReads += block.strict.reduce(0) { $0 + $1.nonzeroBitCount }
      retried += block.retried.reduce(0) { $0 + $1.nonzeroBitCount }
      for entry in block.extras { extras += entry.value }
      for entry in block.misreadClasses { misreadClasses[entry.value, default: 0] += 1 }
      for entry in block.symbols {
        for letter in entry.value {
          if let outcome = SymbolOutcome(rawValue: letter) { symbols[outcome, default: 0] += 1 }
        }
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
  /// By sample: tried, succeeded, answered wrongly, and ended in an error. Two bits an observation are
  /// all the memory that grows with their number, but for what is rare.
  private(set) var tried: BitSet
  private(set) var succeeded: BitSet
  private(set) var misread: BitSet
  private(set) var broken: BitSet
  /// The wrong readings beside those that were judged, by sample; only samples that have some, and only
  /// where decoders are compared with and without a hint.
  private(set) var wrongExtras: [Int: Int] = [:]
  /// The successes that took no time: nobody measured it.
  private(set) var untimed = BitSet()
  /// The latencies of the answers, by group.
  private(set) var latencies: [LatencyScore]
  /// The group whose blocks come at present, with its times.
  private var current: GroupTimes?

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
  private let countsWrongExtras: Bool

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
    succeeded = tried
    (misread, broken) = (BitSet(), BitSet())
    latencies = run.corpus.groups.map { _ in LatencyScore() }
    countsWrongExtras = run.decoders.contains { $0.hints != nil }
  }

  /// The times of one group's answers.
  private struct GroupTimes: Sendable {
    let group: Int
    /// By sample of the group, in nanoseconds; 0 without an answer.
    ///
    /// `Float` keeps seven digits, from a microsecond to a day, in half the memory.
    var all: [Float]
  }

  /// Adds a block; blocks come group by group.
  ///
  /// - Parameter keep: Called with a group's times by sample when the next one begins.
  mutating func add(
    _ whole: borrowing OutcomeBlock, keep: (_ group: Int, [Float]) -> Void
  ) {
    let (group, level) = (whole.first.group, whole.first.level)
    if current?.group != group { finish(keep) }
    // A forged outcome may know of fewer trials than the run's cells.
    let limit = layout.samples(ofGroup: group, level: level, trialsBelow: .max).count
    guard let block = whole.limited(toTrialsBelow: limit) else { return }
    let first = layout.index(group, level, block.first.trial)
    cells[group][level].add(block)
    for observation in block.details where observation.verdict.isBreakage { addCause(observation) }
    let successes = block.trials(where: \.isSuccess)
    Self.insert(block.tried, from: first, into: &tried)
    Self.insert(successes, from: first, into: &succeeded)
    Self.insert(block.trials(where: \.isFalse), from: first, into: &misread)
    let broken = block.trials(where: \.isBreakage)
    Self.insert(broken, from: first, into: &self.broken)
    if countsWrongExtras {
      for entry in block.extras where entry.value.wrong > 0 {
        wrongExtras[first + entry.offset] = entry.value.wrong
      }
    }
    addTimes(block, successes: successes, broken: broken)
    addSymbols(block)
    addMeanings(block)
    outlines.add(block, symbolLayout)
    if let firstPassTrials {
      let room = firstPassTrials - block.first.trial
      OutcomeBlock.forEach(block.tried) { offset in
        guard offset < room else { return }
        firstPass[group][level].add(isSuccess: successes.contains(offset))
      }
    }
    let payloadCount = payloadCounts[group]
    if payloadCount > 0 {
      OutcomeBlock.forEach(block.tried) { offset in
        payloads[group][level][(block.first.trial + offset) % payloadCount]
          .add(isSuccess: successes.contains(offset))
      }
    }
  }

  private static func insert(_ column: [UInt64], from first: Int, into set: inout BitSet) {
    for (word, bits) in column.enumerated() where bits != 0 {
      set.insert(bits, from: first + word * OutcomeBlock.wordBits)
    }
  }

  /// Ends a group: turns its times into quantiles.
  mutating func finish(_ keep: (_ group: Int, [Float]) -> Void) {
    guard let times = current else { return }
    current = nil
    let first = layout.samples(ofGroup: times.group).lowerBound
    func answers(areReads: Bool) -> [Float] {
      let all = times.all.indices.lazy.filter { [succeeded] index in
        times.all[index] > 0 && succeeded.contains(first + index) == areReads
      }
      var chosen: [Float] = []
      chosen.reserveCapacity(all.count { _ in true })
      for index in all { chosen.append(times.all[index]) }
      return chosen
    }
    latencies[times.group] = LatencyScore(answers)
    keep(times.group, times.all)
  }

  private mutating func addTimes(
    _ block: OutcomeBlock, successes: [UInt64], broken: [UInt64]
  ) {
    let group = block.first.group
    let samples = layout.samples(ofGroup: group)
    let first = layout.index(group, block.first.level, block.first.trial)
    var times =
      current
      ?? GroupTimes(group: group, all: Array(repeating: 0, count: samples.count))
    current = nil
    var rank = 0
    OutcomeBlock.forEach(block.tried) { offset in
      let time = block.wallNanoseconds[rank]
      rank += 1
      guard !broken.contains(offset) else { return }
      times.all[first - samples.lowerBound + offset] = time
      if time == 0, successes.contains(offset) { untimed.insert(first + offset) }
    }
    current = times
  }

  private mutating func addSymbols(_ block: OutcomeBlock) {
    let (group, level) = (block.first.group, block.first.level)
    guard symbolLayout.scenes(ofGroup: group) != nil else { return }
    let hasCounts = !places[group][level].isEmpty
    var entries = block.symbols[...]
    OutcomeBlock.forEach(block.tried) { offset in
      let place = SamplePlace(group: group, level: level, trial: block.first.trial + offset)
      let letters = entries.first?.offset == offset ? entries.removeFirst().value : nil
      guard let scene = symbolLayout.scene(group: group, trial: place.trial) else { return }
      let first = symbolLayout.first(place)
      let verdict = block.verdict(offset)
      let outcomes = letters.map { $0.map(SymbolOutcome.init(rawValue:)) }
      for index in scene.indices where record.supports(scene[index]) {
        let isRead =
          outcomes.map { index < $0.count && $0[index] == .read } ?? verdict.isSuccess
        if isRead { symbolReads.insert(first + index) }
        guard hasCounts else { continue }
        let isMisread =
          outcomes.map { index < $0.count && $0[index] == .misread } ?? (verdict == .misread)
        places[group][level][index] += PlaceCounts(
          tried: 1, read: isRead ? 1 : 0, misread: isMisread ? 1 : 0,
          broken: verdict.isBreakage ? 1 : 0)
      }
    }
  }

  private mutating func addMeanings(_ block: OutcomeBlock) {
    let (group, level) = (block.first.group, block.first.level)
    let payloadCount = payloadCounts[group]
    var entries = block.symbols[...]
    for entry in block.meanings {
      entries = entries.drop { $0.offset < entry.offset }
      let trial = block.first.trial + entry.offset
      let cluster: SharedWork.Cluster? =
        if payloadCount > 1 {
          .payload(group: group, trial % payloadCount)
        } else {
          entry.value.count > 1 ? .image(layout.index(group, level, trial)) : nil
        }
      meanings[group].add(
        entry.value, symbols: entries.first?.offset == entry.offset ? entries.first?.value : nil,
        verdict: block.verdict(entry.offset), cluster: cluster)
    }
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
}

extension [UInt64] {
  /// True if a bit of a block's column is set.
  @inline(__always)
  func contains(_ offset: Int) -> Bool {
    self[offset / OutcomeBlock.wordBits] >> UInt64(offset % OutcomeBlock.wordBits) & 1 == 1
  }
}

extension Extras {
  static func += (total: inout Extras, part: Extras) {
    total.duplicates += part.duplicates
    total.wrong += part.wrong
    total.unjudged += part.unjudged
  }
}
