import Testing

@testable import Values

@Suite struct GS1Tests {
  private func message(_ text: String, _ carrier: Carrier = .gs1) throws -> GS1Message {
    let value = BarcodeValue(Array(text.utf8), carrier: carrier, year: 2026)
    guard case .gs1(let message) = value.content else {
      throw UnexpectedType(type: value.type)
    }
    return message
  }

  private struct UnexpectedType: Error { let type: ValueType }

  /// GS1 General Specifications, figure 7.8.5-2: these beginnings have predefined lengths, no others.
  @Test func predefinedLengthsAreThoseOfTheSpecification() {
    let predefined: Set = [
      "00", "01", "02", "03", "11", "12", "13", "15", "16", "17", "20", "31", "32", "33", "34",
      "35", "36",
      "41",
    ]
    for entry in GS1Dictionary.entries.values {
      let isPredefined = predefined.contains(String(entry.identifier.prefix(2)))
      #expect(entry.isPredefinedLength == isPredefined, "\(entry.identifier)")
    }
  }

  @Test func everyLineOfTheTableIsUnderstood() {
    #expect(GS1Dictionary.entries.count == 541)
    let words = GS1Dictionary.table.split(separator: "\n").flatMap {
      $0.prefix { $0 != "#" }.split(separator: " ").dropFirst()
    }
    for word in words where !word.allSatisfy({ "*?".contains($0) }) {
      let isAttribute = ["req=", "ex=", "dlpkey"].contains { word.hasPrefix($0) }
      #expect(isAttribute || GS1Component(Array(word.utf8)[...]) != nil, "\(word)")
    }
    let identifiers = Array(GS1Dictionary.entries.keys)
    for identifier in identifiers {
      #expect(!identifiers.contains { $0 != identifier && $0.hasPrefix(identifier) })
    }
  }

  @Test func elementStringsAreTyped() throws {
    let text = "010952012345678817271231310300125510ABC\u{1D}3922199\u{1D}422276"
    let message = try message(text)
    #expect(message.elements.map(\.identifier) == ["01", "17", "3103", "10", "3922", "422"])
    #expect(message.isValid)
    let date = CalendarDate(year: 2027, month: 12, day: 31)
    #expect(message.elements[1].values == date.map { [.date($0)] })
    #expect(
      message.elements[2].values == [.number(DecimalNumber(units: 1255, places: 3), unit: "kg")])
    #expect(
      message.elements[4].values == [.number(DecimalNumber(units: 199, places: 2), unit: nil)])
    #expect(DecimalNumber(units: -5, places: 2).description == "-0.05")
    #expect(message.bracketed == "(01)09520123456788(17)271231(3103)001255(10)ABC(3922)199(422)276")
    #expect(try self.message(message.bracketed) == message)
  }

  /// General Specifications 7.12: at most 49 years ahead, at most 50 years back.
  @Test func centuriesAreThoseNearThePresent() throws {
    func year(_ digits: String, in present: Int) -> Int? {
      GS1Date.date(Array((digits + "0101").utf8)[...], year: present)?.year
    }
    #expect(year("76", in: 2026) == 2076)
    #expect(year("77", in: 2026) == 1977)
    #expect(year("26", in: 2076) == 2126)
    #expect(year("27", in: 2076) == 2027)
    #expect(year("00", in: 1999) == 2000)
  }

  @Test func whatIsWrongIsSaid() throws {
    func codes(_ text: String) throws -> [GS1Problem.Code] {
      try message(text).elements.flatMap(\.problems).map(\.code)
    }
    #expect(try codes("(01)09520123456789") == [.failedCheck(.csum)])
    #expect(try codes("(01)0952012345678") == [.wrongLength])
    #expect(try codes("(10)A^B") == [.wrongCharacters])
    #expect(try codes("(17)270230") == [.failedCheck(.yymmd0)])
    #expect(try codes("(17)270200") == [])
    #expect(try codes("(422)999") == [.failedCheck(.iso3166)])
    #expect(try codes("(4300)50%2") == [.failedCheck(.pcenc)])
    let stray = try message("0109520123456788" + "95A\u{1D}04X")
    #expect(stray.rest == "04X")
    #expect(!stray.isValid)
  }

  @Test func missingAndForbiddenCompanionsAreSaid() throws {
    let lonely = try message("(02)09520123456788")
    #expect(lonely.isValid)
    #expect(lonely.problems.map(\.code) == [.requires(["37"])])
    let both = try message("(01)09520123456788(3100)000001(3101)000001")
    #expect(both.problems.map(\.code) == [.excludes("310n"), .excludes("310n")])
    let fine = try message("(02)09520123456788(37)5(00)395201234567891236")
    #expect(fine.problems.isEmpty)
  }

  /// The examples of the checks' own descriptions, and of the standards that they cite.
  @Test(arguments: [
    (GS1Check.csumalpha, "1987654Ad4X4bL5ttr2310c2K", "1987654Ad4X4bL5ttr2310c2X"),
    (.iban, "GB82WEST12345698765432", "GB82WEST12345698765431"),
    (.pieceoftotal, "0102", "0201"), (.posinseqslash, "1/2", "2/1"), (.hhmi, "2359", "2400"),
    (.iso3166alpha2, "DE", "XX"), (.iso4217, "978", "191"), (.packagetype, "PAE", "PA1"),
    (.mediatype, "80", "11"), (.latitude, "1800000000", "1800000001"), (.winding, "9", "2"),
    (.importeridx, "_", "+"), (.nonzero, "0001", "0000"), (.nozeroprefix, "10", "01"),
    (.hasnondigit, "12A", "123"), (.gcppos2, "09521", "0A521"), (.yyyymmdd, "20240229", "20230229"),
    (.couponcode, "106141416543213150110120", "706141416543213150110120"),
    (.couponposoffer, "001234561234560123456", "201234561234560123456"),
  ])
  func checksTellRightFromWrong(_ check: GS1Check, right: String, wrong: String) {
    #expect(check.passes(Array(right.utf8)[...]))
    #expect(!check.passes(Array(wrong.utf8)[...]))
  }

  /// GS1 Digital Link Standard: URI Syntax, its examples.
  @Test func digitalLinksAreAddressesWithElements() throws {
    func link(_ url: String) -> GS1Message? {
      guard case .url(let link) = BarcodeValue(Array(url.utf8), year: 2026).content else {
        return nil
      }
      return link.digitalLink
    }
    let full = link("https://id.gs1.org/01/09506000134352/10/ABC%2F1/21/98756?17=271231&linkType=x")
    #expect(full?.bracketed == "(01)09506000134352(10)ABC/1(21)98756(17)271231")
    #expect(link("https://example.com/shop/01/9506000134352")?["01"] == "09506000134352")
    #expect(link("https://id.gs1.org/00/395201234567891236")?["00"] == "395201234567891236")
    // A wrong check digit is told where more than one number says that the path is such a link.
    #expect(link("https://example.com/01/09506000134353") == nil)
    for path in [
      "id.gs1.org/01/09506000134353", "example.com/01/09506000134353/10/ABC",
      "example.com/01/09506000134353?17=271231",
    ] {
      let message = link("https://\(path)")
      #expect(message?.elements.first?.problems.map(\.code) == [.failedCheck(.csum)], "\(path)")
    }
    #expect(link("https://id.gs1.org/01/09506000134352/21/1/10/2") == nil)
    #expect(link("https://example.com/2026/01/31") == nil)
  }
}
