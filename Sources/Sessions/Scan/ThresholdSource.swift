import Analysis
import Base
import Corpora
import DecoderKit
import Drawing
import Foundation
import ResultStore
import Results
import Scanning
import Statistics
import Synchronization

/// Thresholds of stored runs over one parameter, for the margins of a scan and for distances.
///
/// They come from one run that was named, or else, symbology by symbology, from the finished run below
/// `reports/` with the most trials of it: the one that says most, not the one that was made last. Margins
/// stand on certified module sizes.
public final class ThresholdSource: Sendable {
  private struct Candidate: Sendable {
    let store: SQLiteStore
    let run: RunSummary
    var carriers: Set<Symbology> { Set(run.record.corpus.symbologies.map(\.carrier)) }

    /// The most trials at a level of a symbology; 0 if the run has none of it.
    func trials(of symbology: Symbology) -> Int {
      run.record.corpus.groups.filter { group in
        group.symbologies.contains { $0.carrier == symbology.carrier }
      }.map(\.trials).max() ?? 0
    }
    var name: ThresholdRun {
      ThresholdRun(
        store: StoreLocation.shownPath(of: store.path), number: run.number,
        corpus: run.record.corpus.name)
    }
  }

  private let candidates: [Candidate]
  private let catalog: CorpusCatalog
  /// The parameter that the runs' sweeps vary.
  let axis: CameraParameter
  /// Tables by the index of their candidate, made when they are first needed.
  private let tables = Mutex<[Int: ThresholdTable]>([:])
  private let failures = Mutex<(any Error)?>(nil)

  /// Finds the runs.
  ///
  /// - Parameters:
  ///   - name: A report folder or store file, with a colon and a run's number if it is not the latest;
  ///     or a run's number in the store that was written last. `nil` for all below `reports/`.
  ///   - catalog: The corpora, for the conditions of groups.
  ///   - axis: The parameter that the runs' sweeps vary.
  /// - Throws: ``RequestError`` for a run that was named and has no thresholds of that parameter, and
  ///   `StoreError` for a store that cannot be read.
  public init(
    _ name: String?, catalog: CorpusCatalog, axis: CameraParameter = .moduleSize
  ) throws {
    self.catalog = catalog
    self.axis = axis
    guard let name else {
      candidates = try Self.all(axis)
      return
    }
    let (store, run) = try Self.named(name)
    guard Self.isUsable(run, axis) else {
      throw RequestError(
        "run \(run.number) of \(StoreLocation.shownPath(of: store.path)) has no thresholds of "
          + "\(axis.rawValue): it must be finished, and \(axis.rawValue) its sweep")
    }
    candidates = [Candidate(store: store, run: run)]
  }

  /// Finds the run that a person names.
  private static func named(_ name: String) throws -> (store: SQLiteStore, run: RunSummary) {
    let named = NamedRun(name)
    let path = try named.path ?? StoreLocation.latest()
    let comparison = try StoredComparison(path, run: named.number)
    guard let run = try comparison.store.runs().first(where: { $0.number == comparison.number })
    else {
      throw RequestError(
        "\(StoreLocation.shownPath(of: comparison.store.path)) has no run \(comparison.number)")
    }
    return (comparison.store, run)
  }

  /// The parameter that the sweep of a named run varies; `nil` if it is not one of the camera's.
  static func axis(ofRun name: String) throws -> CameraParameter? {
    CameraParameter(rawValue: try named(name).run.record.corpus.axis)
  }

  /// All usable runs below `reports/`, the latest first.
  ///
  /// - Throws: Errors of a store that cannot be read: its run may be the best.
  private static func all(_ axis: CameraParameter) throws -> [Candidate] {
    guard Folder.exists("reports") else { return [] }
    let files = (try? StoreLocation.files([])) ?? []
    return try files.flatMap { file in
      let store = try SQLiteStore(path: file, isNew: false)
      return try store.runs().filter { isUsable($0, axis) }
        .map { Candidate(store: store, run: $0) }
    }.sorted { $0.run.record.provenance.startedAt > $1.run.record.provenance.startedAt }
  }

  private static func isUsable(_ run: RunSummary, _ axis: CameraParameter) -> Bool {
    let record = run.record
    return run.outcome?.wasStopped == false && !record.shard.isPart
      // A search for misreads and a trace of boundaries certify no level.
      && record.settings.aim?.misreads == nil && record.settings.aim?.boundary == nil
      && record.corpus.harder == axis.facts.harder && record.corpus.axis == axis.rawValue
  }

  /// The thresholds for a symbology; `nil` if no run has any.
  public func table(for symbology: Symbology) -> ThresholdTable? {
    guard let index = index(for: symbology) else { return nil }
    return tables.withLock { tables in
      if let known = tables[index] { return known }
      let table = table(of: candidates[index])
      tables[index] = table
      return table
    }
  }

  /// The run with the most trials; of several, the latest. `nil` if none has the symbology.
  private func index(for symbology: Symbology) -> Int? {
    let trials = candidates.map { $0.trials(of: symbology) }
    guard let most = trials.max(), most > 0 else { return nil }
    return trials.firstIndex(of: most)
  }

  /// The first store that could not be read when thresholds were asked for; `nil` if all could.
  public var failure: (any Error)? { failures.withLock { $0 } }

  private func table(of candidate: Candidate) -> ThresholdTable {
    do {
      let stored = try scores(of: candidate)
      return ThresholdTable(run: stored.run, scores: stored.scores, corpus: stored.corpus)
    } catch {
      failures.withLock { $0 = $0 ?? error }
      return ThresholdTable(run: candidate.name, groups: [])
    }
  }

  /// A run with its scores and its corpus; `nil` for one that is not at hand.
  struct StoredScores {
    let run: ThresholdRun
    let scores: ScoreTable
    let corpus: Corpus?
  }

  /// The run that has thresholds of a symbology; `nil` if there is none.
  ///
  /// - Throws: Errors of a store that cannot be read.
  func scores(for symbology: Symbology) throws -> StoredScores? {
    try index(for: symbology).map { try scores(of: candidates[$0]) }
  }

  /// The symbologies of all runs, for messages.
  var carriers: Set<Symbology> {
    candidates.reduce(into: []) { $0.formUnion($1.carriers) }
  }

  private func scores(of candidate: Candidate) throws -> StoredScores {
    StoredScores(
      run: candidate.name,
      scores: try Scorer.scores(
        ofRun: candidate.run.number, in: candidate.store, hasCrossings: false),
      corpus: try? RecordedCorpus.load(of: candidate.run.record, file: nil, catalog: catalog))
  }
}

extension ThresholdTable {
  /// Takes the thresholds of all groups whose images hold one symbol.
  init(run: ThresholdRun, scores: ScoreTable, corpus: Corpus?) {
    var conditions: [String: GroupCondition] = [:]
    for recipe in corpus?.recipes ?? [] {
      for condition in corpus?.conditions ?? [] {
        conditions["\(recipe.name)/\(condition.name)"] = GroupCondition(condition)
      }
    }
    self.init(
      run: run,
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
      })
  }
}

extension CertifiedThreshold {
  /// Makes a threshold; `nil` where no level is certified.
  fileprivate init?(_ score: ThresholdScore) {
    switch (score.kind, score.upper) {
    case (.interval, let upper?): self.init(pixels: upper, isUpperBound: false)
    case (.atMost, let upper?): self.init(pixels: upper, isUpperBound: true)
    default: return nil
    }
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
