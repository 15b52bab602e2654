import DecoderKit
import Measuring
import Results
import Scanning

/// A scan with everything that a report may have to say.
enum ScanFixture {
  static let decoders = ["zbar", "zxing", "dmtx"].map { name in
    ScanDecoder(
      label: name, reference: name, library: name, version: "1", symbologies: [.qrCode])
  }

  /// Text that would break a table, a page and a drawing.
  static let hostileValue =
    "</text><script>alert(1)</script>&\"'\u{1B}[2J\u{202E}\u{0}\n]]>"
    + String(repeating: "x", count: 9000)

  static let outline = Corners(
    topLeft: Point(x: 10, y: 12), topRight: Point(x: 110, y: 12),
    bottomRight: Point(x: 110, y: 112), bottomLeft: Point(x: 10, y: 112))

  static func value(_ value: Double, _ half: Double = 0.02) -> MeasuredValue {
    MeasuredValue(value: value, lower: value - half, upper: value + half)
  }

  static let condition = SymbolCondition(
    turnDegrees: 12.34, tiltDegrees: 5, isMirrored: false, isInverted: true,
    blurSigmaPixels: value(0.8), lightReflectance: 0.9, darkReflectance: 0.1, noiseGreyLevels: 2,
    lightGradient: 0.05, quietZone: QuietZoneWidths(left: 4, top: 3.5, right: 4, bottom: 12),
    barGrowthModules: -0.02,
    grades: GradeParameters(
      symbolContrast: 0.8, modulation: 0.7, fixedPatternDamage: 0, gridNonuniformity: 0.1,
      axialNonuniformity: 0.01, unusedErrorCorrection: 1, decodability: 0.6))

  static let measured = SymbolMeasurement(
    source: .measured, outline: outline, dimension: SymbolDimension(columns: 25, rows: 25),
    moduleSize: ModuleSize(
      across: value(4.2), down: value(4), smallest: value(3.8), largest: value(4.4)),
    condition: condition)

  static func detection(
    _ number: Int = 1, _ value: String = "HELLO", _ measurement: SymbolMeasurement = measured,
    distance: MeasuredValue? = value(1250, 10), conflicts: [Int] = [],
    support: ReadingSupport? = .structure, contradictions: [Detection.Contradiction] = []
  ) -> Detection {
    let reading = Reading(symbology: .qrCode, bytes: Array(value.utf8))
    let run = ThresholdRun(store: "reports/qr-small", number: 3, corpus: "qr-small")
    let margin = Margin.known(
      KnownMargin(
        ratio: Self.value(2), threshold: CertifiedThreshold(pixels: 2, isUpperBound: false),
        group: "v2-m/upright", run: run))
    return Detection(
      number: number, symbology: .qrCode, bytes: reading.bytes, text: nil, measurement: measurement,
      parts: [
        .init(decoder: "zbar", status: .read(reading), margin: margin),
        .init(decoder: "zxing", status: .missed, margin: .unknown(.notCertified)),
        .init(decoder: "dmtx", status: .unsupported, margin: .unknown(.unsupported)),
      ], distanceMillimetres: distance, conflicts: conflicts, support: support,
      contradictions: contradictions)
  }

  static let answered = decoders.map { ScanAttempt(decoder: $0.label, outcome: .answered) }

  static func image(
    _ detections: [Detection], _ attempts: [ScanAttempt] = answered, path: String = "a.png"
  ) -> ScannedImage {
    ScannedImage(
      path: path, index: 0,
      outcome: .scanned(
        .init(width: 320, height: 240, attempts: attempts, detections: detections)))
  }

  /// Places of each kind with every obstacle.
  static let potential = [
    PotentialSymbol(
      kind: .matrix, outline: outline, moduleSizePixels: 1.34,
      obstacles: [
        FaultSign(.tooSmall, severity: 0.8, .modulePixels(3.125)),
        FaultSign(.lowContrast, severity: 0.6, .contrast(0.12)),
        FaultSign(.quietZone, severity: 0.3),
      ]),
    PotentialSymbol(
      kind: .linear, outline: outline, moduleSizePixels: 6,
      obstacles: [
        FaultSign(.blurred, severity: 0.9, .sigmaPixels(3.2)), FaultSign(.inverted, severity: 0.3),
      ]),
    PotentialSymbol(kind: .linear, outline: outline, moduleSizePixels: 6, obstacles: []),
  ]

  /// One image of each kind.
  static let images = [
    image([detection(), detection(2, hostileValue, conflicts: [1])]),
    image([
      detection(1, "a", SymbolMeasurement(source: .none(.notFound), outline: nil), distance: nil),
      detection(2, "b", SymbolMeasurement(source: .decoder(.poorFit), outline: outline)),
    ]),
    image(
      [],
      [
        ScanAttempt(
          decoder: "zbar", outcome: .crash, detail: "killed by SIGABRT (abort)",
          printed: "reader starts\nfoo.c:1: Assertion `n == 1' failed.\nmore"),
        ScanAttempt(decoder: "zxing", outcome: .timeout),
        ScanAttempt(decoder: "dmtx", outcome: .givenUp),
      ]),
    ScannedImage(path: "b.txt", index: 3, outcome: .unreadable("is not an image")),
    ScannedImage(
      path: "p.png", index: 0,
      outcome: .scanned(
        .init(width: 320, height: 240, attempts: answered, detections: [], potential: potential))),
  ]
}
