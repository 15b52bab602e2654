import CodeGeneration
import DecoderKit
import Measuring
import Testing

@testable import Configure

/// Recommendations with everything in them, and with next to nothing.
enum RecommendationFixture {
  private static let identity = DecoderIdentity(
    name: "d", summary: "Reads much (Apache-2.0).", library: "Library", version: "1.0",
    symbologies: [.qrCode, .code128], options: [.flag("fast", default: false, "Quick.")])
  private static let usual = Candidate(decoder: "d")
  private static let told = Candidate(decoder: "d", formats: [.code128, .qrCode])
  private static let rival = Candidate(decoder: "r")
  private static let chosen = Candidate(
    decoder: "d", options: ["fast": "true"], formats: [.code128, .qrCode])

  private static func symbol(_ symbology: Symbology, _ text: String) -> SurveyedSymbol {
    let size = MeasuredValue(2.5, standardError: 0.01)
    return SurveyedSymbol(
      symbology: symbology, bytes: Array(text.utf8), readers: ["Library"],
      decoders: symbology == .qrCode ? ["d", "l"] : ["l"],
      measurement: SymbolMeasurement(
        source: .measured,
        outline: Corners(
          topLeft: Point(x: 10, y: 10), topRight: Point(x: 60, y: 10),
          bottomRight: Point(x: 60, y: 60), bottomLeft: Point(x: 10, y: 60)),
        dimension: SymbolDimension(columns: 25, rows: 25),
        moduleSize: ModuleSize(across: size, down: nil, smallest: size, largest: size)),
      isInverted: false, contradictions: 1)
  }

  private static let survey = SampleSurvey(
    images: (0..<4).map { index in
      SurveyedImage(
        path: "/s/\(index).png", name: "\(index).png", width: 640, height: 480,
        symbols: index == 3 ? [] : [symbol(.code128, "A\(index)"), symbol(.qrCode, "B")])
    }, decoders: [],
    unreadable: [.init(path: "/s/<b>|*.png", reason: "is no image")])

  /// A recommendation with settings, doubts, variants and samples that nobody reads.
  ///
  /// - Parameters:
  ///   - sampleReads: Whether the choice reads each sample.
  ///   - notInstalled: Decoders that are not here.
  static func full(
    guessedBy decoders: [String] = [], sampleReads: [String: Bool] = [:],
    notInstalled: [String] = []
  ) throws -> Recommendation {
    let places = (0..<60).map { index in
      Evidence.Place(
        name: "\(index)", isSample: index < 20, weight: 1,
        moduleSizePixels: index < 20 ? nil : 2.5, isDimmed: false)
    }
    let attempts = [
      usual: 10.0, told: 5, chosen: 2, Candidate(decoder: "d", options: ["fast": "true"]): 4,
    ]
    .mapValues { milliseconds in
      places.indices.map { index in
        Evidence.Attempt(
          isRead: index % 7 != 0, isFalse: index == 3, nanoseconds: Int(milliseconds * 1e6) + index)
      }
    }
    // Another decoder reads all, and takes ten times as long.
    let more = places.map { _ in
      Evidence.Attempt(isRead: true, isFalse: false, nanoseconds: 20_000_000)
    }
    var evidence = Evidence()
    evidence.add(places, attempts.merging([rival: more]) { first, _ in first })
    let verdict = try #require(
      SearchVerdict(
        evidence, finalists: [chosen, told], defaults: [usual, rival], goal: .speed,
        preferring: chosen))
    let needs = SampleNeeds(survey)
    let answers = answers(needs)
    let captures = CaptureVerdict(
      choice: chosen, learned: captured(4, ms: [chosen: 2, told: 3]),
      heldOut: captured(20, ms: [chosen: 2, told: 3]), goal: .speed)
    return Recommendation(
      survey: survey, needs: needs, answers: answers,
      space: SearchSpace([identity, other, leftOut], answers: answers, hasProgram: { $0 != "l" }),
      verdict: verdict,
      resolution: ResolutionNeed(
        survey, reserve: verdict.reserve,
        sampleReads: ["0.png": true, "1.png": true, "2.png": true]),
      captures: captures,
      unread: [
        .init(
          path: "/s/<i>|3.png", faults: [.inverted, .tooSmall], isMendable: true,
          guessedBy: decoders)
      ],
      halves: (2, 1), undrawn: [.qrCode], sampleReads: sampleReads, notInstalled: notInstalled)
  }

  /// Finalists on whole frames and with half of the sides, which takes a quarter of the time.
  private static func captured(_ count: Int, ms: [Candidate: Double]) -> Evidence {
    let places = (0..<count).map { Evidence.Place(name: "\($0)", isSample: true, weight: 1) }
    var attempts: [Candidate: [Evidence.Attempt]] = [:]
    for (candidate, milliseconds) in ms {
      for scale in [1, 0.5] {
        attempts[candidate.taking(Capture(isCut: false, scale: scale))] = places.map { _ in
          let nanoseconds = milliseconds * scale * scale * 1e6
          return Evidence.Attempt(isRead: true, isFalse: false, nanoseconds: Int(nanoseconds))
        }
      }
    }
    var evidence = Evidence()
    evidence.add(places, attempts)
    return evidence
  }

  private static let other = DecoderIdentity(
    name: "o", summary: "", library: "L", version: "1", symbologies: [.qrCode])

  /// A decoder without a program in the languages that are asked for.
  private static let leftOut = DecoderIdentity(
    name: "l", summary: "", library: "L", version: "1", symbologies: [.qrCode, .code128])

  private static func answers(_ needs: SampleNeeds) -> Answers {
    var answers = Answers(suggestedBy: needs, goal: .speed)
    answers.languages = ["cpp", "c"]
    return answers
  }

  /// A recommendation of nothing, because of the languages alone.
  static var noneInTheLanguages: Recommendation {
    let needs = SampleNeeds(survey)
    let answers = answers(needs)
    return Recommendation(
      survey: survey, needs: needs, answers: answers,
      space: SearchSpace([leftOut], answers: answers, hasProgram: { _ in false }), verdict: nil,
      resolution: nil, captures: nil, unread: [], halves: (2, 1), undrawn: [])
  }

  /// A recommendation of nothing.
  static var none: Recommendation {
    let needs = SampleNeeds(survey)
    let answers = Answers(suggestedBy: needs)
    return Recommendation(
      survey: survey, needs: needs, answers: answers,
      space: SearchSpace([other], answers: answers), verdict: nil, resolution: nil, captures: nil,
      unread: [], halves: (2, 1), undrawn: [])
  }
}
