import Results

/// Counts the photos that no decoder reads.
enum UnreadScorer {
  /// Returns the counts; `nil` for a run without photos of codes.
  ///
  /// - Throws: Errors from the store.
  static func photos(
    of run: RunRecord, _ tally: Tally, number: Int, in store: some ObservationSource
  ) throws -> UnreadPhotos? {
    let groups = run.corpus.groups
    guard groups.contains(where: { $0.photoPayloads != nil && $0.content != .nothing }) else {
      return nil
    }
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    let symbols = SymbolLayout(run.corpus)
    var photos = UnreadPhotos()
    for place in tally.layout.places where groups[place.group].photoPayloads != nil {
      let verdicts = run.decoders.indices.compactMap { matrix.verdict($0, place) }
      guard !verdicts.isEmpty else { continue }
      // A photo that ends every decoder is of the kind that its folder is.
      let content: GroupContent =
        if verdicts.contains(where: { $0 == .clean || $0 == .falsePositive }) {
          .nothing
        } else if verdicts.contains(where: { $0 == .detected || $0 == .undetected }) {
          .unknown
        } else {
          groups[place.group].content
        }
      let codes = symbols.scene(group: place.group, trial: place.trial)?.indices ?? 0..<0
      let first = symbols.first(place)
      let isRead =
        verdicts.contains(where: \.isSuccess)
        || tally.decoders.contains { decoder in
          codes.contains { decoder.symbolReads.contains(first + $0) }
        }
      switch content {
      case .nothing: break
      case .symbols:
        photos.judged += 1
        if !isRead { photos.unread += 1 }
      case .unknown:
        photos.unjudged += 1
        if !isRead { photos.undetected += 1 }
      }
    }
    return photos.judged + photos.unjudged > 0 ? photos : nil
  }
}
