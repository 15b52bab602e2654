/// One sample and the decoders that are to see it.
struct Visit: Hashable, Sendable {
  /// The sample's place in the corpus.
  let place: SampleSchedule.Place
  /// Indices of the decoders, ascending; none if all have seen it.
  let decoders: [Int]
}

/// Where lanes get their work: which samples are visited next, and by whom.
protocol VisitSource: Sendable {
  /// The next visits of one lane, to be finished in order; `nil` when there are none left.
  ///
  /// May block while what comes next depends on visits of other lanes.
  func next() -> [Visit]?

  /// Takes note of what came of a visit: by decoder, whether it did what it is for. Decoders that gave
  /// no verdict are left out.
  func finish(_ visit: Visit, successes: [(decoder: Int, isSuccess: Bool)])

  /// Lets all lanes end soon, because one of them cannot go on.
  func abandon()
}
