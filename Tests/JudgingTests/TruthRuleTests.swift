import DecoderKit
import Judging
import Symbols
import Testing

/// A reading of a symbol, and the rules by which it is right.
struct RuleExample: Sendable, CustomTestStringConvertible {
  let expected: ExpectedSymbol
  let reading: Reading
  let rules: [TruthRule]

  init(
    _ symbology: Symbology?, _ truth: String, read name: Symbology?, _ data: String,
    _ rules: TruthRule..., certainty: ExpectedSymbol.Certainty = .drawn
  ) {
    expected = ExpectedSymbol(
      symbology: symbology, bytes: Array(truth.utf8), corners: nil, certainty: certainty)
    reading = Reading(symbology: name, bytes: Array(data.utf8))
    self.rules = rules
  }

  var testDescription: String {
    "\(expected.symbology?.rawValue ?? "?") \(expected.bytes.readable) "
      + "as \(reading.symbology?.rawValue ?? "?") \(reading.bytes.readable)"
  }
}

@Suite struct TruthRuleTests {
  /// GS1's own example of an element string, with the separators that it needs.
  static let gs1 = "01095040000591012112345678p901\u{1D}101234567p\u{1D}171411208200http"

  static let right: [RuleExample] = [
    // Names.
    RuleExample(.qrCode, "abc", read: nil, "abc", .unnamedSymbology),
    RuleExample(nil, "abc", read: .aztec, "abc"),
    RuleExample(.gs1_128, gs1, read: .code128, gs1, .gs1Carrier),
    RuleExample(.gs1DataMatrix, gs1, read: .dataMatrix, gs1, .gs1Carrier),
    RuleExample(.gs1QRCode, gs1, read: .qrCode, gs1, .gs1Carrier),
    RuleExample(.itf14, "30712345000010", read: .itf, "30712345000010", .itf14Name),
    RuleExample(.itf, "30712345000010", read: .itf14, "30712345000010", .itf14Name),
    RuleExample(
      .dataBarStacked, "00012345678905", read: .dataBar, "00012345678905", .stackedLayout),
    RuleExample(
      .dataBarExpandedStacked, gs1, read: .dataBarExpanded, gs1, .stackedLayout),
    RuleExample(
      .dataMatrix, gs1, read: .gs1DataMatrix, gs1, certainty: .writtenText),
    // EAN and UPC. A label says 0 509689 3 where its GTIN is 0 50968 00009 3.
    RuleExample(.upcA, "012345678905", read: .ean13, "0012345678905", .retailFamily, .gtinLength),
    RuleExample(.ean13, "0012345678905", read: .upcA, "012345678905", .retailFamily, .gtinLength),
    RuleExample(.ean13, "0012345678905", read: .ean13, "00012345678905", .gtinLength),
    RuleExample(
      .upcA, "012345678905", read: nil, "0012345678905", .unnamedSymbology, .gtinLength),
    RuleExample(.ean8, "48512343", read: .ean8, "0000048512343", .gtinLength),
    RuleExample(.ean8, "48512343", read: .ean8, "00000048512343", .gtinLength),
    RuleExample(
      .upcE, "05096893", read: .ean13, "0050968000093", .retailFamily, .upcEExpanded),
    RuleExample(
      .upcE, "05096893", read: .upcA, "050968000093", .retailFamily, .gtinLength, .upcEExpanded),
    RuleExample(
      .upcE, "05096893", read: nil, "0050968000093", .unnamedSymbology, .upcEExpanded),
    RuleExample(
      .upcA, "050968000093", read: .upcE, "05096893", .retailFamily, .gtinLength, .upcEExpanded),
    RuleExample(
      .upcE, "12345670", read: .ean13, "0123456000070", .retailFamily, .upcEExpanded),
    RuleExample(nil, "05096893", read: .ean13, "0050968000093", .upcEExpanded),
    RuleExample(.ean13, "978080481663212", read: .ean13, "9780804816632 12", .addOnSeparator),
    RuleExample(.ean13, "978080481663251234", read: .ean13, "9780804816632+51234", .addOnSeparator),
    RuleExample(.ean13, "978080481663251234", read: .ean13, "9780804816632", .addOnOmitted),
    RuleExample(
      .upcE, "0509689312", read: .ean13, "0050968000093", .retailFamily, .upcEExpanded,
      .addOnOmitted),
    RuleExample(
      .upcA, "01234567890512", read: .ean13, "001234567890512", .retailFamily, .gtinLength),
    RuleExample(
      .ean13, "9780804816632", read: .ean13, "978080481663251234", .addOnOmitted,
      certainty: .writtenText),
    // Code 39. The check characters were added up by hand: A is 10, B 11, C 12, X is 33.
    RuleExample(.code39, "a+B", read: .code39, "+A/KB", .code39FullASCII),
    RuleExample(.code39, "+A/KB", read: .code39, "a+B", .code39FullASCII),
    RuleExample(.code39, "ABCX", read: .code39, "ABC", .code39Check),
    RuleExample(.code39, "ABC", read: .code39, "ABCX", .code39Check),
    RuleExample(.code39, "a", read: .code39, "+A8", .code39FullASCII, .code39Check),
    // ITF.
    RuleExample(.itf, "00012345678905", read: .itf, "0001234567890", .itfCheck),
    RuleExample(.itf14, "30712345000010", read: .itf, "3071234500001", .itf14Name, .itfCheck),
    RuleExample(.itf, "0123", read: .itf, "123", .itfLeadingZero),
    RuleExample(.itf, "123", read: .itf, "0123", .itfLeadingZero),
    // Codabar. A123?B with A 16, B 17: 16 + 6 + 9 + 17 = 48.
    RuleExample(.codabar, "A123B", read: .codabar, "a123b", .codabarStartStopNames),
    RuleExample(.codabar, "C12/3D", read: .codabar, "*12/3E", .codabarStartStopNames),
    RuleExample(.codabar, "A123B", read: .codabar, "123", .codabarStartStop),
    RuleExample(
      .codabar, "123", read: .codabar, "A123B", .codabarStartStop, certainty: .writtenText),
    RuleExample(.codabar, "A1239B", read: .codabar, "A123B", .codabarCheck),
    RuleExample(.codabar, "A1239B", read: .codabar, "123", .codabarStartStop, .codabarCheck),
    // DataBar and GS1.
    RuleExample(.dataBar, "00012345678905", read: .dataBar, "0100012345678905", .dataBarIdentifier),
    RuleExample(
      .dataBarLimited, "00012345678905", read: .dataBarLimited, "(01)00012345678905",
      .dataBarIdentifier),
    RuleExample(
      .dataBarExpanded, "0109504000059101320200065517141120", read: .dataBarExpanded,
      "(01)09504000059101(3202)000655(17)141120", .gs1Brackets),
    RuleExample(
      .dataBarExpanded, "(01)09504000059101(3202)000655", read: .dataBarExpanded,
      "01095040000591013202000655", .gs1Brackets, certainty: .writtenText),
    RuleExample(
      .gs1_128, "0109504000059101101234\u{1D}2112", read: .gs1_128,
      "[01] 09504000059101 [10] 1234 [21] 12", .gs1Brackets),
    RuleExample(
      .gs1_128, "10AB(C)\u{1D}2112", read: .gs1_128, "(10)AB(C)(21)12", .gs1Brackets),
    RuleExample(.gs1DataMatrix, gs1, read: .gs1DataMatrix, "\u{1D}" + gs1, .gs1LeadingSeparator),
    RuleExample(
      .gs1_128, "0109504000059101101234", read: .gs1_128,
      "0109504000059101\u{1D}101234\u{1D}", .gs1RedundantSeparator),
    RuleExample(
      .gs1DataMatrix, gs1, read: .gs1DataMatrix, gs1.filter { $0 != "\u{1D}" },
      .gs1DroppedSeparator),
    // Around the data.
    RuleExample(.gs1_128, gs1, read: .gs1_128, "]C1" + gs1, .symbologyIdentifier),
    RuleExample(
      .gs1DataMatrix, gs1, read: .dataMatrix, "]d2" + gs1, .gs1Carrier, .symbologyIdentifier),
    RuleExample(.ean13, "9780804816632", read: .ean13, "]E09780804816632", .symbologyIdentifier),
    RuleExample(.qrCode, "a\\b", read: .qrCode, "\\000026a\\\\b", .eciEscape),
    // The line break that an editor puts at the end of a file, of LF or of CR LF.
    RuleExample(.qrCode, "abc\n", read: .qrCode, "abc", .finalLineBreak, certainty: .writtenText),
    RuleExample(.qrCode, "abc\n", read: .qrCode, "abc\n", certainty: .writtenText),
    RuleExample(nil, "abc\r\n", read: .aztec, "abc", .finalLineBreak, certainty: .writtenText),
    RuleExample(.qrCode, "a\n\n", read: .qrCode, "a\n", .finalLineBreak, certainty: .writtenText),
    RuleExample(
      .upcA, "012345678905\n", read: .ean13, "0012345678905", .retailFamily, .gtinLength,
      .finalLineBreak, certainty: .writtenText),
  ]

