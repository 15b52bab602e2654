import Analysis
import Results

/// The outcomes of one build on the samples of a cell.
struct CellOutcomes {
  /// The run in which they were found.
  let run: RunRecord
  /// Whether a sample was read; none of those that were not tried. A timeout is a sample not read.
  private let isRead: [SamplePlace: Bool]

  init(run: RunRecord, isRead: [SamplePlace: Bool]) { (self.run, self.isRead) = (run, isRead) }

  /// Reads a run of one decoder.
  ///
  /// - Throws: Errors from the store.
  init(ofRun number: Int, in store: some ObservationSource) throws {
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    let places = SampleLayout(matrix.run.corpus).places
    self.init(
      run: matrix.run,
      isRead: places.reduce(into: [:]) { $0[$1] = matrix.verdict(0, $1)?.isSuccess })
  }

  /// Samples tried.
  var tried: Int { isRead.count }
  /// Samples read.
  var read: Int { isRead.values.count { $0 } }

  /// The samples that both tried, and those of them that only one of the two read, in the corpus's order.
  func compared(
    with later: CellOutcomes
  ) -> (pairs: Int, lost: [SamplePlace], gained: [SamplePlace]) {
    var found: (pairs: Int, lost: [SamplePlace], gained: [SamplePlace]) = (0, [], [])
    for place in SampleLayout(run.corpus).places {
      guard let was = isRead[place], let now = later.isRead[place] else { continue }
      found.pairs += 1
      if was, !now { found.lost.append(place) }
      if !was, now { found.gained.append(place) }
    }
    return found
  }
}

/// The two ends of a range of commits on the samples of a cell, and what lies nearer to which.
struct CellEnds {
  private let good: CellOutcomes
  /// The samples that one of the two alone read.
  private let differing: Set<SamplePlace>
  /// The difference of the two.
  let difference: CellBisection.Difference

  init(good: CellOutcomes, bad: CellOutcomes, names: (good: String, bad: String)) {
    self.good = good
    let found = good.compared(with: bad)
    differing = Set(found.lost + found.gained)
    difference = CellBisection.Difference(from: names.good, good, to: names.bad, bad)
  }

  /// Compares a commit with both ends, on the samples on which these differ.
  func answer(_ name: String, _ outcomes: CellOutcomes) -> CellBisection.Answer {
    let found = good.compared(with: outcomes)
    let asBad = (found.lost + found.gained).filter(differing.contains)
    let changed = Set(asBad)
    let asGood = differing.filter { !changed.contains($0) && outcomes.hasTried($0) }
    return CellBisection.Answer(
      commit: name, tried: outcomes.tried, read: outcomes.read, asGood: asGood.count,
      asBad: asBad.count,
      p: ChosenPairs.test(worse: asBad, better: Array(asGood), of: good.run).p)
  }
}

extension CellOutcomes {
  fileprivate func hasTried(_ place: SamplePlace) -> Bool { isRead[place] != nil }
}
