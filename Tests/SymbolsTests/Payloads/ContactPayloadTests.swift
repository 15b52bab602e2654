import Testing

/// Business cards and appointments, checked by parsers of content lines and of MeCard's fields.
@Suite struct ContactPayloadTests {
  /// Unfolded content lines (RFC 2426, RFC 5545); name and parameters stand before the first colon.
  private static func lines(_ text: String) throws -> [(name: String, value: String)] {
    try #require(text.hasSuffix("\r\n"))
    let physical = text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }
    ).dropLast().map(String.init)
    for line in physical {
      // A line has no bare line feed and is not too long.
      #expect(line.utf8.last == 13 && line.utf8.count <= 76, "\(line)")
      #expect(line.utf8.count > 2)
    }
    let unfolded = text.split(separator: "\r\n ", omittingEmptySubsequences: false).joined()
    return try unfolded.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast().map {
      let colon = try #require($0.firstIndex(of: ":"))
      return (String($0[..<colon]), String($0[$0.index(after: colon)...]))
    }
  }

  /// The parts between semicolons without a backslash before them; escapes are checked and undone.
  private static func parts(_ value: String) -> [String] {
    var parts = [""]
    var rest = value[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        let escaped = rest.popFirst() ?? " "
        #expect(["\\", ";", ",", "n"].contains(escaped))
        parts[parts.count - 1].append(escaped)
      case ";": parts.append("")
      default:
        #expect(character != ",")
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  @Test func vCardsAreReadBack() throws {
    var seen: Set<String> = []
    for length in PayloadDraws.lengths(of: .vcard) {
      for text in try PayloadDraws.texts(.vcard, length: length, times: 10) {
        let lines = try Self.lines(text)
        let fields = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(fields.count == lines.count)
        #expect(lines.first?.name == "BEGIN" && lines.first?.value == "VCARD")
        #expect(lines.last?.name == "END" && lines.last?.value == "VCARD")
        #expect(lines[1].name == "VERSION" && lines[1].value == "3.0")
        let name = Self.parts(try #require(fields["N"]))
        #expect(name.count == 5)
        #expect(fields["FN"] == "\(name[1]) \(name[0])")
        if let address = fields["ADR"] { #expect(Self.parts(address).count == 7) }
        for key in ["NOTE", "ORG", "TITLE"] {
          if let value = fields[key] { #expect(Self.parts(value).count == 1) }
        }
        #expect(fields["TEL;TYPE=CELL"]?.first ?? "+" == "+")
        seen.formUnion(fields.keys)
      }
    }
    #expect(
      seen == [
        "BEGIN", "VERSION", "N", "FN", "TEL;TYPE=CELL", "EMAIL", "ORG", "TITLE", "ADR", "URL",
        "NOTE", "END",
      ])
  }

  @Test func appointmentsAreReadBack() throws {
    let pattern = /20[2-3]\d[01]\d[0-3]\dT[0-2]\d[0-5]\d00Z/
    for length in PayloadDraws.lengths(of: .calendar, upTo: 700) {
      for text in try PayloadDraws.texts(.calendar, length: length, times: 10) {
        let lines = try Self.lines(text)
        #expect(
          lines.prefix(4).map(\.value).map { $0.hasPrefix("-//") ? "id" : $0 }
            == ["VCALENDAR", "2.0", "id", "VEVENT"])
        #expect(lines.suffix(2).map(\.value) == ["VEVENT", "VCALENDAR"])
        let fields = Dictionary(uniqueKeysWithValues: lines.dropFirst(4).dropLast(2).map { $0 })
        let start = try #require(fields["DTSTART"])
        let end = try #require(fields["DTEND"])
        for time in [start, end, try #require(fields["DTSTAMP"])] {
          #expect(time.wholeMatch(of: pattern) != nil)
        }
        // Both times are on one day, so that the order of the texts is that of the times.
        #expect(start.prefix(9) == end.prefix(9) && start < end)
        #expect(fields["UID"]?.isEmpty == false && fields["SUMMARY"]?.isEmpty == false)
        for key in ["SUMMARY", "LOCATION", "DESCRIPTION"] {
          if let value = fields[key] { #expect(Self.parts(value).count == 1) }
        }
      }
    }
  }

  @Test func meCardsAreReadBack() throws {
    var seen: Set<String> = []
    for length in PayloadDraws.lengths(of: .mecard) {
      for text in try PayloadDraws.texts(.mecard, length: length, times: 10) {
        let fields = try #require(
          WiFiPayloadTests.fields(text, prefix: "MECARD:", special: ["\\", ";", ":", ","]),
          "\(text)")
        #expect(fields["N"]?.isEmpty == false)
        #expect(fields["URL"]?.hasPrefix("https://") != false)
        seen.formUnion(fields.keys)
      }
    }
    #expect(seen == ["N", "TEL", "EMAIL", "ADR", "URL", "NOTE"])
  }
}
