import Analysis
import Base
import Corpora
import DecoderKit
import Drawing
import Foundation
import ResultStore
import Results
import Scanning
import Synchronization

/// Thresholds of stored runs, for the margins of a scan.
///
/// They come from one run that was named, or else, symbology by symbology, from the latest finished
/// run below `reports/` that has thresholds of it. Thresholds are certified module sizes, so that only
/// runs count whose sweep is the module size.
public final class ThresholdSource: Sendable {
  private struct Candidate: Sendable {
    let store: SQLiteStore
    let run: RunSummary
    var carriers: Set<Symbology> { Set(run.record.corpus.symbologies.map(\.carrier)) }
  }

  private let candidates: [Candidate]
  private let catalog: CorpusCatalog
  /// Tables by the index of their candidate, made when they are first needed.
  private let tables = Mutex<[Int: ThresholdTable]>([:])

  /// Finds the runs.
  ///
  /// - Parameters:
  ///   - name: A report folder or store file, with a colon and a run's number if it is not the latest;
  ///     or a run's number in the store that was written last. `nil` for all below `reports/`.
  ///   - catalog: The corpora, for the conditions of groups.
  /// - Throws: ``RequestError`` for a run that was named and has no thresholds of module sizes.
  public init(_ name: String?, catalog: CorpusCatalog) throws {
    self.catalog = catalog
    guard let name else {
      candidates = Self.all()
      return
    }
    let named = NamedRun(name)
    let path = try named.path ?? StoreLocation.latest()
    let comparison = try StoredComparison(path, run: named.number)
    let runs = try comparison.store.runs()
    guard let run = runs.first(where: { $0.number == comparison.number }), Self.isUsable(run) else {
      throw RequestError(
        "run \(comparison.number) of \(StoreLocation.shownPath(of: comparison.store.path)) has no "
          + "thresholds of module sizes: it must be finished, and module-size its sweep")
    }
    candidates = [Candidate(store: comparison.store, run: run)]
  }

  /// All usable runs below `reports/`, the latest first. A store that cannot be read has none.
  private static func all() -> [Candidate] {
    let files = (try? StoreLocation.files([])) ?? []
    return files.flatMap { file -> [Candidate] in
      guard let store = try? SQLiteStore(path: file, isNew: false) else { return [] }
      return ((try? store.runs()) ?? []).filter(isUsable).map { Candidate(store: store, run: $0) }
    }.sorted { $0.run.record.provenance.startedAt > $1.run.record.provenance.startedAt }
  }

  private static func isUsable(_ run: RunSummary) -> Bool {
    let record = run.record
    return run.outcome?.wasStopped == false && !record.shard.isPart
      // A search for misreads and a trace of boundaries certify no level.
      && record.settings.aim?.misreads == nil && record.settings.aim?.boundary == nil
      && record.corpus.harder == .smaller
      && record.corpus.axis == CameraParameter.moduleSize.rawValue
  }

  /// The thresholds for a symbology; `nil` if no run has any.
  public func table(for symbology: Symbology) -> ThresholdTable? {
    guard let index = candidates.firstIndex(where: { $0.carriers.contains(symbology.carrier) })
    else { return nil }
    return tables.withLock { tables in
      if let known = tables[index] { return known }
      let table = table(of: candidates[index])
      tables[index] = table
      return table
    }
  }

  private func table(of candidate: Candidate) -> ThresholdTable {
    let number = candidate.run.number
    let path = StoreLocation.shownPath(of: candidate.store.path)
    let run = ThresholdRun(store: path, number: number, corpus: candidate.run.record.corpus.name)
    guard
      let scores = try? Scorer.scores(ofRun: number, in: candidate.store, hasCrossings: false)
    else { return ThresholdTable(run: run, groups: []) }
    let corpus = try? RecordedCorpus.load(of: candidate.run.record, file: nil, catalog: catalog)
    return ThresholdTable(run: run, scores: scores, corpus: corpus)
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
