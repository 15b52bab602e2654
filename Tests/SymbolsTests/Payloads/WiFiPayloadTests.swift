import Symbols
import Testing

/// Keys of wireless networks, checked by a parser of `WIFI:` fields.
@Suite struct WiFiPayloadTests {
  /// The fields of `WIFI:K:value;K:value;;` with escapes undone; `nil` for anything else.
  ///
  /// Writing the fields again must give the same text.
  static func fields(_ text: String, prefix: String, special: Set<Character>) -> [String: String]? {
    guard text.hasPrefix(prefix), text.hasSuffix(";;") else { return nil }
    var fields: [String: String] = [:]
    var rest = text.dropFirst(prefix.count).dropLast()[...]
    while !rest.isEmpty {
      guard let colon = rest.firstIndex(of: ":") else { return nil }
      let name = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
      var value = ""
      while let character = rest.popFirst(), character != ";" {
        if character == "\\" {
          guard let escaped = rest.popFirst(), special.contains(escaped) else { return nil }
          value.append(escaped)
        } else {
          // An unescaped comma divides a MeCard's name; all other special characters are escaped.
          guard !special.contains(character) || (character == "," && name == "N") else {
            return nil
          }
          value.append(character)
        }
      }
      guard fields.updateValue(value, forKey: name) == nil else { return nil }
    }
    return fields
  }

  private static let special: Set<Character> = ["\\", ";", ",", ":", "\""]

  @Test func keysAreReadBackAndKeepTheLimitsOfTheirSecurity() throws {
    var seen: Set<String> = []
    var escapes = 0
    for length in PayloadDraws.lengths(of: .wifi) {
      for text in try PayloadDraws.texts(.wifi, length: length, times: 60) {
        let fields = try #require(
          Self.fields(text, prefix: "WIFI:", special: Self.special), "\(text)")
        let name = try #require(fields["S"])
        #expect((1...32).contains(name.utf8.count))
        #expect(name.contains { !$0.isHexDigit })
        escapes += text.contains("\\") ? 1 : 0
        let type = try #require(fields["T"])
        seen.insert(type)
        switch type {
        case "WPA": #expect((8...63).contains(fields["P"]?.utf8.count ?? 0))
        case "WEP": #expect([5, 13].contains(fields["P"]?.utf8.count))
        case "nopass": #expect(fields["P"] == nil)
        default: Issue.record("\(type) is no security")
        }
        #expect(fields["P"]?.contains { !$0.isHexDigit } != false)
        #expect(fields["H"] ?? "true" == "true")
        #expect(Set(fields.keys).isSubset(of: ["T", "S", "P", "H"]))
      }
    }
    #expect(seen == ["WPA", "WEP", "nopass"])
    #expect(escapes > 500)
  }

  @Test func shortestAndLongestAreThoseOfTheFields() {
    let rule = PayloadKind.wifi.form(for: PayloadCarrier(.qrCode)).rule
    #expect(rule.shortest == "WIFI:T:WEP;S:G;P:12345;;".utf8.count - 5)
    #expect(rule.longest == "WIFI:T:WPA;S:;P:;H:true;;".utf8.count + 32 + 63)
  }
}
