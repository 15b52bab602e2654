import Corpora
import Foundation
import ResultStore

/// The run that a report is about, and its corpus as far as it is available.
package struct ReportSource {
  package let run: StoredComparison
  /// The corpus with the run's seed; `nil` when it cannot be loaded.
  package let corpus: Corpus?
  /// The corpus as typed or recorded, if that is more than its name.
  let corpusFile: String?
  /// The run's seed, unless it is the corpus's own.
  let seed: UInt64?
  /// The reason the corpus could not be loaded; `nil` if it was.
  package let missingCorpus: String?

  /// Finds the run.
  ///
  /// - Throws: ``RequestError`` when there is none, or when it is of another corpus.
  package init(
    number: Int?, corpus named: String?, store path: String?, catalog: CorpusCatalog
  ) throws {
    let given = try named.map { try catalog.load(nameOrPath: $0) }
    let place = try path ?? given.map { "reports/\($0.name)" } ?? StoreLocation.latest()
    let runs = try StoredRuns(in: place, of: given?.name)
    self.init(try Self.run(number, in: runs, of: given), corpus: named, catalog: catalog)
  }

  /// Loads the corpus of a run that was found.
  ///
  /// - Parameter named: The corpus as typed; `nil` for the recorded one.
  package init(_ run: StoredComparison, corpus named: String? = nil, catalog: CorpusCatalog) {
    self.run = run
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

  private static func run(
    _ number: Int?, in runs: StoredRuns, of corpus: Corpus?
  ) throws -> StoredComparison {
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
