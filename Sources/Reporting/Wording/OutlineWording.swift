import Base
import Results

/// The wording of how well corners fit the symbols that were read.
struct OutlineWording {
  /// The error from which on a decoder's corners are worth a sentence, in modules, at the 95th
  /// percentile: more than rounding to whole pixels does at the smallest sizes.
  private static let notableErrorModules = 2.0
  /// The share of corners in another order from which on it is worth a sentence.
  private static let notableOrderShare = 0.05

  /// The explanation of the section's numbers.
  static let explanation =
    "The corners that decoders give, beside those that were drawn, for the symbols that were read. "
    + "The outline error is the largest distance of a corner from its place, in modules. For linear "
    + "symbols it counts along the row of bars only: decoders give the ends of a scan line, which may "
    + "be at any height. The overlap is the area that both outlines share, as a part of the area that "
    + "either covers. Large numbers are medians; 95 % of the symbols do no worse than the small "
    + "numbers. Corners in another order than the protocol’s are counted and not held against the "
    + "outline"

  /// The kind of symbol that a row is about: `QR Code, turned`.
  static func subject(_ score: SymbologyOutlineScore) -> String {
    switch score.turn {
    case .upright: "\(score.symbology), upright"
    case .turned: "\(score.symbology), turned"
    case nil: score.symbology.description
    }
  }

  /// An outline error in modules to three digits; missing where there are no corners.
  static func modules(_ error: Double?) -> String {
    guard let error else { return Numerals.absent }
    return Numerals.decimal(error, places: error < 9.995 ? 2 : error < 99.95 ? 1 : 0)
  }

  /// The overlap in percent; `a line` where corners have no area.
  static func overlap(_ outline: OutlineScore) -> String {
    if outline.withCorners > 0, outline.onLine == outline.withCorners { return "a line" }
    return Numerals.percent(outline.overlapMedian)
  }

  /// The sentences about decoders without corners, with corners far off, and in another order.
  static func sentences(_ table: ScoreTable) -> [String] {
    table.decoders.flatMap { decoder -> [String] in
      let scores = decoder.outlines ?? []
      let label = decoder.label
      return [
        absence(scores).map { "\(label) gives no corners\($0)" },
        far(scores).map { "\(label): one outline in twenty is off by \($0)" },
        order(scores).map { "\(label) gives corners in another order: \($0)" },
      ].compactMap(\.self)
    }
  }

  private static func absence(_ scores: [SymbologyOutlineScore]) -> String? {
    let without = scores.filter { $0.outline.withCorners == 0 }
    guard !without.isEmpty else { return nil }
    return without.count == scores.count ? "" : " of \(names(without))"
  }

  private static func far(_ scores: [SymbologyOutlineScore]) -> String? {
    let far = scores.filter { $0.outline.errorP95 ?? 0 > notableErrorModules }
    guard !far.isEmpty else { return nil }
    return Words.list(
      far.map {
        "\(modules($0.outline.errorP95)) modules or more on \(subject($0)) (median "
          + "\(modules($0.outline.errorMedian)))"
      })
  }

  private static func order(_ scores: [SymbologyOutlineScore]) -> String? {
    let wrong = scores.filter {
      Double($0.outline.otherOrder) > notableOrderShare * Double($0.outline.withCorners)
    }
    guard !wrong.isEmpty else { return nil }
    return Words.list(
      wrong.map {
        "\(Numerals.count($0.outline.otherOrder)) of \(Numerals.count($0.outline.withCorners)) on "
          + subject($0)
      })
  }

  /// The symbologies of some rows, each once.
  private static func names(_ scores: [SymbologyOutlineScore]) -> String {
    Words.list(scores.map(\.symbology.description).uniqued())
  }
}
