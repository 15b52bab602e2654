import DecoderKit
import Images
import Measuring
import Scanning

@testable import Explain
@testable import RunFixtures

/// Explanations with everything that a report may have to say.
enum ExplainFixture {
  static let reading = Reading(
    symbology: .qrCode, bytes: Array(ScanFixture.hostileValue.utf8))

  /// One change of each kind.
  static let changes: [ImageChange] = [
    .inverted, .padded(16), .cleared(reach: 4, border: 16), .trimmed(3, border: 16),
    .isolated(ScanFixture.outline, shade: 250, border: 20), .stretched, .levelled(reach: 12),
    .toned(power: 3.5), .channel(.green), .deblocked(1.6),
    .unmoved(pixels: 9.5, degrees: 30, part: ImagePart(x: 1, y: 2, width: 30, height: 20)),
    .straightened(ScanFixture.outline, isSquare: true),
    .enlarged(1.5), .sharpened(2.5), .turned(45), .reduced(0.5),
    .cropped(ImagePart(x: 3, y: 4, width: 50, height: 40)),
  ]

  static func image(
    _ successes: [Explanation.Success], _ measurement: SymbolMeasurement?,
    unchanged: [String: Reading] = [:], errors: [String: Int] = [:], signs: [FaultSign] = [],
    potential: [PotentialSymbol] = [], untried: [String: Set<ImageFault>] = [:],
    unbackedUnchanged: [String: Reading] = [:], missed: [Explanation.Missed] = [],
    failures: [ScanAttempt] = [],
    hasTruth: Bool = false, path: String = "a.png", decoders: [ScanDecoder] = ScanFixture.decoders,
    witnesses: [ScanDecoder] = [], testimonies: [Explanation.Testimony] = [],
    settings: [Explanation.Setting] = []
  ) -> ExplainedImage {
    var explanation = Explanation(
      decoders: decoders, unchanged: unchanged, successes: successes,
      measurement: measurement, errors: errors, untried: untried,
      unbackedUnchanged: unbackedUnchanged, potential: potential, signs: signs)
    explanation.missed = missed
    explanation.failures = Dictionary(uniqueKeysWithValues: failures.map { ($0.decoder, $0) })
    explanation.hasTruth = hasTruth
    (explanation.witnesses, explanation.testimonies) = (witnesses, testimonies)
    explanation.settings = settings
    return ExplainedImage(path: path, width: 320, height: 240, explanation: explanation)
  }

  /// A sign of each fault, with its measure.
  static let signs: [FaultSign] = [
    FaultSign(.inverted, severity: 0.3), FaultSign(.quietZone, severity: 0.2, .modules(1.5)),
    FaultSign(.colours, severity: 1.5, .gain(4)), FaultSign(.damage, severity: 0.8, .share(0.12)),
    FaultSign(.glare, severity: 0.9, .share(0.2)), FaultSign(.unevenLight, severity: 1, .ratio(5)),
    FaultSign(.exposure, severity: 1.1, .shade(0.1)),
    FaultSign(.lowContrast, severity: 0.7, .contrast(0.1)),
    FaultSign(.jpeg, severity: 1.2, .blockExcess(1.6)),
    FaultSign(.motion, severity: 1.3, .path(pixels: 12, degrees: 30)),
    FaultSign(.perspective, severity: 0.6, .degrees(55)),
    FaultSign(.tooSmall, severity: 0.75, .modulePixels(1.4)),
    FaultSign(.blurred, severity: 0.5, .sigmaPixels(3)),
    FaultSign(.turned, severity: 0.4, .degrees(40)),
  ]

  static let full = image(
    changes.map { .init(decoder: "zxing", change: $0, reading: reading, support: .structure) },
    ScanFixture.measured,
    errors: ["dmtx": 3])

  /// One of each kind.
  static let images = [
    full, image([], nil), image([], ScanFixture.measured, unchanged: ["zbar": reading]),
    image(
      [
        .init(
          decoder: "zbar", change: .inverted, reading: Reading(symbology: nil, bytes: [255]),
          support: nil)
      ],
      SymbolMeasurement(source: .none(.notFound), outline: nil)),
    measured,
  ]

  /// Nothing was read, and all is measured at a place; there was no time for one colour alone.
  static let measured = image(
    [], nil, signs: signs, potential: Array(ScanFixture.potential.dropFirst()),
    untried: ["zbar": [.colours]])
}
