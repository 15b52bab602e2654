import Console
import PluginHost
import Sessions

/// The steps of a configuration with the files that they write: those of the command, and of the page.
struct ConfigureSteps: Sendable {
  let context: DecodingContext
  let suggested: SuggestedAnswers
  /// The decoders; empty for all that come with the harness.
  let references: [DecoderReference]
  /// The folder for the recommendation and the programs.
  let output: String?
  /// The seed of the twin.
  let seed: UInt64
  /// About the longest time for drawn images.
  let seconds: Double

  /// Reads the samples with all decoders and formats. Blocks the caller.
  func survey(
    _ samples: [String], told: (Int, Int) -> Void = { _, _ in }
  ) throws -> SurveySession.Result {
    try SurveySession(context).run(
      samples, decoders: references, excluding: output, told: told)
  }

  /// Searches with these answers and writes what was found. Blocks the caller.
  ///
  /// - Returns: `nil` if it was stopped.
  func recommend(
    _ answers: Answers, _ surveyed: SurveySession.Result, in folder: String,
    told: (SearchSession.Step) -> Void
  ) throws -> Recommendation? {
    try suggested.check(answers)
    // An interrupted search goes on with the same answers.
    try ConfigureFolder(folder).write(answers)
    let session = session(surveyed, in: folder)
    let hasProgram = { decoder in
      answers.languages.isEmpty
        || answers.languages.contains {
          suggested.catalogue.generator(language: $0, decoder: decoder) != nil
        }
    }
    // A program that will be missing is said before minutes of work.
    let admitted = SearchSpace(
      surveyed.decoders.map(\.identity), answers: answers, hasProgram: hasProgram
    ).decoders.map(\.name)
    ProgramGap.all(answers.languages, admitted, in: suggested.catalogue).forEach {
      told(.withoutProgram($0))
    }
    guard let result = try session.run(answers, hasProgram: hasProgram, told: told) else {
      return nil
    }
    try ConfigureFolder(folder).write(result)
    return result.recommendation
  }

  /// The search, and the faults of what nobody reads.
  func session(_ surveyed: SurveySession.Result, in folder: String) -> ConfigureSession {
    ConfigureSession(context, surveyed: surveyed, folder: folder, seed: seed, seconds: seconds)
  }

  /// The session for a recommendation's programs; `nil` if nothing is recommended.
  func programs(of recommendation: Recommendation) -> ProgramSession? {
    guard let configuration = recommendation.configuration, let identity = recommendation.decoder
    else { return nil }
    return ProgramSession(
      context, configuration: configuration, identity: identity, catalogue: suggested.catalogue)
  }

  /// Writes the programs.
  func write(
    _ session: ProgramSession, _ recommendation: Recommendation, in folder: String
  ) throws -> [ProgramSession.Outcome] {
    try session.write(
      recommendation.answers.languages, to: folder + "/programs",
      package: Installation.checkouts.first ?? ".")
  }
}
