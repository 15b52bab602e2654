import DecoderKit
import Judging
import Results
import Symbols
import Testing

/// Verdicts on what a reading means.
@Suite struct MeaningMatchingTests {
  /// A symbol, a reading of it, and the verdict on its meaning.
  struct Case: CustomTestStringConvertible, Sendable {
    var truth: (Symbology, [UInt8])
    var reading: (Symbology?, [UInt8])
    var verdict: MeaningVerdict
    var text: String?
    var charset: String?

    init(
      _ symbology: Symbology, _ truth: String, read reading: String, as name: Symbology?,
      _ verdict: MeaningVerdict
    ) {
      self.truth = (symbology, Array(truth.utf8))
      self.reading = (name, Array(reading.utf8))
      self.verdict = verdict
    }

    init(
      bytes truth: [UInt8], read reading: [UInt8], text: String? = nil, charset: String? = nil,
      _ verdict: MeaningVerdict
    ) {
      self.truth = (.qrCode, truth)
      self.reading = (.qrCode, reading)
      (self.text, self.charset, self.verdict) = (text, charset, verdict)
    }

    var testDescription: String { "\(truth) as \(reading)" }

    var judged: (data: Verdict, meaning: MeaningVerdict?) {
      let expected = ExpectedSymbol(
        symbology: truth.0, bytes: truth.1, corners: nil, charset: charset)
      let readings = [Reading(symbology: reading.0, bytes: reading.1, text: text)]
      let judgement = TruthMatching.judge(readings, against: expected)
      return (judgement.verdict, judgement.meanings(readings, of: [expected])[0])
    }
  }

  /// "Größe" in ISO-8859-1.
  private static let western: [UInt8] = [0x47, 0x72, 0xF6, 0xDF, 0x65]
  /// "Привет" in ISO-8859-5, which nothing in the bytes tells from western letters.
  private static let cyrillic: [UInt8] = [0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2]
  private static let network = #"WIFI:T:WPA;S:Caf\;Bar;P:x;;"#

  private static let cases: [Case] = [
    // Misreads by their bytes that mean the same, and those that do not.
    Case(bytes: western, read: Array("Größe".utf8), .same),
    Case(bytes: western, read: [0x47, 0x72, 0x76, 0x5F, 0x65], .different),
    Case(bytes: western, read: [0x00, 0x01], .unreadable),
    Case(bytes: western, read: [], .unreadable),
    Case(.qrCode, "Süd", read: "Sud", as: .qrCode, .different),
    // Escapes belong to the form.
    Case(.qrCode, network, read: network, as: .qrCode, .same),
    Case(.qrCode, network, read: #"WIFI:P:x;S:Caf\;Bar;T:WPA;;"#, as: .qrCode, .same),
    Case(.qrCode, network, read: "WIFI:T:WPA;S:Caf;Bar;P:x;;", as: .qrCode, .different),
    Case(.qrCode, network, read: "T:WPA;S:Caf", as: .qrCode, .unreadable),
    // Right by a rule, and yet not the same: the separator is what divides lot and date.
    Case(.gs1DataMatrix, "10AB\u{1D}17271231", read: "10AB\u{1D}17271231", as: .dataMatrix, .same),
    Case(.gs1DataMatrix, "10AB\u{1D}17271231", read: "10AB17271231", as: .dataMatrix, .different),
    Case(.gs1DataMatrix, "17271231", read: "17279931", as: .gs1DataMatrix, .unreadable),
    Case(.gs1_128, "10AB\u{1D}17271231", read: "(10)AB(17)271231", as: .gs1_128, .same),
    // One number, written in the ways of EAN and UPC.
    Case(.upcA, "012345000065", read: "0012345000065", as: .ean13, .same),
    Case(.upcE, "01234565", read: "0012345000065", as: .ean13, .same),
    Case(.upcE, "01234565", read: "01234565", as: .ean8, .different),
    // Another product under another name: its own check digit is right, though not that of 8 digits.
    Case(.ean13, "4006381333931", read: "04252614", as: .upcE, .different),
    Case(.upcA, "012345000065", read: "012345000066", as: .upcA, .unreadable),
    Case(.itf14, "00012345678905", read: "00012345678905", as: .itf, .same),
    // An announced charset must arrive with the data, or as text.
    Case(bytes: cyrillic, read: cyrillic, charset: "ISO-8859-5", .different),
    Case(bytes: cyrillic, read: cyrillic, text: "Привет", charset: "ISO-8859-5", .same),
    Case(bytes: cyrillic, read: Array("Привет".utf8), charset: "ISO-8859-5", .same),
    Case(
      bytes: Array("Привет".utf8), read: Array("Привет".utf8), charset: "UTF-8", .same),
    Case(
      bytes: Array(network.utf8), read: [0x1A] + Array(network.utf8), charset: "UTF-8",
      .unreadable),
  ]

  @Test(arguments: cases) func meaningIsJudgedBesideTheData(_ one: Case) {
    #expect(one.judged.meaning == one.verdict)
  }

  @Test func theVerdictOnTheDataStaysWhatItWas() {
    let lost = Case(
      .gs1DataMatrix, "10AB\u{1D}17271231", read: "10AB17271231", as: .dataMatrix, .different)
    #expect(lost.judged.data == .read, "a lost separator is forgiven in the data")
    let converted = Case(bytes: Self.western, read: Array("Größe".utf8), .same)
    #expect(converted.judged.data == .misread)
  }

  @Test func aSymbolWithoutAReadingHasNoMeaning() {
    let truth = Truth(
      expected: ["a", "b"].map {
        ExpectedSymbol(symbology: .qrCode, bytes: Array($0.utf8), corners: nil)
      })
    let readings = [Reading(symbology: .qrCode, bytes: Array("b".utf8))]
    let judgement = TruthMatching.judge(readings, against: truth)
    #expect(judgement.meanings(readings, of: truth.expected) == [nil, .same])
  }
}
