import Reporting

/// The words of the decoders that are not recommended, and of the needs behind settings.
extension ConfigureWording {
  /// The decoders that read more than the recommended one, with their counts.
  static func readsMore(_ verdict: SearchVerdict) -> [String] {
    guard let own = verdict.standing else { return [] }
    return verdict.rivals.filter {
      $0.standing.sampleReads > own.sampleReads || $0.standing.twinReads > own.twinReads
    }.map { rival in
      let one = rival.standing
      let name = one.candidate.argument
      return one.samples == 0
        ? "\(name) reads \(one.twinReads) of \(counted(one.twins, "drawn twin", "drawn twins")); the "
          + "recommendation reads \(own.twinReads)."
        : "\(name) reads \(one.sampleReads) of the \(counted(one.samples, "sample", "samples")) that judge"
          + (one.samples == 1 ? "s" : "")
          + (one.twins == 0
            ? "; the recommendation reads \(own.sampleReads)."
            : " and \(one.twinReads) of \(counted(one.twins, "drawn twin", "drawn twins")); the "
              + "recommendation reads \(own.sampleReads) and \(own.twinReads).")
    }
  }

  /// The reads that the languages asked for cost.
  static func languageCost(_ cost: LanguageCost, in recommendation: Recommendation) -> String {
    let (name, answers) = (cost.decoder, recommendation.answers)
    let symbols = "\(cost.symbols) \(cost.symbols == 1 ? "symbol" : "symbols") of the samples"
    return
      "\(name) was left out, because it has no program in \(languages(answers)). With default settings it reads "
      + "\(cost.reads) of the \(symbols)"
      + (cost.reads == 0 || recommendation.space.decoders.isEmpty
        ? "."
        : cost.onlyReads == 0
          ? "; other decoders read all of these, too."
          : ", \(cost.onlyReads) of which no decoder that took part reads.")
  }

  /// The languages that are asked for.
  static func languages(_ answers: Answers) -> String {
    Words.list(answers.languages, joinedBy: "or")
  }

  /// The samples and twins that chose and judged.
  static func evidence(_ recommendation: Recommendation) -> String {
    let (learned, heldOut) = recommendation.halves
    let hasTwin = !(recommendation.verdict?.reserve.isEmpty ?? true)
    let others = counted(heldOut, "other one", "others")
    return "Chosen by \(counted(learned, "sample", "samples"))"
      + (hasTwin ? " and a drawn twin" : "")
      + ", judged by "
      + (heldOut == 0 ? "fresh twins alone" : hasTwin ? "\(others) and fresh twins" : others) + "."
  }

  /// The turns of the symbols, to the next quarter.
  static func quarters(_ quarters: Set<Int>) -> String {
    switch quarters {
    case []: "measured"
    case [0]: "no symbol is turned by more than 45°"
    default:
      "symbols are turned by about " + Words.list(quarters.sorted().map { "\(90 * $0)°" })
    }
  }
}
