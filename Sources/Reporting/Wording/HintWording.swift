import Results

/// The wording of what hints about symbologies change.
struct HintWording {
  /// The explanation of the numbers.
  static let explanation =
    "Each decoder with a hint about symbologies beside the same decoder without one, on the same "
    + "images. Times are the median ratio over images that both read. Misreads avoided are images "
    + "that were misread without the hint and not with it"

  /// The time with the hint as a multiple of the time without, with its interval.
  static func ratio(_ effect: HintEffect) -> String {
    guard let ratio = effect.timeRatio else { return Numerals.absent }
    return Numerals.interval(
      ratio.value, ratio.lower, ratio.upper, places: ratio.value < 0.0995 ? 3 : 2, unit: " ×")
  }

  /// The sentences, one for each effect.
  static func sentences(_ table: ScoreTable) -> [String] {
    (table.hintEffects ?? []).map { effect in
      guard effect.pairs > 0 else {
        return
          "\(effect.restricted.label) and \(effect.unrestricted.label) tried no image in common"
      }
      return ([time(effect), reads(effect), misreads(effect)] + [extras(effect), errors(effect)])
        .compactMap(\.self).joined(separator: "; ")
    }
  }

  private static func time(_ effect: HintEffect) -> String {
    let labels = (effect.restricted.label, effect.unrestricted.label)
    guard effect.timeRatio != nil else {
      return "\(labels.0) beside \(labels.1): too few images that both read to compare times"
    }
    return "\(labels.0) takes \(ratio(effect)) the time of \(labels.1) on what both read"
  }

  private static func reads(_ effect: HintEffect) -> String {
    let p = effect.adjustedP < 1 ? " (\(Numerals.p(effect.adjustedP)))" : ""
    return
      "of \(Numerals.count(effect.pairs)) images, \(Numerals.count(effect.onlyRestricted)) are read by "
      + "\(effect.restricted.label) alone, \(Numerals.count(effect.onlyUnrestricted)) by "
      + "\(effect.unrestricted.label) alone\(p)"
  }

  private static func misreads(_ effect: HintEffect) -> String {
    "misreads \(Numerals.count(effect.restricted.misreads)) instead of "
      + "\(Numerals.count(effect.unrestricted.misreads)): "
      + "\(Numerals.count(effect.misreadsAvoided)) avoided, \(Numerals.count(effect.misreadsAdded)) new"
  }

  private static func extras(_ effect: HintEffect) -> String? {
    change("wrong readings beside the right ones", effect, \.wrongExtras)
  }

  private static func errors(_ effect: HintEffect) -> String? { change("errors", effect, \.errors) }

  private static func change(
    _ what: String, _ effect: HintEffect, _ count: KeyPath<HintEffect.Side, Int>
  ) -> String? {
    let counts = (effect.restricted[keyPath: count], effect.unrestricted[keyPath: count])
    guard counts != (0, 0) else { return nil }
    return "\(what) \(Numerals.count(counts.0)) instead of \(Numerals.count(counts.1))"
  }
}
