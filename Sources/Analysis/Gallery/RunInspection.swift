import Results

/// Facts about a run's observations beyond its scores.
package struct RunInspection: Sendable {
  private let matrix: VerdictMatrix
  /// By decoder: the decodes that a page lists.
  let noted: [NotedDecodes]

  package var run: RunRecord { matrix.run }

  /// Reads all observations of a run.
  ///
  /// - Throws: Errors from the store.
  package init(ofRun number: Int, in store: some ObservationSource) throws {
    let decoders = try store.record(ofRun: number).0.decoders.count
    var noted = Array(repeating: NotedDecodes(), count: decoders)
    matrix = try VerdictMatrix(
      ofRun: number, in: store, noting: { $0.isFalse || $0.isBreakage }
    ) { observation in
      noted[observation.decoder].add(observation)
    }
    self.noted = noted
  }

  /// The verdict of a decoder, given by its index in the run, on a sample; `nil` if it was not
  /// tried.
  func verdict(_ decoder: Int, _ place: SamplePlace) -> Verdict? {
    matrix.verdict(decoder, place)
  }

  /// The number of trials used to compare pairs of decoders; if the run chose its own trials, only
  /// the first pass, as in the scores.
  func pairedTrials(group: Int) -> Int {
    min(run.corpus.groups[group].trials, run.settings.aim?.firstPassTrials ?? .max)
  }

  /// Times of every decoder that was tried, in the run's order, with the bins that they share.
  package var latencies: (scale: LatencyScale, decoders: [LatencyDistribution]) {
    let reads = run.decoders.indices.map { matrix.times($0, where: \.isSuccess) }
    let misses = run.decoders.indices.map {
      matrix.times($0) { !$0.isSuccess && !$0.isBreakage }
    }
    let scale = LatencyScale(holding: reads + misses)
    let decoders = run.decoders.indices.compactMap { decoder -> LatencyDistribution? in
      let distribution = LatencyDistribution(
        decoder: run.decoders[decoder].label,
        reads: .init(nanoseconds: reads[decoder], scale: scale),
        misses: .init(nanoseconds: misses[decoder], scale: scale))
      return distribution.reads == nil && distribution.misses == nil ? nil : distribution
    }
    return (scale, decoders)
  }
}

/// A misread, a false positive or an error.
package struct NotedDecode: Hashable, Sendable {
  /// The sample's place in the corpus.
  var place: SamplePlace
  /// The verdict with the wrong reading or the error message.
  var finding: Finding
}

/// One decoder's noted, as many as a page has room for.
struct NotedDecodes: Sendable {
  /// The most misreads and false positives shown per decoder.
  static let shownFalseAnswers = 100
  /// The most errors of one verdict that are kept, one per cause and group.
  private static let shownBreakages = 8

  /// Misreads and false positives, spread evenly over the run.
  private(set) var falseAnswers = EvenSample<NotedDecode>(limit: Self.shownFalseAnswers)
  /// The first errors of each verdict, one per cause and group.
  private(set) var breakages: [Verdict: [NotedDecode]] = [:]
  /// Numbers of errors by verdict.
  private(set) var breakageCounts: [Verdict: Int] = [:]

  mutating func add(_ observation: borrowing Observation) {
    let finding = observation.finding
    let place = observation.place
    if finding.verdict.isFalse {
      falseAnswers.add { NotedDecode(place: place, finding: finding) }
    } else if finding.verdict.isBreakage {
      breakageCounts[finding.verdict, default: 0] += 1
      let known = breakages[finding.verdict] ?? []
      let signature = ErrorSignature(finding)
      // The cause of a timeout is always the same, and another group is another kind of image.
      let isNew = !known.contains {
        ErrorSignature($0.finding) == signature && $0.place.group == place.group
      }
      guard known.count < Self.shownBreakages, isNew else { return }
      breakages[finding.verdict, default: []].append(NotedDecode(place: place, finding: finding))
    }
  }
}

/// A few elements of a sequence of unknown length, spread evenly over it.
///
/// Every stride-th element is kept. When there are too many, every other one is dropped and the
/// stride doubles. The same sequence gives the same elements, and the first one is always among
/// them.
package struct EvenSample<Element: Sendable>: Sendable {
  /// The elements kept: at most twice the limit.
  package private(set) var elements: [Element] = []
  /// Elements seen, kept or not.
  package private(set) var count = 0
  private let limit: Int
  private var stride = 1

  /// Makes an empty sample.
  ///
  /// - Precondition: `limit` is 1 or more.
  package init(limit: Int) {
    precondition(limit >= 1, "a sample holds at least one element")
    self.limit = limit
  }

  /// Adds the next element, which is created only if it is kept.
  package mutating func add(_ element: () -> Element) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    elements.append(element())
    guard elements.count > 2 * limit else { return }
    elements = elements.indices.filter { $0 % 2 == 0 }.map { elements[$0] }
    stride *= 2
  }

  /// The elements, thinned out to the limit.
  package var spread: [Element] {
    guard elements.count > limit else { return elements }
    return (0..<limit).map { elements[$0 * elements.count / limit] }
  }
}
