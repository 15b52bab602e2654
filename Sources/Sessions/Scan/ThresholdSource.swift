import Analysis
import Corpora
import DecoderKit
import Drawing
import Foundation
import Results
import Scanning
import Synchronization

/// Thresholds of stored runs over one parameter, for the margins of a scan and for distances.
///
/// They come from one run that was named, or else, symbology by symbology and decoder by decoder, from the
/// finished run of the folder that was named, or of all below `reports/`, that says most: the one with the most
/// trials of it of those that certify a level of the decoder, not the one that was made last.
package final class ThresholdSource: Sendable {
  private let candidates: [StoredComparison]
  let catalog: CorpusCatalog
  /// The parameter that the runs' sweeps vary.
  let axis: CameraParameter
  /// Scores by the index of their candidate, computed when they are first needed.
  private let scored = Mutex<[Int: StoredScores]>([:])
  private let tables = Mutex<[Symbology: ThresholdTable?]>([:])
  private let failures = Mutex<(any Error)?>(nil)
  private let skipped = Mutex<[ThresholdRun]>([])

  /// Finds the runs.
  ///
  /// - Parameters:
  ///   - name: A report folder or store file; a colon and a run's number after it for that run alone; or a
  ///     run's number in the store that was written last. `nil` for all below `reports/`.
  ///   - catalog: The corpora, for the conditions of groups.
  ///   - axis: The parameter that the runs' sweeps vary.
  /// - Throws: ``RequestError`` for a run that was named and has no thresholds of that parameter, and
  ///   `StoreError` for a store that cannot be read: its run may be the best.
  package init(
    _ name: String?, catalog: CorpusCatalog, axis: CameraParameter = .moduleSize
  ) throws {
    self.catalog = catalog
    self.axis = axis
    let all =
      try name.map(Self.named) ?? StoreLocation.kept().flatMap { try StoredRuns(file: $0).all }
    candidates = all.filter { Self.isUsable($0, axis) }.inOrder.reversed()
    if let name, candidates.isEmpty {
      throw RequestError(
        "\(name) has no thresholds of \(axis.rawValue): a run must be finished, and "
          + "\(axis.rawValue) its sweep")
    }
  }

  /// Finds the run, or the runs of the folder, that a person names.
  private static func named(_ name: String) throws -> [StoredComparison] {
    let named = NamedRun(name)
    let runs = try StoredRuns(of: named)
    _ = try runs.latest()
    return try named.number.map { [try runs.run($0)] } ?? runs.all
  }

  /// The parameters over which the runs that a person names have thresholds.
  package static func axes(ofRun name: String) throws -> Set<CameraParameter> {
    let axes = try named(name).compactMap { run in
      CameraParameter(rawValue: run.record.corpus.axis).flatMap { isUsable(run, $0) ? $0 : nil }
    }
    return Set(axes)
  }

  private static func isUsable(_ run: StoredComparison, _ axis: CameraParameter) -> Bool {
    let record = run.record
    // A trace of boundaries certifies no level.
    return run.isEvidence && record.settings.aim?.boundary == nil
      && record.corpus.harder == axis.facts.harder && record.corpus.axis == axis.rawValue
  }

  /// The thresholds for a symbology; `nil` if no run has any.
  package func table(for symbology: Symbology) -> ThresholdTable? {
    tables.withLock { tables in
      if let known = tables[symbology] { return known }
      let table = makeTable(for: symbology)
      tables[symbology] = .some(table)
      return table
    }
  }

  private func makeTable(for symbology: Symbology) -> ThresholdTable? {
    do {
      guard let evidence = try evidence(for: symbology) else { return nil }
      skipped.withLock { skipped in
        skipped += evidence.passedOver.filter { !skipped.contains($0) }
      }
      return ThresholdTable(
        evidence.main,
        others: evidence.byDecoder.compactMapValues { stored in
          stored.run == evidence.main.run ? nil : ThresholdTable(stored)
        })
    } catch {
      failures.withLock { $0 = $0 ?? error }
      return nil
    }
  }

  /// The first store that could not be read when thresholds were asked for; `nil` if all could.
  package var failure: (any Error)? { failures.withLock { $0 } }

  /// The runs with the most trials of a symbology that certify nothing, for which others were taken.
  package var passedOver: [ThresholdRun] { skipped.withLock { $0 } }

  /// A run with its scores and its corpus; `nil` for one that is not at hand.
  package struct StoredScores {
    package let run: ThresholdRun
    package let scores: ScoreTable
    package let corpus: Corpus?

    /// The decoders that are certified at a level of some groups, as they were asked for.
    func certified(in groups: Set<String>) -> Set<String> {
      let certified = scores.decoders.filter { $0.isCertified { groups.contains($0.group) } }
      return Set(certified.map { $0.reference ?? $0.label })
    }
  }

  /// The groups of a run that say something of what is asked about.
  package struct SuitedGroups: Hashable, Sendable {
    /// Their names.
    package let ids: Set<String>
    /// The sizes of their symbols that are not the size that is asked about, in modules across.
    package let otherColumns: [Double]
    /// How far they are from what is asked about: runs of nearer ones come first.
    package let remoteness: Int

    package init(ids: Set<String>, otherColumns: [Double] = [], remoteness: Int = 0) {
      (self.ids, self.otherColumns, self.remoteness) = (ids, otherColumns, remoteness)
    }
  }

  /// A run by what it says of a symbology.
  private struct Rank {
    let index: Int
    let groups: SuitedGroups
    let trials: Int
    let isClean: Bool

    /// The nearest groups first, then clean symbols, then trials; the latest run is the first already.
    func precedes(_ other: Rank) -> Bool {
      (groups.remoteness, isClean ? 0 : 1, -trials, index)
        < (other.groups.remoteness, other.isClean ? 0 : 1, -other.trials, other.index)
    }
  }

  /// The runs that say most of a symbology.
  package struct Evidence {
    /// The first run of all.
    package let main: StoredScores
    /// By decoder as it was asked for, the run that says most of it.
    package fileprivate(set) var byDecoder: [String: StoredScores] = [:]
    /// The runs with as many trials as the first one or more that certify nothing.
    package let passedOver: [ThresholdRun]
    /// At most two further runs that certify a decoder of which another says more, clean symbols first.
    package fileprivate(set) var others: [StoredScores] = []

    /// The runs, the first one first, each with the decoders of which it says most.
    package var parts: [(stored: StoredScores, decoders: Set<String>)] {
      var runs = [main.run]
      for (_, stored) in byDecoder.sorted(by: { $0.key < $1.key })
      where !runs.contains(stored.run) {
        runs.append(stored.run)
      }
      return runs.map { run in
        let own = byDecoder.filter { $0.value.run == run }
        return (own.first?.value ?? main, Set(own.keys))
      }
    }
  }

  /// Finds, for each decoder, the run with the most trials of a symbology among those that certify a level of it
  /// for that decoder; of several, the latest. A decoder that none certifies has the first run that it took
  /// part in.
  ///
  /// - Parameters:
  ///   - prefersClean: True if runs with clean symbols come before those in which all are harmed.
  ///   - suited: The groups, of those of the symbology in one run, that count; `nil` if none does. Runs whose groups
  ///     are nearer come first, and of a decoder that took part in one of them no farther ones are taken.
  /// - Returns: `nil` if no run has such groups.
  /// - Throws: Errors of a store that cannot be read.
  package func evidence(
    for symbology: Symbology, prefersClean: Bool = false,
    among suited: (([CorpusRecord.Group], Corpus?) -> SuitedGroups?)? = nil
  ) throws -> Evidence? {
    let order = candidates.enumerated().compactMap { index, candidate -> Rank? in
      let all = candidate.groups(of: symbology)
      guard !all.isEmpty else { return nil }
      // Reading a corpus takes time, which scans do not need to take.
      let corpus = prefersClean || suited != nil ? corpus(of: candidate) : nil
      let own = suited.map { $0(all, corpus) } ?? SuitedGroups(ids: Set(all.map(\.id)))
      guard let own, let trials = all.filter({ own.ids.contains($0.id) }).map(\.trials).max(),
        trials > 0
      else { return nil }
      return Rank(
        index: index, groups: own, trials: trials,
        isClean: !prefersClean || own.ids.contains { corpus?.harms(ofGroup: $0) == [] })
    }.sorted { $0.precedes($1) }
    var passedOver: [(run: ThresholdRun, trials: Int)] = []
    for (place, rank) in order.enumerated() {
      let stored = try scores(of: rank.index)
      let certified = stored.certified(in: rank.groups.ids)
      if certified.isEmpty {
        passedOver.append((stored.run, rank.trials))
        continue
      }
      var evidence = Evidence(
        main: stored, passedOver: passedOver.filter { $0.trials >= rank.trials }.map(\.run))
      for reference in certified { evidence.byDecoder[reference] = stored }
      let runs = Array(order[place...])
      evidence = try completed(evidence, of: symbology, by: runs)
      if prefersClean {
        evidence.others = try others(than: evidence, among: runs.filter(\.isClean))
      }
      return evidence
    }
    guard let first = order.first else { return nil }
    let evidence = Evidence(main: try scores(of: first.index), passedOver: [])
    return try completed(evidence, of: symbology, by: [])
  }

  /// Adds the runs of decoders that the first one does not certify. Runs without such a decoder are not scored.
  private func completed(
    _ evidence: Evidence, of symbology: Symbology, by runs: [Rank]
  ) throws -> Evidence {
    var evidence = evidence
    let readers = runs.map { candidates[$0.index].references(reading: symbology) }
    for (rank, able) in zip(runs, readers).dropFirst() {
      let nearer = zip(runs, readers).filter { $0.0.groups.remoteness < rank.groups.remoteness }
      let open = nearer.reduce(able.subtracting(evidence.byDecoder.keys)) { $0.subtracting($1.1) }
      guard !open.isEmpty else { continue }
      let stored = try scores(of: rank.index)
      for reference in stored.certified(in: rank.groups.ids).intersection(open) {
        evidence.byDecoder[reference] = stored
      }
    }
    for decoder in evidence.main.scores.decoders {
      let reference = decoder.reference ?? decoder.label
      evidence.byDecoder[reference] = evidence.byDecoder[reference] ?? evidence.main
    }
    return evidence
  }

  /// Finds the runs that certify something that the evidence takes from elsewhere, one for
  /// each corpus.
  private func others(than evidence: Evidence, among runs: [Rank]) throws -> [StoredScores] {
    let used = evidence.parts.map(\.stored.run)
    var corpora = Set(used.map(\.corpus))
    var found: [StoredScores] = []
    for rank in runs where found.count < Self.mostOthers {
      let name = candidates[rank.index].name
      guard !used.contains(name), !corpora.contains(name.corpus) else { continue }
      let stored = try scores(of: rank.index)
      guard !stored.certified(in: rank.groups.ids).isEmpty else { continue }
      corpora.insert(name.corpus)
      found.append(stored)
    }
    return found
  }

  /// The further runs that are named: more would only be read.
  private static let mostOthers = 2

  /// The symbologies of all runs, for messages.
  package var carriers: Set<Symbology> {
    candidates.reduce(into: []) { $0.formUnion($1.carriers) }
  }

  private func scores(of index: Int) throws -> StoredScores {
    if let known = scored.withLock({ $0[index] }) { return known }
    let candidate = candidates[index]
    let scores = StoredScores(
      run: candidate.name,
      scores: try Scorer.scores(
        ofRun: candidate.number, in: candidate.store, hasCrossings: false),
      corpus: corpus(of: candidate))
    scored.withLock { $0[index] = scores }
    return scores
  }

  private func corpus(of candidate: StoredComparison) -> Corpus? {
    try? RecordedCorpus.load(of: candidate.record, file: nil, catalog: catalog)
  }
}

