import Base
import DecoderKit
import Foundation
import ResultStore
import Results
import Statistics
import TestSupport
import Testing

@testable import Analysis

/// A store of which only the observations are read, one by one.
private struct RowStore: ObservationStore {
  let store: SQLiteStore

  func begin(_ run: RunRecord, anew: Bool) throws -> OpenedRun { try store.begin(run, anew: anew) }
  func observedTrials(ofRun run: Int, withReadings: Bool) throws -> ObservedTrials {
    try store.observedTrials(ofRun: run, withReadings: withReadings)
  }
  func append(_ observations: [Observation], toRun run: Int) throws {
    try store.append(observations, toRun: run)
  }
  func finish(run: Int, outcome: RunOutcome) throws {
    try store.finish(run: run, outcome: outcome)
  }
  func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?) { try store.record(ofRun: run) }
  func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    try store.forEachObservation(
      ofRun: run, decoder: decoder, withReadings: withReadings, body)
  }
}

/// Scores from a store's columns are those that its observations give one by one, to the bit.
@Suite struct ScoreTwinTests {
  /// A corpus of plain images, of scenes alike and different, of payloads in clusters, and of nothing.
  private static let record: RunRecord = {
    let scene: [Symbology?] = [.qrCode, .ean13, nil]
    let scenes: [[Symbology?]] = [[.qrCode], [.ean13, .qrCode], []]
    let hashes = { (name: String) in ["1", "2"].map { ContentHash.sha256(ofParts: [name, $0]) } }
    let groups: [CorpusRecord.Group] = [
      .init(id: "plain/c", symbologies: [.qrCode], trials: 1300, cellHashes: hashes("plain")),
      .init(
        id: "label/c", symbologies: [.qrCode, .ean13], trials: 90, scenes: [scene],
        cellHashes: hashes("label")),
      .init(
        id: "shelf/c", symbologies: [.qrCode, .ean13], trials: 70, scenes: scenes,
        cellHashes: hashes("shelf")),
      .init(
        id: "list/c", symbologies: [.qrCode], trials: 130, payloads: 3, cellHashes: hashes("list")),
      .init(
        id: "empty/c", symbologies: [], content: .nothing, trials: 65, cellHashes: hashes("empty")),
    ]
    func decoder(_ label: String, hints: String? = nil, reads: [Symbology]? = nil) -> DecoderRecord
    {
      DecoderRecord(
        label: label, hints: hints, name: label, library: "l", version: "1", options: [:],
        supportedGroups: label == "c"
          ? [true, true, false, true, true] : [true, true, true, true, true],
        symbologies: reads,
        fingerprint: DecoderFingerprint(sha256: ContentHash.sha256(ofParts: [label]), files: []))
    }
    return RunRecord(
      corpus: CorpusRecord(
        name: "twins", version: 1, title: "Twins", question: "Are they alike?", sha256: "", seed: 1,
        axis: "module-size", unit: "px", harder: .smaller,
        levels: ["1", "2"].compactMap { Level(parsing: $0) }, groups: groups,
        usesSymbologyHints: false),
      decoders: [
        decoder("a"), decoder("a@symbologies", hints: "symbologies", reads: [.qrCode, .ean13]),
        decoder("c", reads: [.qrCode]),
      ], unavailable: [],
      settings: RunSettings(
        jobs: 1, timeoutSeconds: 5, memoryLimitBytes: nil, deathsBeforeGivingUp: 10),
      provenance: Provenance(
        harnessVersion: "t", commit: nil, startedAt: "2026-01-01T00:00:00Z", system: "t",
        processor: "t", cores: 1))
  }()

