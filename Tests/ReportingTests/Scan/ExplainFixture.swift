import DecoderKit
import Images
import Measuring
import Reporting
import Scanning

/// Explanations with everything that a report may have to say.
enum ExplainFixture {
  static let reading = Reading(
    symbology: .qrCode, bytes: Array(ScanFixture.hostileValue.utf8))

  /// One change of each kind.
  static let changes: [ImageChange] = [
    .inverted, .padded(16), .cleared(reach: 4, border: 16), .trimmed(3, border: 16),
    .isolated(ScanFixture.outline, shade: 250, border: 20), .stretched, .channel(.green),
    .enlarged(1.5), .sharpened(2.5), .turned(45), .reduced(0.5),
    .cropped(x: 3, y: 4, width: 50, height: 40),
  ]

  private static func image(
    _ successes: [Explanation.Success], _ measurement: SymbolMeasurement?,
    unchanged: [String: Reading] = [:], errors: [String: Int] = [:]
  ) -> ExplainedImage {
    ExplainedImage(
      path: "a.png", width: 320, height: 240,
      explanation: Explanation(
        decoders: ScanFixture.decoders, unchanged: unchanged, successes: successes,
        measurement: measurement, errors: errors))
  }

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
  ]
}
