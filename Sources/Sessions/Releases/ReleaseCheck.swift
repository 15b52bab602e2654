import Base
import Corpora
import Evaluation
import PluginHost
import ResultStore
import Results

/// Holds a run to a release: to its samples, bit for bit, and to a store of its own.
package struct ReleaseCheck {
  private let lock: ReleaseLock

  package init(_ lock: ReleaseLock) { self.lock = lock }

  /// The release as the run records it.
  package var record: ReleaseRecord { lock.record }

  /// Draws all images of a corpus and compares them with the release's.
  ///
  /// Another version or file is told before anything is drawn.
  ///
  /// - Throws: `ReleaseMismatch`, an error from drawing, or `CorpusFreeze.Interruption`.
  package func check(_ corpus: Corpus, jobs: Int, stop: StopSignal = StopSignal()) throws {
    let freeze = CorpusFreeze(corpus, jobs: jobs, stop: stop)
    if let reason = lock.mismatch(freeze.specification) { throw reason }
    let drawn = try freeze.lock(release: lock.release, on: lock.frozenOn)
    if let reason = lock.mismatch(drawn) { throw reason }
  }

  /// Checks that a run of a release was of this one, and that the corpus here is the release's; images are not
  /// drawn.
  ///
  /// - Throws: `ReleaseMismatch`.
  package func check(_ corpus: Corpus, of recorded: ReleaseRecord) throws(ReleaseMismatch) {
    guard recorded == record else {
      throw .root(
        corpus: corpus.name, lock.release, was: recorded.root, is: record.root)
    }
    if let reason = lock.mismatch(CorpusFreeze(corpus, jobs: 1).specification) { throw reason }
  }

  /// Refuses a folder whose store holds results of other runs: they would be taken for the release's.
  ///
  /// - Throws: `ReleaseMismatch`, or `StoreError` for a store that cannot be read.
  package func check(storeIn folder: String) throws {
    let path = StoreLocation.file(in: folder)
    guard Folder.exists(folder), Folder.isTaken(path) else { return }
    for run in try SQLiteStore(path: path, isNew: false).runs()
    where run.record.settings.release != record {
      throw ReleaseMismatch.store(
        path: StoreLocation.shownPath(of: path), lock.release, run: run.number,
        other: run.record.settings.release?.release)
    }
  }

  /// Refuses stores with runs of one corpus that keep to different releases, or some to none.
  ///
  /// - Throws: `ReleaseMismatch`, or `StoreError`.
  package static func check(joining stores: [SQLiteStore]) throws {
    var first: [String: (release: ReleaseRecord?, path: String)] = [:]
    for store in stores {
      for run in try store.runs() {
        let (corpus, release) = (run.record.corpus.name, run.record.settings.release)
        let path = StoreLocation.shownPath(of: store.path)
        guard let other = first[corpus] else {
          first[corpus] = (release, path)
          continue
        }
        guard other.release == release else {
          throw ReleaseMismatch.stores(other.path, path, corpus: corpus)
        }
      }
    }
  }
}
