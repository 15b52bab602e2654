import Testing

@testable import Values

/// Payloads from standards and from the makers of formats, with what they say about them.
@Suite struct KnownPayloadTests {
  private func fields(_ text: String, _ carrier: Carrier = .other) -> [String: String] {
    let value = BarcodeValue(Array(text.utf8), carrier: carrier, year: 2026)
    return Dictionary(value.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $0 + "|" + $1 })
  }

  /// The examples of RFC 6068, section 6.
  @Test func mailtoExamplesOfTheStandardAreRead() {
    #expect(
      fields("mailto:infobot@example.com?subject=current-issue")
        == ["to": "infobot@example.com", "subject": "current-issue"])
    #expect(
      fields("mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E")["to"]
        == "list@example.org")
    #expect(
      fields("mailto:?to=joe@example.com&cc=bob@example.com&body=hello")["to"] == "joe@example.com")
    #expect(
      fields("mailto:gorby%25kremvax@example.com")["to"] == "gorby%kremvax@example.com")
    #expect(fields("mailto:user@example.org?subject=caf%C3%A9")["subject"] == "café")
    #expect(
      fields("mailto:unlikely%3Faddress@example.com?blat=foop")["to"]
        == "unlikely?address@example.com")
  }

  /// The examples of Android's guide to common intents, "Show a location on a map".
  @Test func geoExamplesOfAndroidAreRead() {
    #expect(
      fields("geo:47.6,-122.3?z=11") == ["latitude": "47.6", "longitude": "-122.3"])
    #expect(
      fields("geo:0,0?q=34.99,-106.61(Treasure)")
        == ["latitude": "34.99", "longitude": "-106.61", "query": "Treasure"])
    #expect(
      fields("geo:0,0?q=34.99%2C-106.61%28My+treasure%29")["query"] == "My treasure")
    #expect(
      fields("geo:0,0?q=1600+Amphitheatre+Parkway%2C+CA")
        == ["query": "1600 Amphitheatre Parkway, CA"], "0, 0 is in the Atlantic")
    #expect(BarcodeValue("geo:0,0?q=my+street").displayValue == "my street")
    #expect(fields("geo:0,0") == ["latitude": "0.0", "longitude": "0.0"])
    #expect(fields("geo:47.6,-122.3?z=11&q=a%2Bb%26c")["query"] == "a+b&c")
    #expect(fields("geo:47.6,-122.3?q=1,2")["latitude"] == "47.6")
  }

  /// The examples of RFC 5870, section 6, and RFC 3966, section 6.
  @Test func geoAndTelExamplesOfTheStandardsAreRead() {
    #expect(fields("geo:66,30;u=6.500;FOo=this%2dthat")["uncertainty"] == "6.5")
    #expect(
      fields("geo:48.198634,-16.371648;crs=wgs84;u=40")
        == ["latitude": "48.198634", "longitude": "-16.371648", "uncertainty": "40.0"])
    #expect(BarcodeValue("geo:91,0").type == .text)
    #expect(
      fields("tel:7042;phone-context=example.com") == ["number": "7042", "context": "example.com"])
  }

  /// The card of RFC 6350, section 8, and the folded line of RFC 5545, section 3.1.
  @Test func cardOfTheStandardIsRead() {
    let card = """
      BEGIN:VCARD\r
      VERSION:4.0\r
      FN:Simon Perreault\r
      N:Perreault;Simon;;;ing. jr,M.Sc.\r
      BDAY:--0203\r
      GENDER:M\r
      ORG;TYPE=work:Viagenie\r
      ADR;TYPE=work:;Suite D2-630;2875 Laurier;\r
       Quebec;QC;G1V 2M2;Canada\r
      TEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-656-9254;ext=102\r
      EMAIL;TYPE=work:simon.perreault@viagenie.ca\r
      GEO;TYPE=work:geo:46.772673,-71.282945\r
      END:VCARD\r

      """
    let fields = fields(card)
    #expect(fields["name"] == "Simon Perreault")
    #expect(fields["name-suffix"] == "ing. jr,M.Sc.")
    #expect(fields["birthday"] == "--0203")
    #expect(fields["address"] == "Suite D2-630, 2875 Laurier, Quebec, QC, G1V 2M2, Canada")
    #expect(fields["phone (work, voice)"] == "+1-418-656-9254;ext=102")
    #expect(fields["location"] == "46.772673,-71.282945")
  }

  @Test func foldInsideACharacterIsJoined() {
    let head = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Stra".utf8)
    let bytes = head + [0xC3] + Array("\r\n ".utf8) + [0x9F] + Array("e\r\nEND:VCARD\r\n".utf8)
    #expect(BarcodeValue(bytes).displayValue == "Straße")
  }

  @Test func foldOfVersion21KeepsItsBlank() {
    let old = "BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE:This is\r\n a note\r\nN:A\r\nEND:VCARD"
    #expect(fields(old)["note"] == "This is a note")
    #expect(fields(old.replacing("2.1", with: "3.0"))["note"] == "This isa note")
  }

  @Test func firstEventCountsAndItsTimeZoneIsNamed() {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      DTSTART:19701025T030000
      END:VTIMEZONE
      BEGIN:VEVENT
      DTSTART;TZID=America/New_York:19980119T020000
      DURATION:P15DT5H0M20S
      SUMMARY:Networld+Interop\\, Conference
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20200101
      END:VEVENT
      END:VCALENDAR
      """
    #expect(
      fields(text) == [
        "start": "1998-01-19T02:00:00 America/New_York", "duration-seconds": "1314020",
        "summary": "Networld+Interop, Conference",
      ])
  }

  /// The makers' example of a Wi-Fi code, and the readings that old and new writers need.
  @Test func wifiVariantsAreRead() {
    #expect(
      fields(#"WIFI:S:\"foo\;bar\\baz\";T:WPA;P:a;;"#)["ssid"] == #""foo;bar\baz""#)
    #expect(fields(#"WIFI:S:"ABCD";;"#)["ssid"] == "ABCD")
    #expect(fields("wifi:T:WPA2-EAP;S:x;H:MSCHAPV2;E:PEAP;;")["phase-2"] == "MSCHAPV2")
    #expect(fields("WIFI:T:WPA;S:x;H:TRUE;;")["hidden"] == "yes")
    #expect(BarcodeValue("WIFI:T:WPA;P:x;;").type == .text)
  }

  /// WPA3 Specification 3.0, Wi-Fi URI: its form is percent-encoded, and no other.
  @Test func perCentSignsInWiFiCodesAreEncodingInWPA3sFormAlone() {
    let new = fields("WIFI:T:WPA;R:1;S:caf%C3%A9%3B;P:100%25;;")
    #expect(new["ssid"] == "café;" && new["password"] == "100%")
    #expect(fields("WIFI:T:SAE;S:a%20b;P:c;;")["ssid"] == "a%20b")
    #expect(fields("WIFI:S:x;P:p%41;K:MDkw;;")["password"] == "p%41")
    #expect(fields("WIFI:T:WPA;S:a%20b;P:100%25;;")["password"] == "100%25")
    #expect(fields(#"WIFI:T:SAE;S:"A\;B";;"#)["ssid"] == "A;B", "without a per cent sign, as ever")
  }

  @Test func fourteenDigitsOfInterleaved2Of5AreAProductIfTheirLastChecksThem() {
    #expect(fields("15400141288763", .itf)["gtin"] == "15400141288763")
    #expect(BarcodeValue("15400141288764", carrier: .itf).type == .text)
    #expect(BarcodeValue("15400141288763", carrier: .other).type == .text)
    #expect(BarcodeValue("6291041500213", carrier: .itf).type == .text)
  }

  /// GS1 General Specifications 7.9.1, ISO 2108 and ISO 3297: their own examples.
  @Test func numbersOfTheStandardsHaveValidCheckDigits() {
    #expect(fields("6291041500213", .retail)["check-digit"] == "valid")
    #expect(fields("6291041500214", .retail)["check-digit"] == "wrong")
    #expect(fields("9780306406157", .retail)["isbn-10"] == "0306406152")
    #expect(fields("9770317847001", .retail)["issn"] == "03178471")
    #expect(fields("9790230671187", .retail)["ismn"] == "M230671187")
    #expect(fields("ISBN 0-306-40615-2")["ean-13"] == "9780306406157")
    #expect(fields("9780201379624 51995", .retail)["add-on"] == "51995")
    #expect(fields("425261", .upcE)["gtin"] == "042100005264")
    #expect(fields("01234565", .upcE)["gtin"] == "012345000065")
    #expect(fields("6291041500213").keys.sorted() == ["text"])
  }

  @Test func versionOneLicenceOfTheStandardIsRead() {
    let licence =
      "@\n\u{1E}\rANSI 6360000102DL00390187ZV02260032DLDAQ0123456789ABC\nDAAPUBLIC,JOHN,Q\n"
      + "DAG123 MAIN STREET\nDAIANYTOWN\nDAJVA\nDAK123459999  \nDARDM  \nDAS          \nDAT     \n"
      + "DAU509\nDAW175\nDAYBL \nDAZBR \nDBA20011201\nDBB19761123\nDBCM\nDBD19961201\rZVZVAJURISDICTIONDEFINEDELEMENT\r"
    let fields = fields(licence, .pdf417)
    #expect(fields["family-name"] == "PUBLIC")
    #expect(fields["middle-name"] == "Q")
    #expect(fields["birth-date"] == "1976-11-23")
    #expect(fields["expiry-date"] == "2001-12-01")
    #expect(fields["height-centimetres"] == "175")
    #expect(fields["restrictions"] == nil)
    #expect(BarcodeValue(licence).displayValue == "JOHN Q PUBLIC")
  }

  @Test func addressesWithoutASchemeAreToldFromText() {
    let addresses = [
      "www.example.de", "example.com", "example.co.uk/x", "host.example:8080/", "EXAMPLE.ORG",
    ]
    for text in addresses { #expect(BarcodeValue(text).type == .url, "\(text)") }
    for text in ["e.g.", "3.14", "report.pdf", "a.b", "Hello. World", "v1.2/3", "note:", "http://"]
    {
      #expect(BarcodeValue(text).type == .text, "\(text)")
    }
  }
}
