import Analysis
import DecoderKit
import Results
import Scanning

@testable import Measuring

/// Grades with everything that a report may have to say.
enum GradeFixture {
  private static let outline = ScanFixture.outline

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
        width: 320, height: 240, attempts: ScanFixture.answered, detections: detections))
  }

  static let images = [
    GradedImage(
      image: image(
        contents((1...3).map { ScanFixture.detection($0, ScanFixture.hostileValue) })),
      grades: [
        .success(linear), .success(matrix(0.9, 4)), .failure(.unsupportedSymbology),
      ], isColour: true),
    GradedImage(image: image(contents([])), grades: [], isColour: false),
    GradedImage(image: image(.unreadable("is no image")), grades: [], isColour: false),
  ]

  /// A run of four levels and ten trials: trials 0, 1 and 2 of each level are taken, of which the first
  /// has an A, the second a D, the third no grade. The decoder reads the even ones.
  static func table() throws -> GradeTable {
    var fixture = ScoreFixture()
    (fixture.conditions, fixture.levels, fixture.trials) = (["upright"], ["1", "2", "3", "4"], 10)
    fixture.actors = [ScoreFixture.Actor(label: "even")]
    let made = try fixture.store()
    let observations = made.observations.map { observation in
      var observation = observation
      observation.finding.verdict = observation.place.trial % 2 == 0 ? .read : .noRead
      return observation
    }
    let store = MemoryStore(run: made.run, outcome: made.outcome, observations: observations)
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
