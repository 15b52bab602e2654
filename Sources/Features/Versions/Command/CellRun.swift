import Base
import Console
import Corpora
import Evaluation
import PluginHost
import Reporting

/// The decoding of a cell's samples by one commit after the other, each in a run of its own in one store.
struct CellRun {
  let corpus: Corpus
  /// The corpus as it was named.
  let name: String
  let workers: WorkerOptionGroup
  let options: VersionRunOptionGroup
  let folder: String
  let terminal: TerminalOptionGroup
  let stop: StopSignal

  /// Decodes the samples, or finds them decoded.
  ///
  /// A commit's plugin may load code that its files do not show, so that no other commit's results stand for its own.
  ///
  /// - Throws: `CancellationError` after a stop.
  func outcomes(
    _ commit: String, _ configured: ConfiguredDecoder, isFresh: Bool
  ) throws -> CellOutcomes {
    let decoder = configured.named(
      String(commit.prefix { $0 != " " }),
      apartBy: (["commit"] + configured.members.map(\.program.label)).joined(separator: " "))
    let request = options.request(isFresh: isFresh)
    let plan = try request.plan(
      corpus, named: name, DecoderChoice([decoder]), workers, folder: folder)
    let session = try request.session(plan, workers, folder: folder)
    let number = try terminal.decode(session, of: plan, stop: stop)
    if stop.isRequested { throw CancellationError() }
    return try CellOutcomes(ofRun: number, in: session.store)
  }
}
