import DecoderKit
import Images
import Measuring
import Scanning
import TestSupport
import Testing

@testable import Explain
@testable import Reporting
@testable import RunFixtures

/// One decoder is asked for, and the others are witnesses.
@Suite(.waits) struct ExplainWitnessTests {
  private static let asked = Array(ScanFixture.decoders.prefix(1))
  private static let others = Array(ScanFixture.decoders.dropFirst())

  private func reading(_ symbology: Symbology, _ value: String = "A") -> Reading {
    Reading(symbology: symbology, bytes: Array(value.utf8))
  }

  private func image(
    _ symbology: Symbology, _ support: ReadingSupport?, path: String = "a.png"
  ) -> ExplainedImage {
    ExplainFixture.image(
      [], nil, signs: [FaultSign(.tooSmall, severity: 0.9, .modulePixels(1.5))], path: path,
      decoders: Self.asked, witnesses: Self.others,
      testimonies: [
        .init(witness: "zxing", reading: reading(symbology), support: support)
      ])
  }

  private func text(_ image: ExplainedImage) -> String {
    ExplainText(TerminalStyle(width: 200)).render(image).replacing(/\s+/, with: " ")
  }

  @Test func aTypeThatIsNotSupportedIsNamedWithADecoderThatReadsIt() throws {
    let one = image(.aztec, .structure)
    #expect(one.standing == .unsupported && one.isUnread)
    #expect(ExplainWording.fault(one) == "not supported by zbar: Aztec (read by zxing)")
    #expect(ExplainWording.remedy(one) == "take a decoder that reads Aztec: zxing")
    let text = text(one)
    #expect(
      text.hasPrefix(
        "zbar does not support the code in a.png: Aztec (read by zxing); take a decoder that reads Aztec: zxing. a.png"
      ), "\(text)")
    #expect(text.contains("read unchanged by zxing, which was not asked for: A (Aztec)"))
    #expect(!text.contains("too small") && !text.contains("no change"), "\(text)")
    #expect(try PublishedSchema.objections(ExplainJSON.render(one), schema: "explain") == [])
    let misread = ExplainFixture.image(
      [], nil, unbackedUnchanged: ["zbar": reading(.ean8, "12345670")], decoders: Self.asked,
      witnesses: Self.others, testimonies: one.explanation.testimonies)
    #expect(misread.standing == .unsupported, "a misread of zbar's own does not outweigh it")
  }

  @Test func whatOneWitnessClaimsIsNoMoreThanThat() {
    let claim = image(.pdf417, nil)
    #expect(
      ExplainWording.fault(claim)
        == "perhaps not supported by zbar: PDF417 (by zxing alone; nothing confirms it)")
    #expect(
      ExplainWording.remedy(claim) == "if so, take a decoder that reads PDF417: zxing")
    #expect(text(claim).contains("A (PDF417); nothing confirms it"))
    let misread = image(.qrCode, nil)
    #expect(misread.standing == .unread)
    #expect(ExplainWording.fault(misread).hasPrefix("missed by zbar, or misread by zxing: nothing"))
  }

  @Test func aCodeThatIsSupportedIsMissed() {
    let missed = image(.qrCode, .structure)
    #expect(missed.standing == .unread)
    #expect(ExplainWording.fault(missed).hasPrefix("missed by zbar, read by zxing; "))
    #expect(text(missed).hasPrefix("a.png is missed by zbar, read by zxing; "))
  }

  @Test func theAnswerCountsTypesThatAreNotSupportedFirst() {
    let read = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zbar": reading(.qrCode)], decoders: Self.asked,
      witnesses: Self.others)
    let blank = ExplainFixture.image([], nil, decoders: Self.asked, witnesses: Self.others)
    let all = [
      read, image(.aztec, .structure), image(.microQRCode, .structure), image(.pdf417, nil), blank,
    ]
    #expect(
      ExplainWording.answer(all)
        == "1 of 5 images can be read unchanged by zbar; 2 are of types that zbar does not read (zxing reads them); "
        + "1 is perhaps of a type that zbar does not read (zxing reads it, unconfirmed); "
        + "1 not read by zbar, probably without a code")
  }

  @Test func eachDecoderIsNamedWithTheNumberThatItDoesNotSupport() throws {
    let aztec = reading(.aztec)
    let images = [
      ExplainFixture.image([], ScanFixture.measured, unchanged: ["zxing": aztec]),
      ExplainFixture.image([], ScanFixture.measured, unchanged: ["zxing": aztec, "zbar": aztec]),
    ]
    #expect(
      ExplainWording.answer(images)
        == "2 of 2 images can be read unchanged (zxing 2, zbar 1); not supported by zbar: 1, by dmtx: 2"
    )
    var page = ExplainPage()
    for one in images { try page.add(one, GrayImage(width: 32, height: 24, filledWith: 90)) }
    #expect(
      page.render().contains(
        "2 images that are read by every decoder that supports the code; not supported by zbar: 1, by dmtx: 2"
      ))
  }

  @Test func readersOfUnsupportedTypesAreCountedAndListedByType() {
    func image(_ symbology: Symbology, _ witnesses: [String], _ name: String) -> ExplainedImage {
      ExplainFixture.image(
        [], nil, path: "photos/\(name).png", decoders: Self.asked, witnesses: Self.others,
        testimonies: witnesses.map {
          .init(witness: $0, reading: reading(symbology), support: .agreement)
        })
    }
    let matrix = image(.dataMatrix, ["dmtx", "zxing"], "m")
    let all = [matrix] + (1...9).map { image(.pdf417, ["zxing"], "p\($0)") }
    let text = ExplainTable(TerminalStyle(width: 100)).render(all)
    let flat = text.replacing(/\s+/, with: " ")
    #expect(
      flat.contains("10 are of types that zbar does not read (zxing reads 10, dmtx 1 of them)"))
    #expect(
      flat.contains("PDF417 (zxing reads them): p1, p2, p3, p4, p5, p6, p7, p8, p9"), "\(text)")
    #expect(flat.contains("Data Matrix (dmtx and zxing read it): m"), "\(text)")
    #expect(flat.contains("Rescued by: another decoder 10 (zxing 10, dmtx 1)"), "\(text)")
    #expect(text.split(separator: "\n").count < 8, "\(text)")
  }
}
