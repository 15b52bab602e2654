import Results

/// The wording of where more pixels bring no more reads.
struct KneeWording {
  /// The explanation of the numbers.
  static let explanation =
    "The same scene at several resolutions. The knee is the smallest resolution whose reads "
    + "are not significantly fewer than those at the best one (exact paired test, Holm): beyond it, "
    + "more pixels cost time and bring no more reads that these trials can show"

  /// The sentences, one for each decoder in each group.
  static func sentences(_ table: ScoreTable) -> [String] {
    let hasGroups = table.corpus.groups.count > 1
    return table.decoders.flatMap { decoder in
      decoder.groups.compactMap { group in
        group.knee.map { knee in
          "\(decoder.label)\(hasGroups ? " on \(group.group)" : ""): the knee is at "
            + "\(knee.level) MP, " + reads(knee) + cost(knee)
        }
      }
    }
  }

  private static func reads(_ knee: KneeScore) -> String {
    let here = knee.steps.first { $0.level == knee.level }
    let best = knee.steps.first { $0.level == knee.best }
    let rate = "where it reads \(Numerals.percentage(here?.rate))"
    guard knee.level != knee.best else { return rate + ", its best" }
    return rate
      + " (best: \(Numerals.percentage(best?.rate)) at \(knee.best) MP)"
  }

  private static func cost(_ knee: KneeScore) -> String {
    guard let last = knee.steps.last, last.level != knee.level, let ratio = last.timeRatio else {
      return ""
    }
    return "; \(last.level) MP take \(times(ratio)) the time"
  }

  /// A ratio of times with its interval: `6.20 × [6.1–6.4]`.
  static func times(_ ratio: Estimate) -> String {
    Numerals.interval(
      ratio.value, ratio.lower, ratio.upper, places: ratio.value < 9.95 ? 2 : 1, unit: " ×")
  }
}
