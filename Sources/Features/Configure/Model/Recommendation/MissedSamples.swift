import DecoderKit

/// The samples of which a choice does not read every symbol that is asked for.
struct MissedSamples: Hashable, Sendable {
  /// One of them.
  struct Sample: Hashable, Sendable {
    /// The image's name.
    let name: String
    /// The symbols that are asked for.
    let symbolCount: Int
    /// The symbologies of those that the decoder did not read in the survey; empty if it read all of them there.
    let missed: [Symbology]
    /// The decoders that read all of its symbols in the survey.
    let readers: [String]
  }

  /// The decoder of the choice.
  let decoder: String
  /// The samples that it tried.
  let tried: Int
  /// Those that it does not read wholly, in the samples' order.
  let samples: [Sample]

  /// Finds them; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - survey: The samples with the symbols that are asked for.
  ///   - reads: Whether the choice reads each sample, by its name; others take no part.
  ///   - decoder: The decoder of the choice.
  init?(_ survey: SampleSurvey, reads: [String: Bool], of decoder: String) {
    self.decoder = decoder
    tried = reads.count
    let names = Set(survey.symbols.flatMap(\.decoders)).sorted()
    samples = survey.images.filter { reads[$0.name] == false }.map { image in
      Sample(
        name: image.name, symbolCount: image.symbols.count,
        missed: image.symbols.filter { !$0.decoders.contains(decoder) }.map(\.symbology),
        readers: names.filter { name in image.symbols.allSatisfy { $0.decoders.contains(name) } })
    }
    if samples.isEmpty { return nil }
  }
}