  private static func finding(
    _ place: SamplePlace, using random: inout SeededGenerator
  ) -> Finding {
    func isDrawn(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &random) < share }
    let verdict = isDrawn(60) ? .read : Verdict.allCases.randomElement(using: &random) ?? .read
    var finding = Finding(verdict, isStrict: verdict == .read && isDrawn(80))
    if verdict == .misread, isDrawn(80) {
      finding.misreadClass = MisreadClass.allCases.randomElement(using: &random)
    }
    if isDrawn(10) {
      finding.extras = Extras(
        duplicates: Int.random(in: 0...2, using: &random),
        wrong: Int.random(in: 0...2, using: &random),
        unjudged: Int.random(in: 0...70_000, using: &random))
    }
    let count = place.group == 1 ? 3 : place.group == 2 ? [1, 2, 0][place.trial % 3] : 1
    func letters(_ known: String) -> String {
      String((0..<count).compactMap { _ in known.randomElement(using: &random) })
    }
    if place.group == 1 || place.group == 2, isDrawn(90) { finding.symbols = letters("rrrnmu") }
    if isDrawn(40) { finding.meanings = letters("sssdu.-") }
    func fit() -> OutlineFit? {
      guard isDrawn(80) else { return nil }
      return OutlineFit(
        errorModules: Double.random(in: 0...3, using: &random),
        overlap: isDrawn(80) ? Double.random(in: 0...1, using: &random) : nil,
        isInOrder: isDrawn(80))
    }
    if isDrawn(70) {
      finding.outlines =
        count < 2 ? SymbolOutlines(fit()) : SymbolOutlines((0..<count).map { _ in fit() })
    }
    if verdict.isBreakage || verdict == .misread {
      finding.detail = "ending \(Int.random(in: 0...9, using: &random))"
      if isDrawn(50) {
        finding.printed = "Assertion \(Int.random(in: 0...3, using: &random)) failed"
      }
    }
    return finding
  }

  private static func observations(
    share: Int, using random: inout SeededGenerator
  ) -> [Observation] {
    var all: [Observation] = []
    for (decoder, configured) in record.decoders.enumerated() {
      for (group, entry) in record.corpus.groups.enumerated()
      where configured.supportedGroups[group] {
        for level in record.corpus.levels.indices {
          for trial in 0..<entry.trials where Int.random(in: 0..<100, using: &random) < share {
            let place = SamplePlace(group: group, level: level, trial: trial)
            all.append(
              Observation(
                decoder: decoder, place: place, finding: finding(place, using: &random),
                wallNanoseconds: Bool.random(using: &random)
                  ? Int.random(in: 0...3, using: &random) * 1_000_003
                  : Int.random(in: 1...90_000_000_000, using: &random),
                wasRetried: Int.random(in: 0...9, using: &random) == 0))
          }
        }
      }
    }
    return all
  }

  @Test func columnsAndRowsGiveTheSameScores() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    let scratch = try ScratchFolder()
    let store = try SQLiteStore(path: scratch.path + "/s.sqlite")
    let outcome = RunOutcome(wallSeconds: 1, cost: RunCost(), givenUp: [], wasStopped: false)
    let first = try store.begin(Self.record).number
    // About in order of trials, as lanes write them, but not to the trial.
    let all = Self.observations(share: 95, using: &random)
      .map { ($0.place.trial + Int.random(in: 0...40, using: &random), $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    for start in stride(from: 0, to: all.count, by: 3000) {
      try store.append(Array(all[start..<min(start + 3000, all.count)]), toRun: first)
    }
    try store.finish(run: first, outcome: outcome)
    try compare(store, run: first)

    // Another run of the same cells makes some anew, and chooses its trials.
    var adaptive = Self.record
    adaptive.settings.aim = AdaptiveAim(budget: 100_000)
    let second = try store.begin(adaptive, anew: true).number
    try store.append(Self.observations(share: 3, using: &random), toRun: second)
    var chosen = outcome
    chosen.curves = Self.record.decoders.enumerated().flatMap { decoder, configured in
      Self.record.corpus.groups.indices.filter { configured.supportedGroups[$0] }.map { group in
        let trials = Self.record.corpus.groups[group].trials
        return CurveRecord(
          decoder: decoder, group: group, ending: .budgetSpent, phase: "refine",
          trials: Self.record.corpus.levels.map { _ in Int.random(in: 0...trials, using: &random) })
      }
    }
    try store.finish(run: second, outcome: chosen)
    try compare(store, run: second)
    if Proof.isAsked { try compare(store, run: first) }
    // The store as it is after a kill: the last blocks are not there yet.
    let reopened = try SQLiteStore(path: store.path)
    let third = try reopened.begin(Self.record, anew: true).number
    try reopened.append(Self.observations(share: 1, using: &random), toRun: third)
    try compare(reopened, run: third)
    try compare(reopened, run: first)
  }

  private func compare(_ store: SQLiteStore, run number: Int) throws {
    let rows = RowStore(store: store)
    let (record, outcome) = try store.record(ofRun: number)
    let run = outcome.map { Scorer.sampled(record, $0) } ?? record
    let tally = try Tally(of: run, number: number, in: store)
    let twins = try run.decoders.indices.map {
      try RowTally(of: run, number: number, decoder: $0, in: rows)
    }
    for decoder in run.decoders.indices {
      compare(tally.decoders[decoder], twins[decoder], tally, decoder, run)
    }
    comparePairs(tally, twins, run)
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    try store.forEachObservation(ofRun: number) { observation in
      let place = copy observation
      #expect(matrix.verdict(place.decoder, place.place) == place.verdict)
    }
    guard outcome != nil else { return }
    let table = try Scorer.scores(ofRun: number, in: store)
    #expect(try table == Scorer.scores(ofRun: number, in: rows))
    #expect(table.decoders.contains { !$0.groups.isEmpty && $0.total.tried > 0 })
  }

  private func compare(
    _ mine: DecoderTally, _ twin: RowTally, _ tally: Tally, _ decoder: Int, _ run: RunRecord
  ) {
    for group in run.corpus.groups.indices {
      for level in run.corpus.levels.indices {
        let cell = mine.cells[group][level]
        #expect(
          Verdict.allCases.allSatisfy { cell.count($0) == twin.verdicts[group][level][$0] ?? 0 })
        #expect(cell.strictReads == twin.strictReads[group][level])
        #expect(cell.retried == twin.retried[group][level])
        #expect(cell.extras == twin.extras[group][level])
        #expect(cell.misreadClasses == twin.misreadClasses[group][level])
        #expect(cell.symbols == twin.symbolCounts[group][level])
        if run.settings.aim != nil {
          let part = mine.firstPass[group][level]
          #expect(part.tried == twin.firstPass[group][level].count)
          #expect(part.successes == twin.firstPass[group][level].count { $0 })
        }
        #expect(
          mine.payloads[group][level].map(\.tried) == twin.payloads[group][level].map(\.count))
        #expect(
          mine.payloads[group][level].map(\.successes)
            == twin.payloads[group][level].map { $0.count { $0 } })
      }
      let times = tally.layout.samples(ofGroup: group).map { twin.wallNanoseconds[$0] }
      #expect(tally.times.of(decoder, group: group) == times)
      #expect(mine.latencies[group] == twin.latency(group: group))
      #expect(mine.outlines.score(ofGroup: group) == twin.outlines[group].score)
      #expect(mine.meanings[group].score == twin.meanings[group].score)
    }
    let samples = 0..<tally.layout.sampleCount
    #expect(samples.filter(mine.tried.contains) == twin.tried.sorted())
    #expect(samples.filter(mine.succeeded.contains) == twin.succeeded.sorted())
    #expect(samples.filter(mine.misread.contains) == twin.misread.sorted())
    #expect(samples.filter(mine.broken.contains) == twin.broken.sorted())
    #expect(mine.wrongExtras == twin.wrongExtras)
    let symbols = 0..<SymbolLayout(run.corpus).symbolCount
    #expect(symbols.filter(mine.symbolReads.contains) == twin.symbolReads.sorted())
    #expect(mine.places == twin.places)
    #expect(mine.causes == twin.causes)
  }

  private func comparePairs(_ tally: Tally, _ twins: [RowTally], _ run: RunRecord) {
    let (a, b) = (twins[0], twins[1])
    let first = run.settings.aim?.firstPassTrials ?? .max
    for group in run.corpus.groups.indices {
      for level in run.corpus.levels.indices {
        let both = tally.layout.samples(ofGroup: group, level: level, trialsBelow: first)
          .filter { a.tried.contains($0) && b.tried.contains($0) }
        let wanted = PairTally(
          tried: both.count,
          onlyFirst: both.count { a.succeeded.contains($0) && !b.succeeded.contains($0) },
          onlySecond: both.count { !a.succeeded.contains($0) && b.succeeded.contains($0) })
        #expect(tally.pairs(0, 1, group: group, level: level) == wanted)
        var seen: [Int] = []
        tally.forEachImage(ofGroup: group, level: level, triedBy: [0, 1]) { seen.append($1) }
        #expect(seen == both)
      }
    }
    for (groups, limit) in [
      ([0, 2, 4], 100_000), ([0], 100), ([3, 1], 7), ([4, 0, 1, 2, 3], 501),
    ] {
      let pairs = [
        Tally.TimedPair(first: 0, second: 1, groups: groups),
        .init(first: 1, second: 0, groups: groups.reversed()),
        .init(first: twins.count - 1, second: 0, groups: Array(groups.prefix(1))),
      ]
      let found = tally.pairedLatencies(pairs, limit: limit)
      for (pair, found) in zip(pairs, found) {
        let (one, other) = (twins[pair.first], twins[pair.second])
        let samples = pair.groups.flatMap { tally.layout.samples(ofGroup: $0) }.filter {
          one.succeeded.contains($0) && other.succeeded.contains($0)
            && one.wallNanoseconds[$0] > 0 && other.wallNanoseconds[$0] > 0
        }
        let step = max((samples.count + limit - 1) / limit, 1)
        let chosen = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
        #expect(found.first == chosen.map { Double(one.wallNanoseconds[$0]) })
        #expect(found.second == chosen.map { Double(other.wallNanoseconds[$0]) })
      }
    }
  }
}
