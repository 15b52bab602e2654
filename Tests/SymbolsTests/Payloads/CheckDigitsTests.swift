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
      let short = Array("0".utf8) + String(value + 1_000_000).utf8.dropFirst()
      guard let long = CheckDigits.upcA(expandingUPCE: short) else { continue }
      expandable += 1
      let isSame = Self.shortened(long.map { Int($0 - 48) }) == short.map { Int($0 - 48) }
      #expect(isSame)
    }
    #expect(expandable == 910_000)
  }

  private static func shortened(_ d: [Int]) -> [Int]? {
    if d[3] <= 2, d[4...7] == [0, 0, 0, 0] { return [d[0], d[1], d[2], d[8], d[9], d[10], d[3]] }
    if d[4...8] == [0, 0, 0, 0, 0] { return [d[0], d[1], d[2], d[3], d[9], d[10], 3] }
    if d[5...9] == [0, 0, 0, 0, 0] { return [d[0], d[1], d[2], d[3], d[4], d[10], 4] }
    if d[6...9] == [0, 0, 0, 0], d[10] >= 5 { return Array(d[0...5]) + [d[10]] }
    return nil
  }

  @Test(arguments: ["2123456", "012345", "01234567", "0120003", "01a3456", "0123004", "0123409"])
  func whatIsNoShortenedNumberDoesNotExpand(digits: String) {
    #expect(CheckDigits.upcA(expandingUPCE: Array(digits.utf8)) == nil)
  }
}
