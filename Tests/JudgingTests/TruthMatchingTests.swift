import DecoderKit
import Judging
import Results
import Symbols
import Testing

/// Verdicts on images with one symbol.
@Suite struct TruthMatchingTests {
  private func expected(_ symbology: Symbology, _ text: String) -> ExpectedSymbol {
    ExpectedSymbol(symbology: symbology, bytes: Array(text.utf8), corners: nil)
  }

  private func reading(_ symbology: Symbology?, _ text: String) -> Reading {
    Reading(symbology: symbology, bytes: Array(text.utf8))
  }

  @Test func rightBytesInTheRightSymbologyAreReadAndStrictlySo() {
    let judgement = TruthMatching.judge(
      [reading(.qrCode, "abc")], against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .read)
    #expect(judgement.isStrict)
    #expect(judgement.rules == [])
    #expect(judgement.extras == Extras())
  }

  @Test func nothingIsNoReadAndNotAMisread() {
    let judgement = TruthMatching.judge([], against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .noRead)
    #expect(!judgement.isStrict)
    #expect(judgement.symbols.map(\.reading) == [nil])
  }

  @Test(arguments: ["ab", "abcd", "ABC", "abc ", "abc\n", ""])
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
    #expect(judgement.misreadClass == .wrongSymbology)
  }

  @Test func readingsBesideTheRightOneAreCountedAndDoNotSpoilIt() {
    let judgement = TruthMatching.judge(
      [reading(.code39, "X"), reading(.qrCode, "abc"), reading(.qrCode, "abc")],
      against: expected(.qrCode, "abc"))
    #expect(judgement.verdict == .read)
    #expect(judgement.isStrict)
    #expect(judgement.extras == Extras(duplicates: 1, wrong: 1))
    #expect(judgement.symbols.map(\.reading) == [1])
  }

  @Test func aStrictReadingIsPreferredToOneThatNeedsRules() {
    let judgement = TruthMatching.judge(
      [reading(nil, "abc"), reading(.qrCode, "abc")], against: expected(.qrCode, "abc"))
    #expect(judgement.isStrict)
    #expect(judgement.extras == Extras(duplicates: 1))
  }

  @Test func aReadingThatNeedsRulesIsReadAndNotStrict() {
    let judgement = TruthMatching.judge(
      [reading(.upcA, "012345678905")], against: expected(.ean13, "0012345678905"))
    #expect(judgement.verdict == .read)
    #expect(!judgement.isStrict)
    #expect(judgement.rules == [.retailFamily, .gtinLength])
  }

  @Test func theMisreadIsTheReadingWithTheRightName() {
    let judgement = TruthMatching.judge(
      [reading(.code39, "T"), reading(.qrCode, "xyz")], against: expected(.qrCode, "abc"))
    #expect(judgement.misreading == reading(.qrCode, "xyz"))
    #expect(judgement.extras == Extras(wrong: 1))
  }

  @Test func textIsNeverComparedWithBytes() {
    let misleading = Reading(symbology: .qrCode, bytes: [0xE9], text: "abc")
    #expect(
      TruthMatching.judge([misleading], against: expected(.qrCode, "abc")).verdict == .misread)
  }

  @Test func bytesArePrintableWhateverTheyAre() {
    #expect([UInt8]([0x41, 0x00, 0x5C, 0xFF, 0x0A]).readable == "A\\x00\\\\\\xFF\\x0A")
  }
}
