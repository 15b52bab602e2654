import Results

extension ScoreTable {
  /// The most decoders that reports for people show in full.
  package static let mostShown = 50
  /// The most of them without a rank, if there are enough with one.
  private static let mostUnranked = 10

  /// The table with the decoders that reports for people show: all, or of many the best ones, and some
  /// of those without a rank.
  package var shown: ScoreTable {
    guard decoders.count > Self.mostShown else { return self }
    let ranked = decoders.filter { $0.rank != nil }
    let others = decoders.filter { $0.rank == nil }
      .prefix(max(Self.mostUnranked, Self.mostShown - ranked.count))
    var table = self
    table.decoders = Array(ranked.prefix(Self.mostShown - others.count)) + others
    let labels = Set(table.decoders.map(\.label))
    func isShown(_ pair: PairScore) -> Bool {
      labels.contains(pair.better) && labels.contains(pair.worse)
    }
    table.comparisons = comparisons.filter(isShown)
    table.partialComparisons = partialComparisons?.filter(isShown)
    table.hintEffects = hintEffects?.filter { labels.contains($0.decoder) }
    for claim in (claims?.claims ?? []).indices {
      table.claims?.claims[claim].decoders.removeAll { !labels.contains($0.decoder) }
    }
    for map in (maps ?? []).indices {
      table.maps?[map].contours.removeAll { !labels.contains($0.decoder) }
    }
    for group in (informed?.groups ?? []).indices {
      table.informed?.groups[group].headrooms.removeAll { !labels.contains($0.decoder) }
    }
    return table
  }

  /// The number of decoders left out, and the way to see them; `nil` where all are shown.
  ///
  /// - Parameter file: The file that has all.
  func leftOut(in file: String) -> String? {
    let shown = shown.decoders.count
    guard shown < decoders.count else { return nil }
    return
      "\(Numerals.count(shown)) of \(Numerals.count(decoders.count)) decoders are shown: the best ones, and "
      + "some without a rank. \(file) has all. To see particular ones, compare only those "
      + "(--decoder NAME, several times; nothing is decoded again)"
  }
}
