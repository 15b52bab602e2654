import Results

extension ScoreWording {
  /// One decoder in one group.
  package typealias Row = (decoder: DecoderScore, group: GroupScore)

  /// The decoders that were tried on a group, in the table's order.
  package func rows(of group: String) -> [Row] {
    tried.compactMap { decoder in
      decoder.groups.first { $0.group == group && $0.total.tried > 0 }.map { (decoder, $0) }
    }
  }

  /// The decoders of all groups, group by group.
  var rowsByGroup: [Row] { table.corpus.groups.map(\.id).flatMap(rows) }

  /// The level from which on a decoder is certified in several groups: the easiest of theirs; `nil` where one
  /// of them has none.
  func certified(_ groups: [GroupScore]) -> Double? {
    let ends = groups.map { threshold(of: $0).certified }
    guard !ends.contains(nil) else { return nil }
    return isLargerHarder ? ends.compactMap(\.self).min() : ends.compactMap(\.self).max()
  }
}
