import Analysis
import Base
import Corpora
import Foundation
import ResultStore
import Results

/// The run that a report is about, and its corpus as far as it is available.
public struct ReportSource {
  /// The store's folder, which the report goes to.
  public let folder: String
  public let store: SQLiteStore
  public let run: RunSummary
  /// The corpus with the run's seed; `nil` when it cannot be loaded.
  public let corpus: Corpus?
  /// The corpus as typed or recorded, if that is more than its name.
  let corpusFile: String?
  /// The run's seed, unless it is the corpus's own.
  let seed: UInt64?
  /// The reason the corpus could not be loaded; `nil` if it was.
  package let missingCorpus: String?

  /// Finds the run.
  ///
  /// - Throws: ``RequestError`` when there is none, or when it is of another corpus.
  public init(
    number: Int?, corpus named: String?, store path: String?, catalog: CorpusCatalog
  ) throws {
    let given = try named.map { try catalog.load(nameOrPath: $0) }
    let file = try Self.file(store: path, corpus: given)
    folder = URL(filePath: file).deletingLastPathComponent().path
    let runs = try StoredRuns(file: file)
    store = runs.store
    run = try Self.run(number, in: runs, of: given)
    let record = run.record.corpus
    var corpus: Corpus?
    var missingCorpus: String?
    do {
      corpus = try RecordedCorpus.load(of: run.record, file: named, catalog: catalog)
    } catch {
      missingCorpus = "\(error)"
    }
    self.missingCorpus = missingCorpus
    seed = corpus?.seed == record.seed ? nil : record.seed
    self.corpus = corpus?.overriding(trials: nil, seed: record.seed)
    corpusFile =
      named.map { $0 == record.name ? nil : URL(filePath: $0).path } ?? run.record.corpusFile
  }

  /// Computes the run's scores, with the images of errors that are beside the store.
  ///
  /// - Parameter rules: Rules by which streams are watched, in place of those of the run.
  /// - Throws: ``RequestError`` for rules where there are no streams.
  public func table(streamRules rules: StreamRules? = nil) throws -> ScoreTable {
    let corpus = run.record.corpus
    guard rules == nil || corpus.isOfStreams else {
      throw RequestError(
        "--policy and --confirm are for streams, and the sweep of \(corpus.name) is over \(corpus.axis)"
      )
    }
    return try Scorer.scores(ofRun: run.number, in: store, streamRules: rules)
      .withReproducers(in: folder)
  }

  private static func file(store path: String?, corpus: Corpus?) throws -> String {
    if let path { return StoreLocation.file(in: path) }
    if let corpus {
      let folder = "reports/\(corpus.name)"
      guard Folder.isTaken(folder + "/" + StoreLocation.fileName) else {
        throw RequestError.noResults(in: folder, of: corpus.name)
      }
      return StoreLocation.file(in: folder)
    }
    return try StoreLocation.latest()
  }

  private static func run(
    _ number: Int?, in runs: StoredRuns, of corpus: Corpus?
  ) throws -> RunSummary {
    let file = runs.store.path
    if let number {
      let run = try runs.run(number)
      guard corpus.map({ $0.name == run.record.corpus.name }) ?? true else {
        throw RequestError(
          "run \(number) in \(file) is of corpus \(run.record.corpus.name), not of "
            + "\(corpus?.name ?? "")")
      }
      guard run.record.settings.aim?.misreads == nil else {
        throw RequestError("run \(number) looked for misreads: misreads.json has its result")
      }
      return run
    }
    let finished = runs.all.filter {
      $0.outcome != nil && (corpus == nil || $0.record.corpus.name == corpus?.name)
        && $0.record.settings.aim?.misreads == nil
    }
    guard let run = finished.last else {
      throw RequestError(
        "\(file) has no finished run" + (corpus.map { " of corpus \($0.name)" } ?? "")
          + (StoreLock.isHeld(on: file)
            ? " yet: one is being written" : ": harness compare continues what was cut off"))
    }
    return run
  }
}
