import DecoderKit
import Measuring
import Scanning
import Testing
import Values

/// Meanings of readings, and what makes them doubtful.
@Suite struct ReadValueTests {
  private static let greek: [UInt8] = [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]

  private func read(
    _ bytes: [UInt8], _ symbology: Symbology = .qrCode, _ facts: ReadingFacts = .unknown
  ) -> ReadValue {
    ReadValue(Reading(symbology: symbology, bytes: bytes, facts: facts))
  }

  private func announced(_ pairs: (Int, Int)..., losses: Set<ReadingLoss> = []) -> ReadingFacts {
    ReadingFacts(
      interpretations: pairs.map { AnnouncedInterpretation(offset: $0.0, number: $0.1) },
      losses: losses)
  }

  @Test func theAnnouncedCharsetIsTaken() {
    let value = read(Self.greek, .qrCode, announced((0, 9)))
    #expect(value.value.content == .text("Ελλάδα"))
    #expect(value.doubts.isEmpty)
  }

  @Test func aGuessAtTheCharsetIsNamed() {
    #expect(
      read(Self.greek).doubts == [.charsetAssumed("windows-1252", isNoneAnnounced: false)])
    #expect(
      read(Self.greek, .qrCode, announced()).doubts
        == [.charsetAssumed("windows-1252", isNoneAnnounced: true)])
    #expect(
      read(Self.greek, .code128).doubts == [.charsetAssumed("windows-1252", isNoneAnnounced: true)])
    #expect(read(Array("Ελλάδα".utf8)).doubts.isEmpty)
    #expect(read(Array("plain".utf8)).doubts.isEmpty)
  }

  /// libdmtx returns the number of the ECI as a byte.
  @Test func anAnnouncementAmongTheDataIsNamedAndLeftOut() {
    let facts = announced((1, 9), losses: [.charset])
    let value = read([9] + Self.greek, .dataMatrix, facts)
    #expect(value.value.content == .text("Ελλάδα"))
    let reading = Reading(symbology: .dataMatrix, bytes: [9] + Self.greek, facts: facts)
    #expect(
      ScannedCode(reading: reading, frame: 0, time: .zero).value == value.value, "in streams, too")
    #expect(value.doubts == [.charsetLost(9)])
  }

  @Test func whatCannotBeReadAsAnnouncedIsNamed() {
    #expect(
      read([0xFF, 0xC3], .qrCode, announced((0, 26))).doubts
        == [.charsetInvalid("UTF-8"), .charsetAssumed("windows-1252", isNoneAnnounced: true)])
    #expect(read([1, 2], .qrCode, announced((0, 899))).doubts == [.interpretationUnknown(899)])
    #expect(read([0, 0x61]).doubts == [.charsetUntold(isNoneAnnounced: false)])
    #expect(
      read([0, 0x61], .qrCode, announced()).doubts == [.charsetUntold(isNoneAnnounced: true)])
    #expect(read([0, 0x61], .qrCode, announced((0, 25))).doubts.isEmpty)
  }

  @Test func lostSeparatorsAreNamed() {
    let facts = ReadingFacts(interpretations: [], losses: [.separators])
    #expect(read(Array("10ABC2112".utf8), .gs1DataMatrix, facts).doubts == [.separatorsLost])
  }

  @Test func fnc1InFrontMakesAnySymbolOneOfGS1() {
    let data = Array("0109521234543213".utf8)
    let facts = ReadingFacts(identifier: SymbologyIdentifier("]z1"))
    #expect(read(data, .aztec, facts).value.type == .gs1)
    #expect(read(data, .aztec).value.type == .text)
  }

  /// The truth beside a photo is text in UTF-8, whatever charset the symbol has.
  @Test func writtenTextBacksAReadingInTheCharsetThatItsSymbolAnnounces() {
    let claim = ReadingEvidence.Claim(
      decoder: ScanDecoder(
        label: "zxing", reference: "zxing", library: "ZXing-C++", version: "1.4.0",
        symbologies: [.qrCode]),
      reading: Reading(symbology: .qrCode, bytes: Self.greek, facts: announced((0, 9))),
      measurement: SymbolMeasurement(source: .none(.notFound), outline: nil))
    let truth = WrittenTruth.contents(Array("Ελλάδα".utf8), isText: true)
    #expect(ReadingEvidence([claim], truth: truth).supports == [.truth])
  }

  @Test func aCardThatNamesItsCharsetIsNoGuess() {
    let card = Array("BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-8859-7:".utf8) + Self.greek
    #expect(read(card + Array("\nEND:VCARD\n".utf8)).doubts.isEmpty)
  }
}
