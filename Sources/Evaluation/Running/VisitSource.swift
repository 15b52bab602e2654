/// One sample and the decoders that must decode it.
struct Visit: Hashable, Sendable {
  /// The sample's place in the corpus.
  let place: SampleSchedule.Place
  /// Indices of the decoders, ascending; empty if all have decoded it.
  let decoders: [Int]
}

/// The source of work for lanes: the samples to visit next, and the decoders for each.
protocol VisitSource: Sendable {
  /// Returns the next visits of one lane, to be finished in order; `nil` when there are none left.
  ///
  /// May block while what comes next depends on visits of other lanes.
  func next() -> [Visit]?

  /// Records the outcome of a visit: by decoder, true if it succeeded. Decoders that gave no
  /// verdict are left out.
  func finish(_ visit: Visit, successes: [(decoder: Int, isSuccess: Bool)])

  /// Makes all lanes end soon because one of them cannot go on.
  func abandon()
}
