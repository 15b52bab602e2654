import Symbols
import Testing

/// The payloads that readers must return, compared with values from the standards.
@Suite struct SymbolPayloadTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let options: SymbolOptions
    let given: String
    let returned: String
    var testDescription: String { "\(options): \(given)" }

    init(_ options: SymbolOptions, _ given: String, _ returned: String) {
      self.options = options
      self.given = given
      self.returned = returned
    }

    init(_ kind: LinearKind, _ given: String, _ returned: String) {
      self.init(.linear(kind), given, returned)
    }
  }

  static let examples: [Example] = [
    // The EAN-13 of Wikipedia's article, with and without check digit.
    Example(.ean13(addOn: nil), "400638133393", "4006381333931"),
    Example(.ean13(addOn: nil), "4006381333931", "4006381333931"),
    Example(.ean13(addOn: .five), "97801431053251299", "978014310532951299"),
    Example(.ean13(addOn: .two), "40063813339305", "400638133393105"),
    Example(.ean8, "9638507", "96385074"),
    Example(.upcA(addOn: nil), "03600029145", "036000291452"),
    // GS1 General Specifications, 5.2.2.4.2: 012345000058 is shortened to 01234558.
    Example(.upcE(addOn: nil), "0123455", "01234558"),
    Example(.upcE(addOn: .two), "012345599", "0123455899"),
    Example(.itf14(bearers: .box), "1540014128876", "15400141288763"),
    Example(.itf(hasCheckDigit: false), "1234", "1234"),
    Example(.itf(hasCheckDigit: true), "12345", "123457"),
    // ISO/IEC 16388, annex A: the check character of CODE39 is W.
    Example(.code39(isFullASCII: false, hasCheckCharacter: true), "CODE39", "CODE39W"),
    Example(.code39(isFullASCII: true, hasCheckCharacter: false), "Code 39!", "Code 39!"),
    Example(.codabar(hasCheckCharacter: false), "A40156B", "A40156B"),
    // The sum of all values is a multiple of 16: 16 + 4+0+1+5+6 + 17 = 49, so that 15 (+) is added.
    Example(.codabar(hasCheckCharacter: true), "A40156B", "A40156+B"),
    Example(.dataBar, "2001234567890", "0120012345678909"),
    Example(.dataBarLimited, "1501234567890", "0115012345678907"),
    Example(.gs1_128, "[01]09501101530003[10]AB[21]9", "010950110153000310AB\u{1d}219"),
    Example(.gs1_128, "[17]261231[10]AB", "1726123110AB"),
    Example(.dataBarExpanded, "[10]AB[01]09501101530003", "10AB\u{1d}0109501101530003"),
    Example(.aztecRune, "7", "007"),
    Example(
      .maxiCode(.carrier(postcode: "152382802", country: 840, service: 1)), "MSG",
      "152382802\u{1d}840\u{1d}001\u{1d}MSG"),
  ]

  @Test(arguments: examples)
  func readersReturn(_ example: Example) throws {
    let symbol = try Specimen(example.options, example.given).encoded()
    #expect(String(decoding: symbol.payload, as: UTF8.self) == example.returned)
  }

  @Test(arguments: [
    Example(
      .ean13(addOn: nil), "4006381333932",
      "the check digit of 4006381333932 is wrong: 4006381333931 is right"),
    Example(
      .ean13(addOn: nil), "12345678",
      "EAN-13 takes 12 digits, to which a check digit is added, or 13 with it"),
    Example(
      .upcA(addOn: .two), "03600029145",
      "UPC-A with an add-on takes 11 digits, to which a check digit is added, or 12 with it"
        + " and 2 for the add-on"),
    Example(
      .upcE(addOn: nil), "2123455",
      "2123455 is not how a number of number system 0 or 1 is shortened to a UPC-E"),
    Example(.itf(hasCheckDigit: false), "123", "ITF takes an even number of digits"),
    Example(
      .code39(isFullASCII: false, hasCheckCharacter: false), "abc",
      "Code 39 takes 0–9, A–Z, space and -.$/+% unless it is full ASCII"),
    Example(
      .codabar(hasCheckCharacter: false), "a123b",
      "Codabar takes 0–9 and -$:/.+ between a start and a stop character from A to D"),
    Example(.dataBarLimited, "2001234567890", "the first digit in a DataBar Limited is 0 or 1"),
    Example(
      .gs1_128, "(01)09501101530003",
      "GS1 element strings are written with their identifiers in brackets, such as "
        + "[01]09501101530003[10]AB"),
    Example(.aztecRune, "256", "an Aztec Rune holds a number from 0 to 255"),
  ])
  func whatWouldBeChangedInSilenceIsRefused(_ example: Example) {
    #expect(throws: SymbolError.refused(example.returned)) {
      try Specimen(example.options, example.given).encoded()
    }
  }

  /// An element with a wrong check digit is refused, although libzint would encode it.
  @Test func wrongElementStringIsRefused() {
    #expect(throws: SymbolError.self) {
      try Specimen(.linear(.gs1_128), "[01]09501101530004").encoded()
    }
  }

  @Test(arguments: [
    SymbolOptions.pdf417(columns: 3, rows: 5, errorCorrection: 4, rowHeight: 3),
    .pdf417(columns: 3, rows: nil, errorCorrection: 8, rowHeight: 3),
    .microPDF417(columns: 1, rowHeight: 2), .aztec(AztecSize.all[0]),
    .rMQRCode(RMQRSize.all[0], errorCorrection: .high),
    .microQRCode(version: 2, errorCorrection: .low, mask: nil),
    .gs1DataMatrix(DataMatrixSize.all[3]),
  ])
  func payloadThatDoesNotFitIsRefused(options: SymbolOptions) {
    let isGS1 = options.symbology == .gs1DataMatrix
    let payload = (isGS1 ? "[21]" : "") + String(repeating: "A1", count: isGS1 ? 10 : 400)
    #expect(throws: SymbolError.self) { try Specimen(options, payload).encoded() }
    do {
      _ = try Specimen(options, payload).encoded()
    } catch {
      guard case SymbolError.tooLong = error else {
        Issue.record("\(options): \(error)")
        return
      }
    }
  }

  @Test func optionsHaveWordsOfTheirOwn() {
    var options = Set(Specimen.all(seed: 1).map(\.options))
    for kind in options {
      if case .linear(let kind, _) = kind {
        options.insert(.linear(kind, height: 20))
        options.insert(.linear(kind, height: 20.5))
      }
    }
    #expect(options.count > 250)
    #expect(Set(options.map(\.description)).count == options.count)
  }
}
