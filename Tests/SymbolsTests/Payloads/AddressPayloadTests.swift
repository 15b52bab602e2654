import Foundation
import Symbols
import Testing

/// Addresses (URL, mailto, tel, geo, smsto), checked by grammars written from their standards.
@Suite struct AddressPayloadTests {
  private static let host =
    "(?=.{1,253}(?:[/?#]|$))(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,4}"
  private static let character = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})"

  /// Each kind with the regular expression that its whole payloads match.
  private static let grammars: [(PayloadKind, String)] = [
    // RFC 3986, appendix A, without user, port and addresses in numbers.
    (
      .url,
      "https://\(host)(?:/\(character)+)*/?(?:\\?(?:\(character)|[/?])+)?(?:#(?:\(character)|[/?])+)?"
    ),
    // RFC 6068, section 2: `&` and `=` are reserved in header fields.
    (
      .email,
      "mailto:[a-z0-9]+(?:[._-][a-z0-9]+)*@\(host)"
        + "(?:\\?subject=(?:[a-z0-9]|%[0-9A-F]{2})+(?:&body=(?:[a-z0-9]|%[0-9A-F]{2})+)?)?"
    ),
    // RFC 3966, section 3: global numbers; E.164 allows 15 digits.
    (.phone, "tel:(?=(?:[^0-9]*[0-9]){7,15}$)\\+[1-9](?:-?[0-9])+"),
    // RFC 5870, section 3.3; two decimals at most of degrees before the point of a latitude.
    (
      .geo,
      "geo:-?[0-8]?[0-9](?:\\.[0-9]+)?,-?(?:1[0-7])?[0-9]{1,2}(?:\\.[0-9]+)?(?:;u=[1-9][0-9]*)?"
    ),
    (.sms, "smsto:\\+[1-9][0-9]{6,14}:\\S(?:.*\\S)?"),
  ]

  @Test(arguments: grammars)
  func everyAddressFollowsItsGrammar(kind: PayloadKind, grammar: String) throws {
    let pattern = try NSRegularExpression(pattern: "^(?:\(grammar))$")
    for length in PayloadDraws.lengths(of: kind, upTo: 250) {
      for text in try PayloadDraws.texts(kind, length: length, times: 20) {
        let whole = NSRange(text.startIndex..., in: text)
        #expect(pattern.firstMatch(in: text, range: whole)?.range == whole, "\(text)")
      }
    }
  }

  @Test func addressesAreReadByFoundation() throws {
    var paths = 0
    var queries = 0
    for length in 12...200 {
      for text in try PayloadDraws.texts(.url, length: length, times: 10) {
        let parts = try #require(URLComponents(string: text))
        #expect(parts.scheme == "https" && parts.host?.contains(".") == true)
        paths += parts.path.isEmpty ? 0 : 1
        queries += parts.query == nil ? 0 : 1
      }
    }
    #expect(paths > 900 && queries > 600)
  }

  @Test func placesAreOnEarth() throws {
    for length in PayloadDraws.lengths(of: .geo) {
      for text in try PayloadDraws.texts(.geo, length: length, times: 200) {
        let numbers = text.dropFirst(4).split(separator: ";")[0].split(separator: ",")
        #expect(abs(try #require(Double(numbers[0]))) < 90)
        #expect(abs(try #require(Double(numbers[1]))) < 180)
      }
    }
  }

  @Test func mailsAreReadBackWithSubjectAndBody() throws {
    for text in try PayloadDraws.texts(.email, length: 200, times: 300) {
      let parts = try #require(URLComponents(string: text))
      let names = parts.queryItems?.map(\.name)
      #expect(names == ["subject", "body"])
      #expect(parts.queryItems?.allSatisfy { $0.value?.isEmpty == false } == true)
    }
  }
}
