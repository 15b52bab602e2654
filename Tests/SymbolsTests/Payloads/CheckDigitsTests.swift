import Symbols
import Testing

@Suite struct CheckDigitsTests {
  /// Complete numbers with check digit, from pages that explain them.
  @Test(arguments: [
    "6291041500213",  // GTIN-13, gs1.org, "How to calculate a check digit manually"
    "376104250021234569",  // SSCC, same page
    "4006381333931",  // EAN-13, Wikipedia, "International Article Number"
    "73513537",  // EAN-8, same article
    "036000291452",  // UPC-A, Wikipedia, "Universal Product Code"
    "9780306406157",  // ISBN-13, Wikipedia, "ISBN"
  ])
  func textbookNumbersEndInTheirCheckDigit(number: String) {
    let digits = Array(number.utf8)
    #expect(CheckDigits.modulo10(of: digits.dropLast()) == digits.last)
  }

  /// The number system with six digits, and the UPC-A number without check digit for it.
  @Test(arguments: [
    // Wikipedia, "Universal Product Code", UPC-E: 425261 for 0 42100 00526 4.
    ("0425261", "04210000526"),
    // libzint's and ZXing's test numbers, and one for each of the other rules.
    ("0123456", "01234500006"), ("1123450", "11200000345"), ("0123453", "01230000045"),
    ("0123454", "01234000005"), ("1123452", "11220000345"),
  ])
  func shortenedNumbersExpandAsTheStandardSays(short: String, long: String) {
    #expect(CheckDigits.upcA(expandingUPCE: Array(short.utf8)) == Array(long.utf8))
  }

  /// The rules of GS1 General Specifications, 5.2.2.4.1, inverted: the first that fits shortens.
  @Test func everyShortenedNumberIsTheOneThatItsNumberIsShortenedTo() {
    var expandable = 0
    for value in 0..<1_000_000 {
      var short = Array(String(value + 1_000_000).utf8)
      short[0] = 48
      guard let long = CheckDigits.upcA(expandingUPCE: short) else { continue }
      expandable += 1
      let isSame =
        long.count == 11 && Self.shortened(long.reduce(0) { $0 * 10 + Int($1 - 48) }) == value
      if !isSame { Issue.record("\(value)") }
    }
    #expect(expandable == 910_000)
  }

  /// The shortened form, with number system 0, of the number without its check digit.
  private static func shortened(_ long: Int) -> Int? {
    let (manufacturer, item) = (long / 100_000, long % 100_000)
    if manufacturer % 100 == 0, manufacturer / 100 % 10 <= 2, item < 1000 {
      return manufacturer / 1000 * 10_000 + item * 10 + manufacturer / 100 % 10
    }
    if manufacturer % 100 == 0, item < 100 { return manufacturer / 100 * 1000 + item * 10 + 3 }
    if manufacturer % 10 == 0, item < 10 { return manufacturer / 10 * 100 + item * 10 + 4 }
    return (5...9).contains(item) ? manufacturer * 10 + item : nil
  }

  @Test(arguments: ["2123456", "012345", "01234567", "0120003", "01a3456", "0123004", "0123409"])
  func whatIsNoShortenedNumberDoesNotExpand(digits: String) {
    #expect(CheckDigits.upcA(expandingUPCE: Array(digits.utf8)) == nil)
  }
}
