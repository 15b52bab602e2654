import Results

/// The wording of what pixels allow, and of how far decoders are from it.
struct InformedWording {
  static let title = "What these pixels allow"
  /// The name of the reader's row.
  static let reader = "informed"

  /// The explanation of the row.
  static let explanation =
    "The informed reader knows everything about a drawn sample except its data: place, module size, camera, "
    + "size and error correction of the symbol. It is not ranked. What it reads can be read. Better "
    + "readers may exist, so what it misses is not shown to be unreadable. Headroom is a decoder's mean "
    + "threshold over the reader's, inverted where larger values are harder. ms is the reader's mean CPU "
    + "time for an image, and a decoder's median time of a read"

  /// One row: the reader's, or a decoder's.
  struct Row {
    let group: InformedGroup
    /// `nil` for the reader itself.
    let headroom: Headroom?
    /// Cells below ``titles``.
    let cells: [String]
  }

  let wording: ScoreWording
  private let informed: InformedTable

  /// - Returns: `nil` where the reader was not asked.
  init?(_ wording: ScoreWording) {
    guard let informed = wording.table.informed else { return nil }
    (self.wording, self.informed) = (wording, informed)
  }

  /// The columns' titles.
  var titles: [String] {
    [
      "group", "reader", wording.thresholdTitle + wording.unitAfterComma,
      "mean threshold" + wording.unitAfterComma, "headroom", "only informed", "only decoder",
      "ms",
    ]
  }

  /// The columns that hold numbers.
  static let numberColumns = [5, 6, 7]

  /// The rows of all groups, the reader's first in each.
  var rows: [Row] { informed.groups.flatMap(rows) }

  private func rows(_ group: InformedGroup) -> [Row] {
    let own = Row(
      group: group, headroom: nil,
      cells: [
        group.group, Self.reader, wording.threshold(group.threshold), mean(group), "", "", "",
        Numerals.milliseconds(group.milliseconds),
      ])
    return [own]
      + group.headrooms.map { headroom in
        let score = wording.table.decoder(headroom.decoder)?.groups.first {
          $0.group == group.group
        }
        return Row(
          group: group, headroom: headroom,
          cells: [
            "", headroom.decoder, score.map { wording.threshold(wording.threshold(of: $0)) } ?? "",
            score.map(wording.meanThreshold) ?? "", Self.headroom(headroom),
            Numerals.count(headroom.onlyInformed), Numerals.count(headroom.onlyDecoder),
            Numerals.milliseconds(score?.latency.readMedian),
          ])
      }
  }

  private func mean(_ group: InformedGroup) -> String {
    guard group.isBeyond else { return wording.estimate(group.meanThreshold) }
    let hardest = wording.isLargerHarder ? group.levels.last : group.levels.first
    let sign = wording.isLargerHarder ? "≥" : "≤"
    guard let hardest, hardest.read < hardest.tried, let mean = group.meanThreshold else {
      return "\(sign) \(hardest?.level ?? "")"
    }
    return "\(sign) \(Numerals.decimal(mean.value, places: mean.value < 9.95 ? 2 : 0))"
  }

  /// A ratio with its interval: `1.85 [1.80–1.90]`; `≥ 1.85` or `≤ 1.85` where a curve is cut off.
  static func headroom(_ headroom: Headroom) -> String {
    guard let ratio = headroom.ratio else { return Numerals.absent }
    func decimal(_ number: Double) -> String {
      Numerals.decimal(number, places: number < 9.95 ? 2 : 1)
    }
    guard !headroom.isAtLeast else { return "≥ \(decimal(ratio.lower))" }
    guard !headroom.isAtMost else { return "≤ \(decimal(ratio.upper))" }
    return "\(decimal(ratio.value)) [\(decimal(ratio.lower))–\(decimal(ratio.upper))]"
  }

  /// The notes below the table: cells in which the bound is loose, and groups that are not covered.
  var sentences: [String] {
    let beaten = informed.groups.flatMap { group in
      group.headrooms.filter(\.beatsTheBound).map { headroom in
        "\(headroom.decoder) reads more than the informed reader on \(group.group) "
          + "(\(Numerals.count(headroom.onlyDecoder)) images against "
          + "\(Numerals.count(headroom.onlyInformed)), \(Numerals.p(headroom.adjustedP))): the bound is "
          + "loose there"
      }
    }
    return beaten
      + informed.uncovered.map { "\($0.group) is not covered: \(Self.reason($0.reason))" }
  }

  /// A gap's code in words.
  private static func reason(_ code: String) -> String {
    switch code {
    case "photo": "the reader has no model of photos"
    case "no-symbol": "there is no symbol to be read"
    case "several-symbols": "the reader has no model of several symbols in an image"
    case "stream": "the reader has no model of streams"
    case "symbology": "the reader does not read this symbology or size"
    case "print": "the reader has no model of bar growth, damage and marks on parts"
    case "texture": "the reader has no model of textures around a symbol"
    default: code
    }
  }
}
