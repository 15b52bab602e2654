import Base
import ResultStore

/// The runs of one store: the place where a run that a person names, or means, is looked up.
package struct StoredRuns {
  package let store: SQLiteStore
  /// All runs, in the order in which they were made.
  package let all: [StoredComparison]

  /// Opens a store.
  ///
  /// - Throws: `StoreError` for a file that is none or cannot be read.
  package init(file: String) throws {
    let store = try SQLiteStore(path: file, isNew: false)
    self.store = store
    all = try store.runs().map { StoredComparison($0, in: store) }
  }

  /// Opens the store of a report folder, or a store file.
  ///
  /// - Parameter corpus: The corpus of which a run is wanted, for the advice if there is none.
  /// - Throws: ``RequestError`` where no run was ever made, or as ``init(file:)``.
  package init(in path: String, of corpus: String? = nil) throws {
    let file = StoreLocation.file(in: path)
    guard Folder.isTaken(file) else { throw RequestError.noResults(in: path, of: corpus) }
    try self.init(file: file)
  }

  /// Opens the store of a run as a person names it; without a path, the one that was written last.
  package init(of named: NamedRun) throws {
    try self.init(in: named.path ?? StoreLocation.latest())
  }

  /// Finds a run by its number.
  ///
  /// - Throws: ``RequestError`` that lists the numbers that there are.
  package func run(_ number: Int) throws -> StoredComparison {
    guard let run = all.first(where: { $0.number == number }) else {
      let known = all.map { "\($0.number)" }.joined(separator: ", ")
      throw RequestError("\(store.path) has no run \(number). Runs: \(known)")
    }
    return run
  }

  /// The latest run.
  ///
  /// - Throws: ``RequestError`` if there is none.
  package func latest() throws -> StoredComparison {
    guard let run = all.last else {
      throw RequestError("\(store.path) holds no runs: harness compare makes them")
    }
    return run
  }
}

extension [StoredComparison] {
  /// The runs in the order in which they were made: within a store that of their numbers, because a clock may
  /// be set back, and between stores that of their clocks, for want of another.
  ///
  /// - Precondition: Each store's runs are in order already.
  package var inOrder: [StoredComparison] {
    var latest: [String: String] = [:]
    let timed = enumerated().map { place, run in
      let time = Swift.max(latest[run.store.path] ?? "", run.record.provenance.startedAt)
      latest[run.store.path] = time
      return (time: time, place: place, run: run)
    }
    return timed.sorted { ($0.time, $0.place) < ($1.time, $1.place) }.map(\.run)
  }
}
