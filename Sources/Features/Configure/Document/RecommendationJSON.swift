import Base
import CodeGeneration
import Reporting

/// A recommendation as JSON (docs/recommendation.schema.json).
enum RecommendationJSON {
  /// The version of the layout.
  static let schemaVersion = 1

  /// Renders the document.
  ///
  /// - Throws: `EncodingError` for a number that is not finite.
  static func render(_ recommendation: Recommendation) throws -> String {
    try VersionedJSON.text(Document(recommendation), version: schemaVersion)
  }

  private struct Document: Encodable {
    let schemaVersion = RecommendationJSON.schemaVersion
    let outcome: String
    let goal: Goal
    let configuration: ScannerConfiguration?
    let decoder: DecoderPart?
    let effect: EffectPart?
    let settings: [SettingPart]
    let finalists: [StandingPart]
    let rivals: [RivalPart]
    let languageCosts: [LanguageCost]
    let samples: SamplesPart
    let symbologies: [SymbologyPart]
    let resolution: ResolutionPart?
    let capture: CapturePart?
    let captures: [CapturePart]
    let doubts: [String]
    let unread: [UnreadPart]
    let excluded: [String]

    init(_ recommendation: Recommendation) {
      let verdict = recommendation.verdict
      outcome = verdict?.outcome.rawValue ?? "none"
      goal = recommendation.answers.goal
      configuration = recommendation.configuration
      decoder = recommendation.decoder.map {
        DecoderPart(
          name: $0.name, library: $0.library, version: $0.version, summary: $0.summary,
          platforms: $0.platforms)
      }
      effect = verdict.map { EffectPart($0.effect) }
      settings = (verdict?.settings ?? []).map { one in
        SettingPart(
          setting: verdict.map { ConfigureWording.setting(one.setting, of: $0.choice) } ?? "",
          effect: EffectPart(one.effect))
      }
      finalists = (verdict?.standings ?? []).map { one in
        StandingPart(one, isOnFront: verdict?.front.contains(one.candidate) ?? false)
      }
      rivals = (verdict?.rivals ?? []).map {
        RivalPart(decoder: $0.standing.candidate.argument, effect: EffectPart($0.effect))
      }
      languageCosts = recommendation.languageCosts
      samples = SamplesPart(
        images: recommendation.needs.imageCount, symbols: recommendation.needs.symbolCount,
        learned: recommendation.halves.learned, heldOut: recommendation.halves.heldOut)
      symbologies = recommendation.needs.symbologies.map(SymbologyPart.init)
      resolution = recommendation.resolution.map(ResolutionPart.init)
      capture = recommendation.captures.map { CapturePart($0.best, effect: $0.effect) }
      captures = (recommendation.captures?.trials ?? []).map {
        CapturePart($0.candidate, effect: $0.effect)
      }
      doubts = recommendation.doubts.map(ConfigureWording.doubt)
      unread = recommendation.unread.map {
        UnreadPart(
          path: $0.path, faults: ($0.faults ?? []).map(FaultWording.name), isMendable: $0.isMendable
        )
      }
      excluded = recommendation.space.excluded.map(ConfigureWording.exclusion)
    }
  }

  private struct DecoderPart: Encodable {
    let name: String
    let library: String
    let version: String
    let summary: String
    let platforms: [String]
  }

  private struct EffectPart: Encodable {
    let images: Int
    let gained: Int
    let lost: Int
    let rateDifference: Double
    let rateLower: Double
    let rateUpper: Double
    let falseGained: Int
    let falseLost: Int
    let timeRatio: Double?
    let timeLower: Double?
    let timeUpper: Double?

    init(_ effect: Effect) {
      images = effect.pairs
      gained = effect.gained
      lost = effect.lost
      rateDifference = effect.rateDifference
      rateLower = effect.rateInterval.lower
      rateUpper = effect.rateInterval.upper
      falseGained = effect.falseGained
      falseLost = effect.falseLost
      timeRatio = effect.timeRatio?.medianRatio
      timeLower = effect.timeRatio?.medianRatioInterval.lower
      timeUpper = effect.timeRatio.map(\.medianRatioInterval.upper).flatMap {
        $0.isFinite ? $0 : nil
      }
    }
  }

  private struct SettingPart: Encodable {
    let setting: String
    let effect: EffectPart
  }

  private struct StandingPart: Encodable {
    let decoder: String
    let rate: Double
    let sampleReads: Int
    let samples: Int
    let twinReads: Int
    let twins: Int
    let falseAnswers: Int
    let falseUpperBound: Double
    let meanMilliseconds: Double
    let isOnFront: Bool

    init(_ one: Standing, isOnFront: Bool) {
      decoder = one.candidate.argument
      rate = one.rate
      sampleReads = one.sampleReads
      samples = one.samples
      twinReads = one.twinReads
      twins = one.twins
      falseAnswers = one.falseAnswers
      falseUpperBound = one.falseUpperBound
      meanMilliseconds = one.milliseconds
      self.isOnFront = isOnFront
    }
  }

  private struct RivalPart: Encodable {
    let decoder: String
    let effect: EffectPart
  }

  private struct SamplesPart: Encodable {
    let images: Int
    let symbols: Int
    let learned: Int
    let heldOut: Int
  }

  private struct SymbologyPart: Encodable {
    let symbology: String
    let symbols: Int
    let images: Int
    let shortest: Int
    let longest: Int
    let inverted: Int
    let smallestModulePixels: Double?

    init(_ needs: SymbologyNeeds) {
      symbology = needs.symbology.rawValue
      symbols = needs.symbolCount
      images = needs.imageCount
      shortest = needs.lengths.lowerBound
      longest = needs.lengths.upperBound
      inverted = needs.invertedCount
      smallestModulePixels = needs.moduleSizes?.least
    }
  }

  private struct ResolutionPart: Encodable {
    let smallestModulePixels: Double
    let reliableFromPixels: Double?
    let advice: ScannerConfiguration.Resolution?
    let samples: Int
    let sampleReads: Int
    let verdict: SizeEvidence.Verdict
    let sizeP: Double?
    let samplesReadFromPixels: Double?

    init(_ need: ResolutionNeed) {
      smallestModulePixels = need.smallestModulePixels
      reliableFromPixels = need.reliableFromPixels
      samples = need.samples.samples
      sampleReads = need.samples.reads
      verdict = need.samples.verdict
      sizeP = need.samples.p
      samplesReadFromPixels = need.samples.readFromPixels
      advice = need.advice
    }
  }

  private struct CapturePart: Encodable {
    let decoder: String
    let isScanArea: Bool
    let scale: Double
    let effect: EffectPart?

    init(_ candidate: Candidate, effect: Effect?) {
      decoder = candidate.argument
      isScanArea = candidate.capture.isCut
      scale = candidate.capture.scale
      self.effect = effect.map(EffectPart.init)
    }
  }

  private struct UnreadPart: Encodable {
    let path: String
    let faults: [String]
    let isMendable: Bool
  }
}
