import Base
import DecoderKit
import Foundation
import Sessions

/// A configuration from survey to recommendation.
struct ConfigureSession {
  private let context: DecodingContext
  private let folder: String
  private let surveyed: SurveySession.Result
  private let seed: UInt64
  private let seconds: Double

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - context: The surroundings.
  ///   - surveyed: The samples with the decoders.
  ///   - folder: The folder for everything; it is made if need be.
  ///   - seed: The seed of the twin.
  ///   - seconds: About the longest time for decoding the twin.
  init(
    _ context: DecodingContext, surveyed: SurveySession.Result, folder: String, seed: UInt64,
    seconds: Double
  ) {
    self.seconds = seconds
    self.context = context
    self.surveyed = surveyed
    self.folder = folder
    self.seed = seed
  }

  /// The result of a run.
  struct Result: Sendable {
    let recommendation: Recommendation
    /// The twin; `nil` if none could be drawn.
    let twin: TwinCorpus?
  }

  /// Draws the twin, searches, and judges. Blocks the caller.
  ///
  /// - Parameters:
  ///   - answers: The answers.
  ///   - hasProgram: True for a decoder for which a program can be written as asked.
  ///   - told: Called after each step of the search.
  /// - Returns: `nil` if it was stopped.
  func run(
    _ answers: Answers, hasProgram: (String) -> Bool = { _ in true },
    told: (SearchSession.Step) -> Void = { _ in }
  ) throws -> Result? {
    try Folder.make(folder)
    // Symbologies that are not asked for are not judged.
    let wanted = surveyed.survey.keeping(Set(answers.symbologies.map(\.carrier)))
    let twin = try TwinCorpus(wanted, name: "twin", seed: seed, file: folder + "/twin.yaml")
    if let twin {
      try AtomicFile.write(Array(twin.yaml.utf8), to: twin.corpus.file, isDurable: false)
    }
    let halves = SampleHalves(wanted)
    let needs = SampleNeeds(wanted)
    let space = SearchSpace(
      surveyed.decoders.map(\.identity), answers: answers,
      mostSymbols: SampleNeeds(surveyed.survey).mostSymbols, hasProgram: hasProgram)
    let found = try SearchSession(
      context, halves: halves, twin: twin, area: answers.scanArea, folder: folder, seconds: seconds
    )
    .run(space, goal: answers.goal, told: told)
    guard !context.stop.isRequested else { return nil }
    let unread = try diagnoses(told)
    guard !context.stop.isRequested else { return nil }
    return Result(
      recommendation: Recommendation(
        survey: surveyed.survey, needs: needs, answers: answers, space: space,
        verdict: found?.verdict,
        resolution: found.flatMap {
          ResolutionNeed(
            wanted, reserve: $0.verdict.reserve, sampleReads: $0.sampleReads,
            leastScale: $0.captures?.leastScale)
        },
        captures: found?.captures, unread: unread,
        halves: (halves.learned.count, halves.heldOut.count),
        undrawn: twin?.undrawn ?? needs.symbologies.map(\.symbology),
        sampleReads: found?.sampleReads ?? [:],
        notInstalled: surveyed.unavailable.map(\.label)),
      twin: twin)
  }

  /// Samples that nobody read whose faults are looked for; the others are listed without.
  private static let mostDiagnoses = 20

  /// Looks for the faults of the samples that nobody read. Blocks the caller.
  func diagnoses(
    _ told: (SearchSession.Step) -> Void
  ) throws -> [Recommendation.UnreadSample] {
    let unread = surveyed.survey.unread
    guard !unread.isEmpty else { return [] }
    told(.explaining(samples: min(unread.count, Self.mostDiagnoses)))
    let session = ExplainSession(decoders: surveyed.decoders, stop: context.stop)
    return try unread.enumerated().map { index, image in
      guard index < Self.mostDiagnoses, let input = ScanInputs([image.path]).inputs.first else {
        return .init(path: image.path, faults: nil, isMendable: false)
      }
      let explanation = try session.explain(input).1
      return .init(
        path: image.path,
        faults: explanation.findings.filter { $0.evidence != .ruledOut }.map(\.fault),
        isMendable: explanation.findings.contains { !$0.successes.isEmpty },
        guessedBy: explanation.decoders.map(\.label).filter {
          explanation.unchanged[$0] != nil || explanation.unbackedUnchanged[$0] != nil
        })
    }
  }
}

extension SampleSurvey {
  /// Returns the survey with symbols of some symbologies alone, named by their carriers.
  func keeping(_ carriers: Set<Symbology>) -> SampleSurvey {
    SampleSurvey(
      images: images.map { image in
        SurveyedImage(
          path: image.path, name: image.name, width: image.width, height: image.height,
          symbols: image.symbols.filter { carriers.contains($0.symbology.carrier) },
          hasTruth: image.hasTruth, isComplete: image.isComplete, potential: image.potential)
      }, decoders: decoders, unreadable: unreadable, copyCount: copyCount)
  }
}
