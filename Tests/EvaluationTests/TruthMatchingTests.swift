import Corpora
import DecoderKit
import Evaluation
import Testing

@Suite struct TruthMatchingTests {
  private func expected(_ symbology: Symbology, _ text: String) -> ExpectedSymbol {
    let origin = Point(x: 0, y: 0)
    return ExpectedSymbol(
      symbology: symbology, bytes: Array(text.utf8),
      corners: Corners(
        topLeft: origin, topRight: origin, bottomRight: origin, bottomLeft: origin))
  }

  private func reading(_ symbology: Symbology?, _ text: String) -> Reading {
    Reading(symbology: symbology, bytes: Array(text.utf8))
  }

  @Test func rightBytesInTheRightSymbologyAreRead() {
    let judgement = TruthMatching.judge(
      [reading(.qrCode, "abc")], against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .read)
    #expect(judgement.extras == Extras())
  }

  @Test func nothingIsNoReadAndNotAMisread() {
    #expect(TruthMatching.judge([], against: expected(.qrCode, "abc")).verdict == .noRead)
  }

  @Test(arguments: ["ab", "abcd", "ABC", "abc ", ""])
  func anyOtherBytesAreAMisread(text: String) {
    let judgement = TruthMatching.judge(
      [reading(.qrCode, text)], against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .misread)
    #expect(judgement.misreading?.bytes == Array(text.utf8))
    #expect(judgement.extras.wrong == 0, "the misread itself is not an extra")
  }

  @Test func rightBytesUnderTheWrongSymbologyAreAMisread() {
    let judgement = TruthMatching.judge(
      [reading(.dataMatrix, "abc")], against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .misread)
  }

  @Test func theCarrierOfAGS1SymbolIsRightAndNotTheOtherWayRound() {
    let gs1 = expected(.gs1DataMatrix, "01095")
    #expect(TruthMatching.judge([reading(.dataMatrix, "01095")], against: gs1).verdict == .read)
    let plain = expected(.dataMatrix, "01095")
    #expect(
      TruthMatching.judge([reading(.gs1DataMatrix, "01095")], against: plain).verdict == .misread)
  }

  @Test func aDecoderThatDoesNotNameTheSymbologyIsTakenAtItsBytes() {
    #expect(
      TruthMatching.judge([reading(nil, "abc")], against: expected(.qrCode, "abc")).verdict
        == .read)
  }

  @Test func readingsBesideTheRightOneAreCountedAndDoNotSpoilIt() {
    let judgement = TruthMatching.judge(
      [reading(.code39, "X"), reading(.qrCode, "abc"), reading(.qrCode, "abc")],
      against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .read)
    #expect(judgement.extras == Extras(duplicates: 1, wrong: 1))
  }

  @Test func textIsNeverCompared() {
    let misleading = Reading(symbology: .qrCode, bytes: [0xE9], text: "abc")
    #expect(
      TruthMatching.judge([misleading], against: expected(.qrCode, "abc")).verdict == .misread)
  }

  @Test func bytesArePrintableWhateverTheyAre() {
    #expect([UInt8]([0x41, 0x00, 0x5C, 0xFF, 0x0A]).readable == "A\\x00\\\\\\xFF\\x0A")
  }
}
