/// The reads of samples that are given up because no program in the languages asked for can be written for a
/// decoder.
struct LanguageCost: Hashable, Sendable, Encodable {
  /// The decoder's name.
  let decoder: String
  /// Symbols of the samples that are asked for.
  let symbols: Int
  /// Those that it read in the survey.
  let reads: Int
  /// Those that it read in the survey, and none of the decoders that take part.
  let onlyReads: Int

  /// Counts the reads of each decoder that is left out for this reason.
  static func all(
    _ survey: SampleSurvey, _ answers: Answers, _ space: SearchSpace
  ) -> [LanguageCost] {
    let asked = Set(answers.symbologies.map(\.carrier))
    let symbols = survey.symbols.filter { asked.contains($0.symbology.carrier) }
    let admitted = Set(space.decoders.map(\.name))
    return space.excluded.compactMap { excluded in
      guard case .noProgram = excluded.reason else { return nil }
      let own = symbols.filter { $0.decoders.contains(excluded.decoder) }
      return LanguageCost(
        decoder: excluded.decoder, symbols: symbols.count, reads: own.count,
        onlyReads: own.count { admitted.isDisjoint(with: $0.decoders) })
    }
  }
}