  @Test(arguments: right)
  func isRightByExactlyTheseRules(_ example: RuleExample) {
    #expect(TruthMatching.match(example.reading, example.expected)?.rules == example.rules)
  }

  static let wrong: [RuleExample] = [
    // Names.
    RuleExample(.dataMatrix, gs1, read: .gs1DataMatrix, gs1),
    RuleExample(.code128, "123", read: .gs1_128, "123"),
    RuleExample(.itf, "123456", read: .itf14, "123456"),
    RuleExample(.itf, "30712345000011", read: .itf14, "30712345000011"),
    RuleExample(.microQRCode, "abc", read: .qrCode, "abc"),
    RuleExample(.dataBar, "00012345678905", read: .dataBarLimited, "00012345678905"),
    // EAN-8 is no EAN-13, and the same 8 digits in UPC-E are another number.
    RuleExample(.ean8, "48512343", read: .ean13, "0000048512343"),
    RuleExample(.ean8, "05096893", read: .upcE, "05096893"),
    RuleExample(.upcE, "05096893", read: .ean13, "0000005096893"),
    RuleExample(.ean13, "9780804816632", read: .ean13, "9780804816631"),
    RuleExample(.ean13, "9780804816632", read: .ean13, "780804816632"),
    // An add-on that is not there, or is another one.
    RuleExample(.ean13, "9780804816632", read: .ean13, "978080481663251234"),
    RuleExample(.ean13, "978080481663251234", read: .ean13, "978080481663212"),
    RuleExample(.ean13, "978080481663251234", read: .ean13, "9780804816632 51235"),
    // Check characters that are not right, and data that is missing.
    RuleExample(.code39, "ABCY", read: .code39, "ABC"),
    RuleExample(.code39, "ABC", read: .code39, "abc"),
    RuleExample(.code39, "ABC", read: .code39, "ABCY"),
    RuleExample(.itf, "00012345678906", read: .itf, "0001234567890"),
    RuleExample(.itf, "00012345678905", read: .itf, "000123456789"),
    RuleExample(.itf, "1234", read: .itf, "234"),
    RuleExample(.codabar, "A123B", read: .codabar, "A123C"),
    RuleExample(.codabar, "A123B", read: .codabar, "C123D"),
    RuleExample(.codabar, "A123B", read: .codabar, "123B"),
    RuleExample(.codabar, "A1238B", read: .codabar, "A123B"),
    RuleExample(.codabar, "123", read: .codabar, "A124B", certainty: .writtenText),
    RuleExample(.dataBar, "00012345678905", read: .dataBar, "0200012345678905"),
    // Separators in another place, and too many of them.
    RuleExample(.gs1_128, "10AB\u{1D}2112", read: .gs1_128, "10A\u{1D}B2112"),
    RuleExample(.gs1_128, "10AB2112", read: .gs1_128, "10AB\u{1D}2112"),
    RuleExample(.gs1_128, "10AB\u{1D}2112", read: .gs1_128, "10AB2113"),
    RuleExample(.gs1_128, "10AB2112", read: .gs1_128, "(10)AB(21)12"),
    RuleExample(.code128, "10AB\u{1D}2112", read: .code128, "10AB2112"),
    // Identifiers of other symbologies, and escapes where there are none.
    RuleExample(.qrCode, "abc", read: .qrCode, "]C1abc"),
    RuleExample(.qrCode, "abc", read: .qrCode, "\\26abc"),
    RuleExample(.code128, "abc", read: .code128, "\\000026abc"),
    RuleExample(.qrCode, "abc", read: .qrCode, "ABC"),
    // Line breaks that nobody's editor added.
    RuleExample(.qrCode, "abc\n", read: .qrCode, "abc"),
    RuleExample(.qrCode, "abc\n", read: .qrCode, "abc", certainty: .writtenBytes),
    RuleExample(.qrCode, "abc\n\n", read: .qrCode, "abc", certainty: .writtenText),
    RuleExample(.qrCode, "abc", read: .qrCode, "abc\n", certainty: .writtenText),
    RuleExample(.qrCode, "abc\n", read: .qrCode, "ab", certainty: .writtenText),
    RuleExample(.qrCode, "abc\r", read: .qrCode, "abc", certainty: .writtenText),
  ]

