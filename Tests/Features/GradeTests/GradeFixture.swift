import Corpora
import DecoderKit
import Evaluation
import PluginHost
import Results
import Scanning

@testable import Grade
@testable import Measuring

/// Grades with everything that a report may have to say.
enum GradeFixture {
  private static let outline = Corners(
    topLeft: Point(x: 10, y: 12), topRight: Point(x: 110, y: 12),
    bottomRight: Point(x: 110, y: 112), bottomLeft: Point(x: 10, y: 112))

  /// A value that would break a table or a page.
  private static let hostileValue =
    "</text><script>alert(1)</script>&\"'\u{1B}[2J\u{202E}\u{0}\n]]>"
    + String(repeating: "x", count: 9000)

  private static func detection(_ number: Int) -> Detection {
    let reading = Reading(symbology: .qrCode, bytes: Array(hostileValue.utf8))
    return Detection(
      number: number, symbology: .qrCode, bytes: reading.bytes, text: nil,
      measurement: SymbolMeasurement(source: .decoder(.poorFit), outline: outline),
      parts: [.init(decoder: "zbar", status: .read(reading), margin: .unknown(.notCertified))],
      distanceMillimetres: nil, conflicts: [], support: .structure, contradictions: [])
  }

  static func grades(
    _ symbology: Symbology, _ standard: PrintStandard, _ scans: [[GradedParameter]]
  ) -> SymbolGrades {
    SymbolGrades(
      standard: standard, symbology: symbology, apertureModules: 0.8, moduleSizePixels: 4.2,
      outline: outline, scans: scans.map { ScanGrades(parameters: $0) })
  }

  static let linear = grades(
    .code128, .iso15416,
    [
      [
        GradedParameter(.decode, passes: true), GradedParameter(.symbolContrast, 0.55, Grade(3)),
        GradedParameter(.defects, 0.1, .best),
      ],
      [
        GradedParameter(.decode, passes: true), GradedParameter(.symbolContrast, 0.49, Grade(2.6)),
        GradedParameter(.defects, 0.26, Grade(1.8)),
      ],
    ])

  /// A QR Code whose grade is that of its contrast.
  static func matrix(_ contrast: Double, _ grade: Double) -> SymbolGrades {
    grades(
      .qrCode, .iso15415,
      [
        [
          GradedParameter(.decode, passes: true),
          GradedParameter(.symbolContrast, contrast, Grade(grade)),
          GradedParameter(.reflectanceMargin, nil, .best),
          GradedParameter(.gridNonuniformity, 0.12, .best),
        ]
      ])
  }

  private static func image(_ outcome: ScannedImage.Outcome) -> ScannedImage {
    ScannedImage(path: "a.png", index: 0, outcome: outcome)
  }

  private static func contents(_ detections: [Detection]) -> ScannedImage.Outcome {
    .scanned(
      .init(
        width: 320, height: 240, attempts: [ScanAttempt(decoder: "zbar", outcome: .answered)],
        detections: detections))
  }

  static let images = [
    GradedImage(
      image: image(
        contents((1...3).map(detection))),
      grades: [
        .success(linear), .success(matrix(0.9, 4)), .failure(.unsupportedSymbology),
      ], isColour: true),
    GradedImage(image: image(contents([])), grades: [], isColour: false),
    GradedImage(image: image(.unreadable("is no image")), grades: [], isColour: false),
  ]

  /// A run of four levels and ten trials: trials 0, 1 and 2 of each level are taken, of which the first
  /// has an A, the second a D, the third no grade. The decoder reads the even ones.
  static func table() throws -> GradeTable {
    let corpus = try Corpus(
      yaml: """
        format: 1
        name: qr-small
        version: 3
        title: A test
        question: A test's
        seed: 1
        symbols:
          - {name: v2-m, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 9}}
        conditions: [{name: upright}]
        sweep: {axis: module-size, levels: [1, 2, 3, 4]}
        trials: 10
        """, file: "fixture.yaml")
    let identity = DecoderIdentity(
      name: "even", summary: "", library: "Library", version: "1.2.3", symbologies: [.qrCode])
    let decoder = ConfiguredDecoder(
      label: "even", identity: identity,
      options: try DecoderOptions(resolving: [:], for: identity),
      members: [WorkerSettings(executable: "/nowhere")],
      fingerprint: DecoderFingerprint(sha256: "00", files: []))
    let run = RunRecord(
      corpus: CorpusRecord(corpus), decoders: [DecoderRecord(decoder, corpus: corpus)],
      unavailable: [],
      settings: RunSettings(
        jobs: 2, timeoutSeconds: 5, memoryLimitBytes: 1 << 30, deathsBeforeGivingUp: 20),
      provenance: Provenance(
        harnessVersion: "0.1.0", commit: nil, startedAt: "2026-11-21T04:05:06Z", system: "Debian",
        processor: "Example CPU", cores: 2))
    let store = OneRun(run: run)
    let samples = (0..<4).flatMap { level in
      (0..<3).map { trial in
        GradedSample(
          place: SamplePlace(group: 0, level: level, trial: trial),
          grades: [
            .success(matrix(0.9, 4)), .success(matrix(0.25, 1)),
            .failure(.symbol(.outsideImage)),
          ][trial])
      }
    }
    return try GradeTable(samples, ofRun: 1, in: store)
  }
}

/// A run whose only decoder reads the even trials.
private struct OneRun: ObservationSource {
  let run: RunRecord

  func record(ofRun number: Int) -> (RunRecord, RunOutcome?) { (run, nil) }

  func forEachObservation(
    ofRun number: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    for level in 0..<4 {
      for trial in 0..<10 {
        try body(
          Observation(
            decoder: decoder, place: SamplePlace(group: 0, level: level, trial: trial),
            finding: Finding(trial % 2 == 0 ? .read : .noRead), wallNanoseconds: 1_000_000))
      }
    }
  }

  func forEachBlock(
    ofRun number: Int, decoder: Int, group: Int?, detailing isDetailed: (Verdict) -> Bool,
    _ body: (borrowing OutcomeBlock) throws -> Void
  ) {}
}
