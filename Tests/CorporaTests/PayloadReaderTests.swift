import Base
import Corpora
import Symbols
import Testing

/// Payload entries of corpus files, valid and invalid. The fixture's line 12 belongs to a QR Code
/// of version 2, ecc M, with room for 26 bytes; line 16 belongs to a Data Matrix 8x32.
@Suite struct PayloadReaderTests {
  private func payload(_ text: String) throws -> PayloadGenerator {
    try Fixtures.tiny(replacing: [12: "    payload: " + text]).recipes[0].symbols[0].payload
  }

  @Test(arguments: [
    ("{kind: url, length: [14, 26]}", "url, 14–26 bytes"),
    ("{kind: utf-8, length: 26}", "utf-8, 26 bytes"),
    ("{kind: gtin}", "gtin, 13 bytes"),
    ("{kind: qr-alphanumeric, length: {list: [20, 10]}}", "qr-alphanumeric, 10 or 20 bytes"),
    ("{kind: kanji, length: [6, 20]}", "kanji, 6, 8 … 20 bytes"),
    ("{kind: phone}", "phone, 12–20 bytes"),
    ("{literals: [ABC, \"a b \", {hex: \"00 fF\"}, 007]}", "4 literal payloads, 2–4 bytes"),
  ])
  func payloadsAreReadAsWritten(text: String, words: String) throws {
    #expect(try payload(text).description == words)
  }

  @Test func literalsAreTakenByteByByte() throws {
    let payload = try payload("{literals: [\" a  b\", {hex: \"00 fF\"}, 007, é]}")
    #expect(
      payload.source
        == .literals([Array(" a  b".utf8), [0, 255], Array("007".utf8), [0xc3, 0xa9]]))
  }

  private static let mistakes: [(String, String)] = [
    (
      "{kind: vcrad, length: 20}",
      "unknown payload kind \"vcrad\". Did you mean \"vcard\"? Known: "
        + PayloadKind.allCases.map(\.rawValue).joined(separator: ", ") + "."
    ),
    (
      "{kind: gs1}",
      "QR Code does not carry payloads of kind gs1: GS1 element strings go into gs1-128, "
        + "gs1-data-matrix, gs1-qr-code, databar-expanded and databar-expanded-stacked"
    ),
    ("{kind: digits}", "\"payload\" has no \"length\", which it needs"),
    ("{length: 3}", "\"payload\" has no \"kind\", which it needs"),
    ("{kind: url, length: 11}", "\"length\" is 11: payloads of kind url have 12 bytes or more"),
    (
      "{kind: phone, length: [12, 25]}",
      "an item of \"length\" is 25: payloads of kind phone have 24 bytes or fewer"
    ),
    (
      "{kind: kanji, length: 7}",
      "\"length\" is 7: payloads of kind kanji have a multiple of 2 bytes"
    ),
    (
      "{kind: gtin, length: 12}",
      "\"length\" is 12: payloads of kind gtin have 13 bytes in QR Code, so that \"length\" can be "
        + "left out"
    ),
    (
      "{kind: url, length: 27}",
      "27 bytes of kind url do not fit QR Code version 2, ecc M: at most 26 do"
    ),
    (
      "{kind: utf-8, length: 40}",
      "40 bytes of kind utf-8 do not fit QR Code version 2, ecc M: at most 26 do"
    ),
    (
      "{kind: vcard}",
      "250 bytes of kind vcard do not fit QR Code version 2, ecc M, and no others do: the shortest "
        + "have 56"
    ),
    (
      "{kind: digits, length: {list: [10, 64]}}",
      "64 bytes of kind digits do not fit QR Code version 2, ecc M: at most 63 do"
    ),
    (
      "{kind: digits, length: {list: [10, 10]}}",
      "the length 10 comes twice: lengths are listed once"
    ),
    (
      "{kind: digits, length: {lst: [10]}}",
      "unknown key \"lst\". Did you mean \"list\"? Known here: list."
    ),
    (
      "{kind: digits, literals: [a]}",
      "\"kind\" does not belong here: \"literals\" says all there is to say about payloads"
    ),
    ("{literals: []}", "\"literals\" is empty: it needs at least one"),
    ("{literals: [a, \"\"]}", "a payload is empty: it needs a byte at least"),
    ("{literals: [a, [b]]}", "a payload is a text or {hex: \"00FF\"}, and this is a list"),
    ("{literals: [{hex: 0FF}]}", "\"hex\" is not made of bytes, two hexadecimal digits each"),
    ("{literals: [{hex: 0G}]}", "\"hex\" is not made of bytes, two hexadecimal digits each"),
    (
      "{literals: [A, {hex: 41}]}",
      "this payload comes twice, first on line 12: payloads are listed once"
    ),
    (
      "{literals: [abcdefghijklmnopqrstuvwxyzä]}",
      "this payload cannot be drawn as QR Code version 2, ecc M: a payload of 28 bytes does not fit "
        + "QR Code version 2, ecc M"
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesAreReportedWithTheirLine(text: String, message: String) {
    let error = #expect(throws: FileFault.self) { try payload(text) }
    #expect(error?.description == "tiny.yaml:12: \(message)")
  }

  /// Thousands of payloads that may fill their symbol exactly are drawn, and all of them fit.
  @Test(
    arguments: ["12x12", "8x32", "20x20", "12x36", "36x36"],
    [PayloadKind.alphanumeric, .url, .printable, .utf8, .latin1, .wifi, .phone, .geo, .sms])
  func lengthsSaidToFitDoFit(size: String, kind: PayloadKind) throws {
    let options = SymbolOptions.dataMatrix(try #require(DataMatrixSize(parsing: size)))
    let longest = min(300, kind.form(for: PayloadCarrier(.dataMatrix)).rule.longest)
    var length = longest
    do {
      _ = try Fixtures.tiny(replacing: [
        15: "    size: \(size)", 16: "    payload: {kind: \(kind), length: \(longest)}",
      ])
    } catch let error as FileFault {
      guard let words = error.message.firstRange(of: "at most ") else {
        // The symbol is smaller than the shortest payload.
        #expect(error.message.contains("no others do"))
        return
      }
      length = try #require(
        Int(String(error.message[words.upperBound...].prefix { $0.isNumber })))
    }
    var encoder = SymbolEncoder()
    let payloads = PayloadGenerator(
      .drawn(kind, .range(length...length)), for: PayloadCarrier(.dataMatrix))
    var random = Xoshiro256(state: (UInt64(length), 1, 3, 4))
    for trial in 0..<3000 {
      let payload = payloads.draw(trial: trial, from: &random)
      #expect(throws: Never.self) { try encoder.encode(payload, options: options) }
    }
  }
}
