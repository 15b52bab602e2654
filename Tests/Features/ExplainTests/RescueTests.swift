import DecoderKit
import Images
import Measuring
import Scanning
import TestSupport
import Testing

@testable import Explain
@testable import Reporting
@testable import RunFixtures

/// The things with which images would be read.
@Suite(.waits) struct RescueTests {
  private let reading = Reading(symbology: .qrCode, bytes: Array("A".utf8))

  private func image(
    _ name: String, _ changes: [ImageChange] = [], settings: [Explanation.Setting] = [],
    signs: [FaultSign] = []
  ) -> ExplainedImage {
    ExplainFixture.image(
      changes.map { .init(decoder: "zbar", change: $0, reading: reading, support: .structure) },
      nil, signs: signs, potential: signs.isEmpty ? [] : Array(ScanFixture.potential.dropFirst()),
      path: "photos/\(name).png", settings: settings)
  }

  private func tuned(after change: ImageChange? = nil) -> Explanation.Setting {
    .init(
      decoder: "zbar", setting: "profile=tuned", fault: .inverted, change: change,
      reading: reading)
  }

  @Test func imagesAreCountedByEachWayAndTheBestIsFirst() {
    let images = [
      image("a", [.inverted, .reduced(0.5)], settings: [tuned()]),
      image("b", [.inverted, .reduced(0.25)], settings: [tuned()]), image("c", [.inverted]),
      image("d", signs: [FaultSign(.blurred, severity: 0.9, .sigmaPixels(3))]), image("e"),
      ExplainFixture.image(
        [], ScanFixture.measured,
        unchanged: ["zbar": reading, "zxing": reading, "dmtx": reading]),
    ]
    #expect(
      Rescue.summary(images)
        == "Rescued by: the negative 3 (a, b, c) · zbar:profile=tuned 2 (a, b) · reducing 2 (a, b) · "
        + "perhaps a new photo 1 · nothing, probably no code 1 (a photo counts under each of its ways)"
    )
    #expect(Rescue.summary(Array(images.dropFirst(4))) == nil, "no code is known that is not read")
    #expect(Rescue.all(of: images[5]).isEmpty)
  }

  @Test func waysBeyondTheFirstAreCountedTogether() throws {
    let summary = try #require(Rescue.summary([ExplainFixture.full, image("b", [.inverted])]))
    #expect(summary.hasPrefix("Rescued by: the negative 2 (a, b) · "), "\(summary)")
    #expect(summary.contains(" other ways 1 (a)"), "\(summary)")
  }

  @Test func aSettingTogetherWithAChangeIsNamedWhereNeitherIsEnough() throws {
    let light = FaultSign(.unevenLight, severity: 0.9, .ratio(4.4))
    let one = image("a", settings: [tuned(after: .levelled(reach: 9))], signs: [light])
    let words = "zbar:profile=tuned reads it after evening out light and contrast"
    #expect(one.standing == .changed && !one.isUnread)
    #expect(ExplainWording.fault(one) == "perhaps uneven light")
    #expect(ExplainWording.remedy(one) == words)
    #expect(one.answer.hasSuffix("; " + words), "\(one.answer)")
    let text = ExplainText(TerminalStyle(width: 200)).render(one)
    #expect(text.contains("\n  \(words)\n") && !text.contains("for zbar"), "\(text)")
    #expect(!ExplainWording.answer([one]).contains("of them unchanged with"))
    #expect(
      Rescue.summary([one])
        == "Rescued by: zbar:profile=tuned after evening out light and contrast 1 (a)")
    let json = try ExplainJSON.render(one)
    #expect(try PublishedSchema.objections(json, schema: "explain") == [])
    #expect(json.contains("\"setting-with-change\""))
  }

  /// A decoder names UPC-E by the EAN-13 that it stands for.
  @Test func theMeasuredSymbolNamesRetailCodes() {
    let ean = Reading(symbology: .ean13, bytes: Array("0049000006582".utf8))
    let measured = SymbolMeasurement(
      source: .measured, outline: ScanFixture.outline, symbology: .upcE)
    let image = ExplainFixture.image(
      [.init(decoder: "zbar", change: .inverted, reading: ean, support: .structure)], measured)
    let text = ExplainText(TerminalStyle(width: 200)).render(image)
    #expect(text.contains("0049000006582 (UPC-E)") && !text.contains("EAN-13"), "\(text)")
    #expect(image.explanation.symbology(of: reading) == .qrCode, "other contents")
  }
}
