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

  /// A program that will be missing: `no template writes python for zxing: there will be no program in python`.
  static func gapSentence(_ gap: ProgramGap) -> String {
    "no template writes \(gap.language) for \(Words.list(gap.without, joinedBy: "or")): "
      + (gap.with.isEmpty
        ? "there will be no program in \(gap.language)"
        : "there will be a program in \(gap.language) only if "
          + "\(Words.list(gap.with, joinedBy: "or")) is recommended")
  }

  /// The samples that the choice does not read wholly, and what else there is; empty if there are none.
  static func missed(_ recommendation: Recommendation) -> [String] {
    guard let missed = recommendation.missed else { return [] }
    let absent = recommendation.notInstalled
    let other =
      "\(Words.list(absent)) \(absent.count == 1 ? "is" : "are") not available here and may read more; "
      + "harness list decoders " + (absent.count == 1 ? absent[0] : "NAME")
      + " says how to install \(absent.count == 1 ? "it" : "one")."
    return [sentence(missed)] + (absent.isEmpty ? [] : [other])
  }

  static func sentence(_ missed: MissedSamples) -> String {
    let name = missed.decoder
    if missed.samples.count == 1 { return sentence(missed.samples[0], of: name) }
    let kinds = Words.counts(missed.samples.flatMap(\.missed).map(\.description))
      .map { "\($0.name) \($0.count)" }
    let unread = missed.samples.count(where: \.readers.isEmpty)
    return "\(name) does not read all codes of \(missed.samples.count) of "
      + counted(missed.tried, "sample", "samples")
      + (kinds.isEmpty ? "" : " (missed: \(kinds.joined(separator: ", ")))")
      + (unread == 0 ? "." : "; no decoder here reads all codes of \(unread) of these.")
  }

  private static func sentence(_ sample: MissedSamples.Sample, of name: String) -> String {
    let isOne = sample.symbolCount == 1
    let all = isOne ? sample.name : "all \(sample.symbolCount) codes of \(sample.name)"
    let missed =
      sample.missed.isEmpty ? "some" : "the \(Words.list(sample.missed.map(\.description)))"
    let part = isOne ? "" : ": \(name) misses \(missed)"
    guard !sample.readers.isEmpty else { return "No decoder here reads \(all)\(part)." }
    // Readers are those of the survey, which tries every setting.
    let others = sample.readers.filter { $0 != name }
    guard !others.isEmpty else { return "\(name) reads \(all) with other settings alone." }
    return "\(name) does not read \(all)\(isOne ? "" : ": it misses \(missed)"); "
      + "\(Words.list(others)) read\(others.count == 1 ? "s" : "") "
      + (isOne ? "it." : "all of them.")
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