extension StoredComparison {
  fileprivate var carriers: Set<Symbology> { Set(record.corpus.symbologies.map(\.carrier)) }

  /// The groups of a symbology, with the trials that were made.
  fileprivate func groups(of symbology: Symbology) -> [CorpusRecord.Group] {
    // A run that chose its trials was planned with more than it made.
    let corpus = outcome.map { Scorer.sampled(record, $0).corpus } ?? record.corpus
    return corpus.groups.filter { group in
      group.symbologies.contains { $0.carrier == symbology.carrier }
    }
  }

  /// The decoders that read a symbology, as they were asked for.
  fileprivate func references(reading symbology: Symbology) -> Set<String> {
    let carrier = symbology.carrier
    let able = record.decoders.filter { decoder in
      decoder.symbologies?.contains { $0.carrier == carrier } ?? true
    }
    return Set(able.map { $0.reference ?? $0.label })
  }
}

extension ThresholdTable {
  /// Takes the thresholds of all groups whose images hold one symbol.
  ///
  /// - Parameter others: The tables of decoders that another run certifies.
  init(_ stored: ThresholdSource.StoredScores, others: [String: ThresholdTable] = [:]) {
    let (scores, corpus) = (stored.scores, stored.corpus)
    var conditions: [String: GroupCondition] = [:]
    for recipe in corpus?.recipes ?? [] {
      for condition in corpus?.conditions ?? [] {
        conditions["\(recipe.name)/\(condition.name)"] = GroupCondition(condition)
      }
    }
    self.init(
      run: stored.run,
      groups: scores.corpus.groups.compactMap { group in
        guard group.symbologies.count == 1, group.scenes == nil else { return nil }
        var thresholds: [String: CertifiedThreshold?] = [:]
        for decoder in scores.decoders {
          guard let score = decoder.groups.first(where: { $0.group == group.id }) else { continue }
          let certified = CertifiedThreshold(score.threshold)
          thresholds.updateValue(certified, forKey: decoder.reference ?? decoder.label)
        }
        return ThresholdGroup(
          id: group.id, symbology: group.symbologies[0], condition: conditions[group.id],
          thresholds: thresholds)
      }, others: others)
  }
}

extension CertifiedThreshold {
  /// Makes a threshold; `nil` where no level is certified.
  fileprivate init?(_ score: ThresholdScore) {
    guard let pixels = score.certified else { return nil }
    self.init(pixels: pixels, isUpperBound: score.kind == .atMost)
  }
}

extension GroupCondition {
  /// Takes the parameters that can be measured in an image; the others are counted.
  init(_ condition: Condition) {
    self.init()
    for (parameter, value) in condition.values {
      switch parameter {
      case .rotation: turnDegrees = value.range
      case .tilt: tiltDegrees = value.range
      case .blur: blurPixels = value.range
      case .symbolContrast:
        contrast = value.range.lowerBound / 100...value.range.upperBound / 100
      case .inverted: isInverted = value.range.upperBound > 0
      case .moduleSize, .symbolWidth, .tiltDirection, .frame, .frameHeight, .paperReflectance: break
      default: otherParameters += 1
      }
    }
  }
}

extension ConditionValue {
  /// The values that it takes.
  fileprivate var range: ClosedRange<Double> {
    switch self {
    case .fixed(let value): value...value
    case .list(let values): (values.min() ?? 0)...(values.max() ?? 0)
    case .random(let low, let high): low...high
    }
  }
}
