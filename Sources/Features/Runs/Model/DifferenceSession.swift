import Foundation
import ResultStore
import Sessions

/// Two stored runs, named as on a command line, that are compared without being alike.
struct DifferenceSession {
  private let before: (store: SQLiteStore, run: Int)
  private let after: (store: SQLiteStore, run: Int)

  /// Finds the two runs.
  ///
  /// - Parameters:
  ///   - names: One or two of: a run's number in the store; a report folder or store file, for its
  ///     latest finished run; either of these, a colon and a run's number. A folder alone stands for
  ///     its last two finished runs.
  ///   - store: The store of bare numbers; `nil` for that of a folder beside them, or else for the
  ///     store that was written last.
  /// - Throws: ``RequestError`` for a run that is not there, and for one that is named twice.
  init(_ names: [String], store: String?) throws {
    let named = names.map(NamedRun.init)
    let fallback = try store ?? named.lazy.compactMap(\.path).first ?? StoreLocation.latest()
    var opened: [String: StoredRuns] = [:]
    func open(_ path: String) throws -> StoredRuns {
      let file = StoreLocation.file(in: path)
      if let known = opened[file] { return known }
      let runs = try StoredRuns(file: file)
      opened[file] = runs
      return runs
    }
    if named.count == 1 {
      let runs = try open(fallback)
      guard named[0].path != nil, named[0].number == nil else {
        throw RequestError("name two runs, or a report folder for its last two")
      }
      let finished = runs.all.filter(\.isFinished).map(\.number)
      guard finished.count > 1 else {
        throw RequestError(
          "\(runs.store.path) has fewer than two finished runs: name a second folder")
      }
      before = (runs.store, finished[finished.count - 2])
      after = (runs.store, finished[finished.count - 1])
      return
    }
    func find(_ run: NamedRun) throws -> (store: SQLiteStore, run: Int) {
      let runs = try open(run.path ?? fallback)
      let latest = runs.all.last(where: \.isFinished)
      let found = try run.number.map(runs.run) ?? latest ?? runs.latest()
      return (runs.store, found.number)
    }
    before = try find(named[0])
    after = try find(named[1])
    if before.store === after.store, before.run == after.run {
      throw RequestError(
        "both are run \(before.run) of \(before.store.path): name two different runs")
    }
  }

  /// Reads both runs and compares them.
  func difference() throws -> RunDifference {
    func read(_ run: (store: SQLiteStore, run: Int)) throws -> ComparedRun {
      try ComparedRun(
        ofRun: run.run, in: run.store, path: StoreLocation.shownPath(of: run.store.path))
    }
    return try RunDifference(from: read(before), to: read(after))
  }
}