  @Test(arguments: wrong)
  func isWrongWhateverTheRulesSay(_ example: RuleExample) {
    #expect(TruthMatching.match(example.reading, example.expected) == nil)
  }

  @Test func everyRuleIsTriedByAnExample() {
    let tried = Set(Self.right.flatMap(\.rules))
    #expect(Set(TruthRule.allCases).subtracting(tried) == [.writtenText, .decoderText])
  }

  @Test func noRuleMakesAStrictMatch() {
    for example in Self.right {
      #expect(
        TruthMatching.isStrictMatch(example.reading, example.expected) == example.rules.isEmpty)
    }
  }

  /// Compares the expansion of UPC-E with zero suppression written the other way round.
  @Test func upcEIsTheGTINWhoseZerosItLeavesOut() {
    var shortened = 0
    for number in stride(from: 0, to: 200_000, by: 50) {
      for item in [0, 4, 5, 9, 10, 99, 100, 507, 999] {
        let digits = padded(number, 6) + padded(item, 5)
        guard let six = suppressed(digits) else { continue }
        let full = digits + String(checkDigit(digits))
        let short = String(digits.prefix(1)) + six + String(full.suffix(1))
        let example = RuleExample(.upcE, short, read: .ean13, "0" + full)
        #expect(TruthMatching.match(example.reading, example.expected) != nil, "\(short) \(full)")
        shortened += 1
      }
    }
    #expect(shortened > 1000)
  }

  private func padded(_ number: Int, _ length: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: length - text.count) + text
  }

  /// The six digits of UPC-E, by the first line that fits in the table of ISO/IEC 15420. The number
  /// has a number-system digit, five manufacturer digits and five item digits.
  private func suppressed(_ digits: String) -> String? {
    let all = Array(digits)
    let maker = String(all[1...5])
    let item = String(all[6...10])
    if "012".contains(all[3]), maker.hasSuffix("00"), item.hasPrefix("00") {
      return String(maker.prefix(2)) + String(item.suffix(3)) + String(all[3])
    }
    if maker.hasSuffix("00"), item.hasPrefix("000") {
      return String(maker.prefix(3)) + String(item.suffix(2)) + "3"
    }
    if maker.hasSuffix("0"), item.hasPrefix("0000") {
      return String(maker.prefix(4)) + String(item.suffix(1)) + "4"
    }
    if item.hasPrefix("0000"), "56789".contains(all[10]) { return maker + String(item.suffix(1)) }
    return nil
  }

  private func checkDigit(_ digits: String) -> Int {
    let values = digits.compactMap(\.wholeNumberValue)
    let sum = values.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
    return (10 - sum % 10) % 10
  }
}
