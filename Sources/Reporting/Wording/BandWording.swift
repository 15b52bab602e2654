import Results

/// The wording of bands of module sizes and of what a run says about them.
struct BandWording {
  /// One decoder in one group.
  typealias Row = (decoder: DecoderScore, group: GroupScore, bands: [BandScore])

  static let title = "Bands"

  let rows: [Row]
  /// The bands in which the corpus has levels, the hardest first.
  let bands: [ModuleSizeBand]
  private let wording: ScoreWording

  /// Makes the wording of a score table's bands; `nil` for a corpus that asks for none.
  init?(_ wording: ScoreWording) {
    rows = wording.tried.flatMap { decoder in
      decoder.groups.compactMap { group in group.bands.map { (decoder, group, $0) } }
    }
    guard !rows.isEmpty else { return nil }
    self.wording = wording
    let levels = wording.table.corpus.levels
    bands = ModuleSizeBand.allCases.reversed().filter { band in
      levels.contains { ModuleSizeBand(pixels: $0.value) == band }
    }
  }

  /// The range of a band: `below 3 px`, `3–5 px`, `20 px and more`.
  static func range(_ band: ModuleSizeBand) -> String {
    let from = Numerals.level(band.lowerPixels)
    guard let end = band.upperPixels else { return "\(from) px and more" }
    return band.lowerPixels == 0
      ? "below \(Numerals.level(end)) px" : "\(from)–\(Numerals.level(end)) px"
  }

  /// The range of neighbouring bands in a sentence: `at 3 px and more`, `at 3–10 px`, `below 3 px`.
  static func range(
    from easiest: ModuleSizeBand, to hardest: ModuleSizeBand, unit: String
  ) -> String {
    let from = Numerals.level(hardest.lowerPixels)
    switch (easiest.upperPixels, hardest.lowerPixels > 0) {
    case (nil, true): return "at \(from)\(unit) and more"
    case (nil, false): return "at every size"
    case (let end?, true): return "at \(from)–\(Numerals.level(end))\(unit)"
    case (let end?, false): return "below \(Numerals.level(end))\(unit)"
    }
  }

  static func name(_ band: ModuleSizeBand) -> String { band.rawValue.capitalized }

  /// The certified decode rate in percent with the observed one: `97.6 (100)`.
  static func rate(_ score: BandScore) -> String {
    guard score.tried > 0 else { return Numerals.absent }
    let observed = score.read == score.tried ? "100" : Numerals.percent(score.rate)
    return "\(lower(score.certified)) (\(observed))"
  }

  /// A lower bound in percent, rounded down so that it stays a bound.
  static func lower(_ bound: Double) -> String {
    Numerals.decimal((bound * 1000 + 1e-9).rounded(.down) / 10, places: 1)
  }

  /// The worst level with its rate: `84.0 at 2.5`; missing where all levels are read whole.
  static func worst(_ score: BandScore) -> String {
    guard let level = score.worst, let rate = score.worstRate, rate < 1 else {
      return Numerals.absent
    }
    return "\(Numerals.percent(rate)) at \(level.text)"
  }

  static let explanation =
    "The decode rate, %, that holds at least, with 95 % confidence (exact lower bound over all levels of "
    + "the band), and in brackets the observed one. The article promises that any decent SDK reads "
    + "everything from 20 px on; for the other bands it makes no promise that can be tested"

  /// The group's symbology and name.
  func subject(_ row: Row) -> String {
    let group = wording.table.corpus.groups.first { $0.id == row.group.group }
    return group.flatMap { $0.symbologies.count == 1 ? $0.symbologies[0].description : nil }
      ?? row.group.group
  }

  /// The promise of the easiest band, kept or broken, in sentences.
  var sentences: [String] {
    let easiest = ModuleSizeBand.excellent
    let promised = rows.compactMap { row in
      row.bands.first { $0.band == easiest && $0.tried > 0 }.map { (row, $0) }
    }
    let kept = promised.filter { $0.1.counterexample == nil }.map { row, band in
      "\(row.decoder.label) on \(row.group.group) (\(Self.lower(band.certified)) % or more)"
    }
    let broken = promised.compactMap { row, band in
      band.counterexample.map {
        "\(row.decoder.label) on \(row.group.group) breaks the promise of \(Self.range(easiest)), "
          + "that any decent SDK reads everything: \(wording.counterexample($0))"
      }
    }
    return broken
      + (kept.isEmpty
        ? []
        : ["Nothing was missed at \(Self.range(easiest)) by \(Words.list(kept))"])
  }
}
