import Results
import Statistics

@testable import Analysis

/// The counts of one decoder, observation by observation: slow, plain, and right beyond doubt.
struct RowTally {
  var verdicts: [[[Verdict: Int]]]
  var strictReads: [[Int]]
  var retried: [[Int]]
  var extras: [[Extras]]
  var misreadClasses: [[[MisreadClass: Int]]]
  var symbolCounts: [[[SymbolOutcome: Int]]]
  var firstPass: [[[Bool]]]
  var payloads: [[[[Bool]]]]
  var tried: Set<Int> = []
  var succeeded: Set<Int> = []
  var misread: Set<Int> = []
  var broken: Set<Int> = []
  var wrongExtras: [Int: Int] = [:]
  var wallNanoseconds: [Float]
  var symbolReads: Set<Int> = []
  var places: [[[DecoderTally.PlaceCounts]]]
  var outlines: [OutlineTally]
  var meanings: [MeaningTally]
  var causes: [ErrorSignature: DecoderTally.Cause] = [:]

  private let run: RunRecord
  private let record: DecoderRecord
  private let layout: SampleLayout
  private let symbols: SymbolLayout

  init(of run: RunRecord, number: Int, decoder: Int, in store: some ObservationStore) throws {
    (self.run, record) = (run, run.decoders[decoder])
    layout = SampleLayout(run.corpus)
    let symbols = SymbolLayout(run.corpus)
    self.symbols = symbols
    func perCell<Value>(_ value: (_ group: Int) -> Value) -> [[Value]] {
      run.corpus.groups.indices.map { group in run.corpus.levels.map { _ in value(group) } }
    }
    (verdicts, misreadClasses, symbolCounts) = (
      perCell { _ in [:] }, perCell { _ in [:] }, perCell { _ in [:] }
    )
    (strictReads, retried, extras) = (
      perCell { _ in 0 }, perCell { _ in 0 }, perCell { _ in .init() }
    )
    firstPass = perCell { _ in [] }
    payloads = perCell { group in
      (0..<(run.corpus.groups[group].payloads ?? 0)).map { _ in [] }
    }
    places = perCell { group in
      let scenes = symbols.scenes(ofGroup: group) ?? []
      return scenes.count == 1 ? scenes[0].map { _ in .init() } : []
    }
    wallNanoseconds = Array(repeating: 0, count: layout.sampleCount)
    outlines = run.corpus.groups.map { _ in OutlineTally() }
    meanings = run.corpus.groups.map { _ in MeaningTally() }
    try store.forEachObservation(ofRun: number, decoder: decoder) { add($0) }
  }

  private mutating func add(_ observation: borrowing Observation) {
    let (place, finding) = (observation.place, observation.finding)
    let (group, level) = (place.group, place.level)
    let (sample, verdict) = (layout.index(place), finding.verdict)
    verdicts[group][level][verdict, default: 0] += 1
    if finding.isStrict { strictReads[group][level] += 1 }
    if observation.wasRetried { retried[group][level] += 1 }
    extras[group][level] += finding.extras
    if let one = finding.misreadClass { misreadClasses[group][level][one, default: 0] += 1 }
    for outcome in (finding.symbols ?? "").compactMap(SymbolOutcome.init(rawValue:)) {
      symbolCounts[group][level][outcome, default: 0] += 1
    }
    tried.insert(sample)
    if verdict.isSuccess { succeeded.insert(sample) }
    if verdict.isFalse { misread.insert(sample) }
    if verdict.isBreakage {
      broken.insert(sample)
      addCause(observation)
    } else {
      wallNanoseconds[sample] = Float(observation.wallNanoseconds)
    }
    if finding.extras.wrong > 0 { wrongExtras[sample] = finding.extras.wrong }
    if let aim = run.settings.aim, place.trial < aim.firstPassTrials {
      firstPass[group][level].append(verdict.isSuccess)
    }
    if let count = run.corpus.groups[group].payloads {
      payloads[group][level][place.trial % count].append(verdict.isSuccess)
    }
    addSymbols(observation)
    addMeanings(observation)
  }

  private mutating func addSymbols(_ observation: borrowing Observation) {
    let (place, finding) = (observation.place, observation.finding)
    let scene = symbols.scene(group: place.group, trial: place.trial)
    guard let scene else {
      if let fits = finding.outlines, !run.corpus.groups[place.group].symbologies.isEmpty {
        outlines[place.group].add(fits[0])
      }
      return
    }
    let letters = finding.symbols.map { Array($0) }
    for (index, symbology) in scene.enumerated() {
      let letter = letters.flatMap { index < $0.count ? $0[index] : " " }
      if let fits = finding.outlines, letter == "r", let symbology,
        run.corpus.groups[place.group].symbologies.contains(symbology)
      {
        outlines[place.group].add(fits[index])
      }
      guard record.supports(symbology) else { continue }
      let isRead = letter.map { $0 == "r" } ?? finding.verdict.isSuccess
      if isRead { symbolReads.insert(symbols.first(place) + index) }
      guard !places[place.group][place.level].isEmpty else { continue }
      places[place.group][place.level][index].tried += 1
      if isRead { places[place.group][place.level][index].read += 1 }
      if letter.map({ $0 == "m" }) ?? (finding.verdict == .misread) {
        places[place.group][place.level][index].misread += 1
      }
      if finding.verdict.isBreakage { places[place.group][place.level][index].broken += 1 }
    }
  }

  private mutating func addMeanings(_ observation: borrowing Observation) {
    let (place, finding) = (observation.place, observation.finding)
    guard let verdicts = finding.meanings else { return }
    let count = run.corpus.groups[place.group].payloads ?? 0
    let cluster: SharedWork.Cluster? =
      count > 1
      ? .payload(group: place.group, place.trial % count)
      : verdicts.count > 1 ? .image(layout.index(place)) : nil
    meanings[place.group].add(
      verdicts, symbols: finding.symbols, verdict: finding.verdict, cluster: cluster)
  }

  private mutating func addCause(_ observation: borrowing Observation) {
    var signature = ErrorSignature(observation.finding)
    if causes[signature] == nil, causes.count >= ErrorSignature.mostTold {
      signature = .others(signature.verdict)
    }
    let number = run.corpus.numbering.number(of: observation.place)
    var cause =
      causes[signature] ?? .init(count: 0, first: number, place: observation.place)
    cause.count += 1
    if number < cause.first { (cause.first, cause.place) = (number, observation.place) }
    cause.cells.insert(.init(group: observation.place.group, level: observation.place.level))
    causes[signature] = cause
  }

  /// The latencies of a group, from sorted times.
  func latency(group: Int) -> LatencyScore {
    func quantiles(_ isWanted: (Int) -> Bool) -> (Double?, Double?) {
      let times = layout.samples(ofGroup: group).filter {
        tried.contains($0) && !broken.contains($0) && isWanted($0) && wallNanoseconds[$0] > 0
      }.map { wallNanoseconds[$0] }.sorted()
      func quantile(_ share: Double) -> Double? {
        times.isEmpty
          ? nil : Double(times[Int((Double(times.count) * share).rounded(.up)) - 1]) / 1e6
      }
      return (quantile(0.5), quantile(0.95))
    }
    let reads = quantiles { succeeded.contains($0) }
    let misses = quantiles { !succeeded.contains($0) }
    return LatencyScore(
      readMedian: reads.0, readP95: reads.1, missMedian: misses.0, missP95: misses.1)
  }
}
