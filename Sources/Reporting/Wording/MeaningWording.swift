import Results

/// The wording of what readings mean beside what the symbols mean.
struct MeaningWording {
  /// The explanation of the numbers.
  static let explanation =
    "A reading means the same if a user of it would do the same as with what the symbol says: join "
    + "the same network, call the same number, sell the same product. Charsets, escapes and the order "
    + "of element strings do not count. Another meaning that looks right is the worst case, because "
    + "nobody notices it; a broken reading is easy to spot: no text, no form, or a check that fails. The rest "
    + "was not read"

  /// The share of the same meaning in percent, with its interval; missing where nobody asked.
  static func same(_ score: MeaningScore?) -> String {
    guard let score else { return "" }
    return Numerals.percent(score.same, of: score.tried)
  }

  /// The interval of the share of the same meaning: `81.2–84.9`.
  static func interval(_ score: MeaningScore) -> String {
    "\(Numerals.percent(score.rate.lower))–\(Numerals.percent(score.rate.upper))"
  }

  /// The number of readings that mean something else and look right.
  static func different(_ score: MeaningScore?) -> String {
    score.map { Numerals.count($0.different) } ?? ""
  }

  /// The sentences: for each decoder, where readings silently mean something else, and the share of
  /// the same meaning.
  static func sentences(_ table: ScoreTable) -> [String] {
    let judged = table.decoders.filter { $0.meaning != nil }
    return judged.compactMap(silence) + judged.compactMap(summary)
  }

  private static func silence(_ decoder: DecoderScore) -> String? {
    let parts = decoder.groups.compactMap { group -> String? in
      guard let score = group.meaning, score.different > 0 else { return nil }
      return
        "\(Numerals.count(score.different)) of \(Numerals.count(score.tried)) on \(group.group)"
    }
    guard !parts.isEmpty else { return nil }
    return "\(decoder.label) returns another meaning that looks right: \(Words.list(parts))"
  }

  private static func summary(_ decoder: DecoderScore) -> String? {
    guard let score = decoder.meaning else { return nil }
    let unread = score.tried - score.same - score.different - score.unreadable
    func part(_ number: Int, _ words: String) -> String? {
      number > 0 ? "\(Numerals.count(number)) \(words)" : nil
    }
    let others = [
      part(score.different, "look right"), part(score.unreadable, "are plainly broken"),
      part(unread, "were not read"),
    ].compactMap(\.self)
    let despite = part(score.sameMisread, "of them with other data than the symbol's")
    return "\(decoder.label) keeps the meaning of \(Numerals.percent(score.rate.value)) "
      + "[\(interval(score))]\(Numerals.narrowSpace)% of "
      + Numerals.counted(score.tried, "symbol", "symbols") + (despite.map { ", \($0)" } ?? "")
      + (others.isEmpty ? "" : "; of the others \(Words.list(others))")
  }
}

extension ScoreWording {
  /// True if the meaning of readings was asked for anywhere.
  var hasMeanings: Bool { table.decoders.contains { $0.meaning != nil } }
}
