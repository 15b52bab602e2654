import CodeGeneration
import DecoderKit
import Measuring

/// The result of a configuration: what to use, why, and what is uncertain.
struct Recommendation: Sendable {
  /// The samples.
  let survey: SampleSurvey
  /// The needs that they show.
  let needs: SampleNeeds
  /// The answers that were given or suggested.
  let answers: Answers
  /// The decoders and settings that were tried, and the decoders that were not.
  let space: SearchSpace
  /// The choice with its evidence; `nil` if no decoder reads all that is asked for.
  let verdict: SearchVerdict?
  /// The scanner's settings; `nil` without a choice.
  let configuration: ScannerConfiguration?
  /// The resolution that is needed; `nil` where module sizes are not known.
  let resolution: ResolutionNeed?
  /// The finalists on coarser samples and in the scan area; `nil` without samples.
  let captures: CaptureVerdict?
  /// The samples in which no symbol was read for certain, each with the changes that help.
  let unread: [UnreadSample]
  /// Samples to choose by and samples to judge by.
  let halves: (learned: Int, heldOut: Int)
  /// Symbologies of the samples that the twin lacks.
  let undrawn: [Symbology]
  /// The decoder's own description, with library, version and licence; `nil` without a choice.
  let decoder: DecoderIdentity?
  /// The decoders that the languages asked for leave out, with what they read of the samples.
  let languageCosts: [LanguageCost]
  /// The samples of which the choice does not read all symbols; `nil` without a choice, and if it reads all.
  let missed: MissedSamples?
  /// Decoders that could not take part.
  let notInstalled: [String]

  /// A sample in which no symbol was read for certain, with default settings.
  struct UnreadSample: Hashable, Sendable {
    /// The image's path.
    let path: String
    /// The likeliest faults; `nil` if nobody looked for any.
    let faults: [ImageFault]?
    /// True if some change made a decoder read it.
    let isMendable: Bool
    /// The decoders that read something in it, although nothing backs that.
    var guessedBy: [String] = []
  }

  /// Reasons to be careful with a recommendation.
  enum Doubt: Hashable, Sendable {
    /// Fewer than ten samples: the settings rest on the twin.
    case fewSamples(Int)
    /// No samples were left to judge by.
    case nothingHeldOut
    /// No twin could be drawn.
    case noTwin
    /// The choice reads less than a tenth of the twins: they say little.
    case unreadableTwin
    /// The truth of so many samples is what decoders agree on.
    case agreementIsTruth(Int)
    /// Decoders contradict each other on so many symbols.
    case contradictions(Int)
    /// Symbologies that the twin lacks.
    case undrawn([Symbology])
    /// Kinds of symbol seen fewer than three times.
    case rare([Symbology])
  }

  init(
    survey: SampleSurvey, needs: SampleNeeds, answers: Answers, space: SearchSpace,
    verdict: SearchVerdict?, resolution: ResolutionNeed?, captures: CaptureVerdict?,
    unread: [UnreadSample], halves: (learned: Int, heldOut: Int), undrawn: [Symbology],
    sampleReads: [String: Bool] = [:], notInstalled: [String] = []
  ) {
    self.survey = survey
    self.needs = needs
    self.answers = answers
    self.space = space
    self.verdict = verdict
    self.resolution = resolution
    self.captures = captures
    self.unread = unread
    self.halves = halves
    self.undrawn = undrawn
    self.notInstalled = notInstalled
    missed = verdict.flatMap {
      MissedSamples(
        survey.keeping(Set(answers.symbologies.map(\.carrier))), reads: sampleReads,
        of: $0.choice.decoder)
    }
    let decoder = verdict.flatMap { verdict in
      space.decoders.first { $0.name == verdict.choice.decoder }
    }
    self.decoder = decoder
    languageCosts = LanguageCost.all(survey, answers, space)
    configuration = verdict.map {
      ScannerConfiguration(
        $0.choice, answers, resolution: resolution?.advice,
        usesArea: !(captures?.isAreaHarmful ?? false))
    }
  }

  /// Samples that nobody read whose likeliest fault is that their modules are too small.
  var likelySmall: Int { unread.count { $0.faults?.first == .tooSmall } }

  /// The reasons to be careful.
  var doubts: [Doubt] {
    var doubts: [Doubt] = []
    let known = halves.learned + halves.heldOut
    if known < SampleHalves.enough { doubts.append(.fewSamples(known)) }
    if halves.heldOut == 0, verdict != nil { doubts.append(.nothingHeldOut) }
    if verdict != nil, verdict?.reserve.isEmpty ?? true { doubts.append(.noTwin) }
    if let verdict, let one = verdict.standings.first(where: { $0.candidate == verdict.choice }),
      one.twins > 0, 10 * one.twinReads < one.twins
    {
      doubts.append(.unreadableTwin)
    }
    let guessed = survey.images.count { !$0.hasTruth && !$0.symbols.isEmpty }
    if guessed > 0 { doubts.append(.agreementIsTruth(guessed)) }
    let contradictions = survey.symbols.count { $0.contradictions > 0 }
    if contradictions > 0 { doubts.append(.contradictions(contradictions)) }
    if !undrawn.isEmpty { doubts.append(.undrawn(undrawn)) }
    let rare = needs.symbologies.filter { $0.symbolCount < 3 }.map(\.symbology)
    if !rare.isEmpty, rare.count < needs.symbologies.count { doubts.append(.rare(rare)) }
    return doubts
  }
}

extension ScannerConfiguration {
  /// Makes the settings of a choice, with the answers' rules.
  init(_ choice: Candidate, _ answers: Answers, resolution: Resolution?, usesArea: Bool) {
    self.init(
      decoder: choice.decoder, options: choice.options, symbologies: Set(choice.formats),
      lengths: answers.lengths, addOns: answers.demandedAddOns,
      scanArea: usesArea
        ? answers.scanArea.map {
          ScanArea(
            left: $0.left, top: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
        } : nil,
      rejections: answers.rejections, stopRule: answers.stopRule,
      severalPerImage: answers.several, captureResolution: resolution,
      viewFinder: answers.viewFinder, parsesValues: answers.values)
  }
}
