import Optics
import Results
import Sessions
import Testing

@testable import Distance

/// A camera, a code and a run with thresholds in round numbers, and everything that can be asked about them.
enum DistanceReports {
  static func figure<Value: Hashable & Sendable>(_ value: Value) -> SourcedFigure<Value> {
    SourcedFigure(value, origin: .derived("a test"))
  }

  /// 1000 px of focal length at 1000 × 500; the aperture is 2 mm wide; focused from 10 cm on.
  static func question(
    _ code: String = "qr:v2:25mm", tilt: Double = 0, moves: Bool = false, focus: Double? = nil
  ) throws -> DistanceQuestion {
    let size = PixelSize(columns: 1000, rows: 500)
    var camera = CameraModel(
      name: "test", title: "Test camera", sensor: figure(size), focalLength: figure(.pixels(1000)),
      modes: [CameraMode(frame: size, area: figure(size))])
    camera.lensMillimetres = figure(4)
    camera.fNumber = figure(2)
    camera.nearLimitMillimetres = figure(100)
    camera.readOutSeconds = figure(0.02)
    if let focus { camera.focus = .fixed(figure(focus)) }
    return DistanceQuestion(
      view: try #require(camera.view(size)), code: try PrintedCode(parsing: code),
      tiltDegrees: tilt,
      motion: moves
        ? DistanceQuestion.Motion(millimetresPerSecond: 100, exposureSeconds: 0.005) : nil)
  }

  static func threshold(
    _ decoder: String, _ kind: ThresholdScore.Kind = .interval, _ lower: Double? = 1.5,
    _ upper: Double? = 2, largest: Double = 8
  ) -> DecoderThreshold {
    DecoderThreshold(
      decoder: decoder, reference: decoder, group: "v2-m/upright",
      score: ThresholdScore(kind: kind, rate: 0.95, alpha: 0.05, lower: lower, upper: upper),
      tested: 0.8...largest, moduleSizePixels: 4)
  }

  static let evidence = evidence(largest: 8)

  /// - Parameter largest: The largest module that was tried, in pixels: 16 are seen nearer than the camera focuses.
  static func evidence(largest: Double) -> DistanceEvidence {
    DistanceEvidence(
      run: ThresholdRun(store: "reports/qr-small", number: 3, corpus: "qr-small"),
      thresholds: [
        threshold("zxing", largest: largest), threshold("zbar", .atMost, nil, 1, largest: largest),
        threshold("slow", .above, 8, nil, largest: largest),
        threshold("few", .notCertified, nil, nil, largest: largest),
      ])
  }

  /// Thresholds of zxing's tilt: 55° are certified for 25 modules across, 5° for 45, where 96 of 100 are read at 10°; zbar
  /// takes all.
  static let tilt = ConditionEvidence(
    .tilt, run: ThresholdRun(store: "reports/tilt", number: 1, corpus: "tilt"),
    thresholds: [
      tilt("zxing", 25, .interval, 60, 55, [(0, 100), (55, 100), (60, 77)]),
      tilt("zxing", 45, .interval, 60, 5, [(0, 100), (5, 100), (10, 96), (30, 100), (60, 75)]),
      tilt("zbar", 25, .atMost, nil, 75, [(0, 100), (75, 100)]),
    ], otherSize: "25 or 45 modules across")

  private static func tilt(
    _ decoder: String, _ columns: Double, _ kind: ThresholdScore.Kind, _ lower: Double?,
    _ upper: Double, _ reads: [(Double, Int)]
  ) -> DecoderThreshold {
    var own = threshold(decoder, kind, lower, upper)
    own.columns = columns
    own.rates = reads.map { DecoderThreshold.Rate(value: $0.0, reads: $0.1, tried: 100) }
    return own
  }

  /// Thresholds of defocus and motion, and none of tilt.
  static let conditions = [
    ConditionEvidence(
      .defocus, run: ThresholdRun(store: "reports/defocus", number: 1, corpus: "defocus"),
      thresholds: [threshold("zxing", .interval, 4, 2)]),
    ConditionEvidence(
      .motion, run: ThresholdRun(store: "reports/motion", number: 1, corpus: "motion"),
      thresholds: [threshold("zxing", .interval, 4, 2)]),
    ConditionEvidence(missing: .tilt, corpora: [SuitedCorpus(name: "tilt")]),
  ]

  /// Distances with the evidence of what the question names.
  static func report(
    at distance: Double? = nil, tilt: Double = 0, moves: Bool = false, focus: Double? = nil,
    largest: Double = 8
  ) throws -> DistanceReport {
    let question = try question(tilt: tilt, moves: moves, focus: focus)
    return DistanceReport(
      DistanceTable(
        question, evidence: evidence(largest: largest), conditions: evidence(for: question)),
      atMillimetres: distance)
  }

  /// Distances of a run of clean, of noisy and of spotted symbols, the last of which nobody reads.
  static func mixed(
    at distance: Double? = nil, cleanHarms: [String] = [], code: String = "qr:v2:25mm"
  ) throws -> DistanceReport {
    let question = try question(code)
    return DistanceReport(
      DistanceTable(question, evidence: mixedEvidence(cleanHarms), conditions: missing),
      atMillimetres: distance)
  }

  static func mixedEvidence(_ cleanHarms: [String] = []) -> DistanceEvidence {
    func threshold(
      _ condition: String, _ harms: [String], _ kind: ThresholdScore.Kind, _ lower: Double,
      _ upper: Double?
    ) -> DecoderThreshold {
      DecoderThreshold(
        decoder: "zxing", reference: "zxing", group: "v2-m/\(condition)",
        score: ThresholdScore(kind: kind, rate: 0.95, alpha: 0.05, lower: lower, upper: upper),
        tested: 0.8...8, harms: harms)
    }
    return DistanceEvidence(
      run: ThresholdRun(store: "reports/mixed", number: 1, corpus: "mixed"),
      thresholds: [
        threshold("clean", cleanHarms, .interval, 1.5, 2),
        threshold("spotted", ["damage"], .above, 8, nil),
        threshold("noisy", ["read-noise"], .interval, 2, 4),
      ])
  }

  /// No thresholds of defocus.
  static let missing = [
    ConditionEvidence(
      missing: .defocus, corpora: [SuitedCorpus(name: "defocus", harms: ["read-noise"])])
  ]

  /// Distances of a run whose trials certify nothing.
  static func uncertified() throws -> DistanceReport {
    var few = threshold("few", .notCertified, nil, nil)
    few.score.reason = .tooFewTrials(needed: 59, given: 3)
    let question = try question()
    return DistanceReport(
      DistanceTable(
        question, evidence: DistanceEvidence(run: evidence.run, thresholds: [few]),
        conditions: evidence(for: question)), atMillimetres: nil)
  }

  static func printing(moves: Bool = false, at distance: Double = 2000) throws -> DistanceReport {
    let question = try question("qr:v2", moves: moves)
    return try #require(
      DistanceReport(
        question, evidence: evidence, conditions: evidence(for: question), for: "zxing",
        atMillimetres: distance))
  }

  private static func evidence(for question: DistanceQuestion) -> [ConditionEvidence] {
    conditions.filter { question.conditions.contains($0.condition) }
  }

  static func claims() throws -> DistanceReport {
    let rows = [(100.0, 3000.0, 15.0), (20, 500, 15), (100, 8000, 5), (10, 400, 5)]
    return DistanceReport(
      try #require(
        ClaimCheck(
          try question("qr:v2"),
          rows.map {
            SizeClaim(
              widthMillimetres: $0.0, distanceMillimetres: $0.1, moduleSizePixels: $0.2)
          })))
  }
}
