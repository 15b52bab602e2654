import Sessions

/// Two stored runs, named as on a command line, that are compared without being alike.
struct DifferenceSession {
  private let before: StoredComparison
  private let after: StoredComparison

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
    if named.count == 1 {
      let runs = try StoredRuns(in: fallback)
      guard named[0].path != nil, named[0].number == nil else {
        throw RequestError("name two runs, or a report folder for its last two")
      }
      let finished = runs.all.filter(\.isFinished)
      guard finished.count > 1 else {
        throw RequestError(
          "\(runs.store.path) has fewer than two finished runs: name a second folder")
      }
      (before, after) = (finished[finished.count - 2], finished[finished.count - 1])
      return
    }
    func find(_ run: NamedRun) throws -> StoredComparison {
      let runs = try StoredRuns(in: run.path ?? fallback)
      return try run.number.map(runs.run) ?? runs.all.last(where: \.isFinished) ?? runs.latest()
    }
    before = try find(named[0])
    after = try find(named[1])
    if before.name == after.name {
      throw RequestError(
        "both are run \(before.number) of \(before.store.path): name two different runs")
    }
  }

  /// Reads both runs and compares them.
  func difference() throws -> RunDifference {
    func read(_ run: StoredComparison) throws -> ComparedRun {
      try ComparedRun(ofRun: run.number, in: run.store, path: run.name.store)
    }
    return try RunDifference(from: read(before), to: read(after))
  }
}
