import Base

extension FieldForm {
  /// `https://HOST/PATH?QUERY#FRAGMENT` (RFC 3986, section 3).
  static let url = FieldForm(
    [
      [
        Field("https://"), host,
        Field("/", 0...60, isOptional: true) {
          RandomText.words($0, separatedBy: ["/", "-", "_", "."], &$1)
        },
        Field("#", 1...12, isOptional: true, value: RandomText.token),
      ],
      [
        Field("https://"), host,
        Field("/", 0...60) { RandomText.words($0, separatedBy: ["/", "-"], &$1) },
        Field("?", 3...PayloadLengthRule.most, value: query),
      ],
    ], usual: 20...60)

  /// `mailto:LOCAL@HOST?subject=…&body=…` (RFC 6068, section 2).
  static let email = FieldForm(
    [
      [
        Field("mailto:"),
        Field("", 1...30, "@") { RandomText.words($0, separatedBy: [".", "-", "_"], &$1) },
        host,
        Field("?subject=", 1...60, isOptional: true, value: percentEncoded),
      ],
      [
        Field("mailto:"),
        Field("", 1...30, "@") { RandomText.words($0, separatedBy: [".", "-", "_"], &$1) },
        host,
        Field("?subject=", 1...60, value: percentEncoded),
        Field("&body=", 1...PayloadLengthRule.most, value: percentEncoded),
      ],
    ], usual: 30...100)

  /// `smsto:NUMBER:TEXT`.
  static let sms = FieldForm(
    [
      [
        Field("smsto:"), Field("", 8...16, ":", value: RandomText.phoneNumber),
        Field("", 1...PayloadLengthRule.most) {
          RandomText.words($0, separatedBy: [" ", " ", ", "], isASCII: false, &$1)
        },
      ]
    ], usual: 30...100)

  /// `tel:+…`, one in three with visual separators (RFC 3966, section 5.1.1).
  static let phone = FieldForm(
    [
      [Field("tel:"), Field("", 8...16, value: RandomText.phoneNumber)],
      [Field("tel:"), Field("", 8...16, value: RandomText.phoneNumber)],
      [Field("tel:"), Field("", 10...20, value: separatedNumber)],
    ], usual: 12...20, bound: .none)

  /// `geo:LATITUDE,LONGITUDE;u=UNCERTAINTY` (RFC 5870, section 3.3).
  static let geo = FieldForm(
    [
      [
        Field("geo:"), Field("", 1...12) { decimal($0, below: 90, &$1) },
        Field(",", 1...13) { decimal($0, below: 180, &$1) },
        Field(";u=", 1...4, isOptional: true) {
          String(1 + $1.below(9)) + RandomText.digits($0 - 1, &$1)
        },
      ]
    ], usual: 14...30, bound: .none)

  private static let host = Field("", 4...30, value: RandomText.host)

  /// `key=value`.
  private static func query(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let keys = ["q", "id", "ref", "lang", "item"].filter { $0.utf8.count + 2 <= count }
    let key = RandomText.pick(keys, &generator) + "="
    let left = count - key.utf8.count
    return key
      + (generator.below(2) == 0
        ? RandomText.words(left, separatedBy: ["+", "-", "%20", "%2C"], &generator)
        : RandomText.token(left, &generator))
  }

  private static func percentEncoded(_ count: Int, _ generator: inout Xoshiro256) -> String {
    RandomText.words(
      count, separatedBy: ["%20", "%20", "%20", "%2C%20", "%0D%0A"], &generator)
  }

  /// An international number with hyphens, none at an end and no two next to each other.
  private static func separatedNumber(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let hyphens = max(1, count - 16) + (count > 10 && count < 16 ? generator.below(2) : 0)
    var digits = Array(RandomText.phoneNumber(count - hyphens, &generator).utf8)
    // The first hyphen follows the plus sign and two digits; each other one follows three digits
    // later.
    for index in 0..<hyphens { digits.insert(UInt8(ascii: "-"), at: 3 + 4 * index) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// A decimal number of a given length in bytes whose magnitude is below a limit of 90 or 180.
  private static func decimal(
    _ count: Int, below limit: Int, _ generator: inout Xoshiro256
  ) -> String {
    // An optional sign, one to three digits, and optionally a point with at least one digit after
    // it.
    var shapes: [(sign: String, whole: Range<Int>, places: Int)] = []
    for sign in ["", "-"] {
      for whole in [0..<10, 10..<min(100, limit), 100..<max(100, limit)] where !whole.isEmpty {
        let places = count - sign.utf8.count - String(whole.lowerBound).utf8.count
        if places == 0 || (2...9).contains(places) { shapes.append((sign, whole, places)) }
      }
    }
    let shape = shapes[generator.below(shapes.count)]
    let whole = shape.whole.lowerBound + generator.below(shape.whole.count)
    return shape.sign + String(whole)
      + (shape.places == 0 ? "" : "." + RandomText.digits(shape.places - 1, &generator))
  }
}

extension FieldForm {
  /// A vCard with a name and any of number, e-mail, organisation, title, address, web and note.
  static let vcard = FieldForm(
    [
      [
        Field("BEGIN:VCARD\r\nVERSION:3.0\r\n"),
        Field("", 17...90, "\r\n", value: vcardName),
        Field("TEL;TYPE=CELL:", 8...16, "\r\n", isOptional: true, value: RandomText.phoneNumber),
        Field("EMAIL:", 8...40, "\r\n", isOptional: true, value: mailbox),
        Field("ORG:", 2...30, "\r\n", isOptional: true, value: escapedText),
        Field("TITLE:", 2...30, "\r\n", isOptional: true, value: escapedText),
        Field("ADR:;;", 17...60, "\r\n", isOptional: true, value: vcardAddress),
        Field("URL:https://", 4...30, "\r\n", isOptional: true, value: RandomText.host),
        Field("NOTE:", 1...PayloadLengthRule.most, "\r\n", isOptional: true) {
          FoldedText.draw($0, behind: 5, &$1)
        },
        Field("END:VCARD\r\n"),
      ]
    ], usual: 120...250)

  /// `MECARD:N:LAST,FIRST;TEL:…;;`. In data, `\`, `:`, `;` and `,` are preceded by a backslash.
  static let mecard = FieldForm(
    [
      [
        Field("MECARD:"),
        Field("N:", 1...30, ";", value: mecardName),
        Field("TEL:", 8...16, ";", isOptional: true, value: RandomText.phoneNumber),
        Field("EMAIL:", 8...40, ";", isOptional: true, value: mailbox),
        Field("ADR:", 4...50, ";", isOptional: true, value: mecardText),
        Field("URL:https\\://", 4...30, ";", isOptional: true, value: RandomText.host),
        Field("NOTE:", 1...PayloadLengthRule.most, ";", isOptional: true, value: mecardText),
        Field(";"),
      ]
    ], usual: 40...120)

  /// Separators between words in formats where a comma and a semicolon have a meaning (RFC 2426,
  /// section 4; RFC 5545, section 3.3.11).
  static let escapedSeparators = [" ", " ", " ", "\\, ", "\\; "]

  /// Words in which commas and semicolons are escaped.
  static func escapedText(_ count: Int, _ generator: inout Xoshiro256) -> String {
    RandomText.words(count, separatedBy: escapedSeparators, isASCII: false, &generator)
  }

  /// The two lines of a vCard that give a person's name, the same name in both.
  private static func vcardName(_ count: Int, _ generator: inout Xoshiro256) -> String {
    // `N:LAST;FIRST;;;` and `FN:FIRST LAST` contain the name twice; an initial fills up an odd
    // byte.
    let left = count - "N:;;;;\r\nFN: ".utf8.count
    let initial = left % 2 == 0 ? "" : RandomText.characters(1, of: .capitals, &generator)
    let letters = left / 2
    let first = 1 + generator.below(letters - 1)
    let firstName = RandomText.name(first, &generator)
    let lastName = RandomText.name(letters - first, &generator)
    return "N:\(lastName);\(firstName);\(initial);;\r\nFN:\(firstName) \(lastName)"
  }

  /// `STREET;TOWN;REGION;CODE;COUNTRY`.
  private static func vcardAddress(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let code = RandomText.digits(5, &generator)
    let left = count - 5 - 4
    let town = 2 + generator.below(left / 2 - 1)
    return RandomText.words(left - town, isASCII: false, &generator) + ";"
      + RandomText.name(town, &generator) + ";;" + code + ";"
  }

  private static func mecardName(_ count: Int, _ generator: inout Xoshiro256) -> String {
    guard count >= 5 else { return RandomText.name(count, &generator) }
    let last = 2 + generator.below(count - 4)
    return RandomText.name(last, &generator) + ","
      + RandomText.name(count - 1 - last, &generator)
  }

  private static func mailbox(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let local = max(1 + generator.below(count - 6), count - 21)
    return RandomText.words(local, separatedBy: [".", "_", "-"], &generator) + "@"
      + RandomText.host(count - 1 - local, &generator)
  }

  private static func mecardText(_ count: Int, _ generator: inout Xoshiro256) -> String {
    RandomText.words(
      count, separatedBy: [" ", " ", " ", "\\, ", "\\: ", "\\;"], isASCII: false, &generator)
  }
}

extension FieldForm {
  /// `WIFI:T:WPA;S:NAME;P:PASSWORD;H:true;;`, or `WEP`, or `nopass`.
  ///
  /// The format follows ZXing's "Barcode Contents": `\`, `;`, `,`, `:` and `"` are preceded by a
  /// backslash, and neither name nor password looks like hexadecimal digits. Names have up to 32
  /// bytes (IEEE 802.11, 9.4.2.2), WPA's passphrases 8 to 63 (IEEE 802.11, annex J.4), WEP's keys 5
  /// or 13.
  static let wifi = FieldForm(
    [
      [
        Field("WIFI:T:WPA;"), networkName,
        Field("P:", 8...63, ";") { secret($0, mayEscape: $0 - 8, &$1) }, hidden, Field(";"),
      ],
      [
        Field("WIFI:T:WEP;"), networkName,
        Field("P:", 13...13, ";") { secret($0, mayEscape: 0, &$1) }, hidden, Field(";"),
      ],
      [
        Field("WIFI:T:WEP;"), networkName,
        Field("P:", 5...5, ";") { secret($0, mayEscape: 0, &$1) }, Field(";"),
      ],
      [Field("WIFI:T:nopass;"), networkName, hidden, Field(";")],
    ], usual: 30...70)

  private static let hidden = Field("H:true;", isOptional: true)

  private static let networkName = Field("S:", 1...32, ";") { count, generator in
    RandomText.characters(1, of: .beyondHexadecimal, &generator)
      + RandomText.words(
        count - 1, separatedBy: [" ", "-", "_", ".", "\\;", "\\,", "\\:"], &generator)
  }

  /// A password with up to three escaped characters.
  private static func secret(
    _ count: Int, mayEscape most: Int, _ generator: inout Xoshiro256
  ) -> String {
    let escaped = ["\\;", "\\,", "\\:", "\\\"", "\\\\"]
    var escapes = generator.below(min(3, most) + 1)
    var text = RandomText.characters(1, of: .beyondHexadecimal, &generator)
    // Escapes are spread evenly: each of the remaining places is equally likely.
    while text.utf8.count < count {
      let places = count - text.utf8.count - escapes
      if generator.below(places) < escapes {
        text += RandomText.pick(escaped, &generator)
        escapes -= 1
      } else {
        text += RandomText.characters(1, of: .password, &generator)
      }
    }
    return text
  }
}

extension Alphabet {
  /// Letters that are not hexadecimal digits.
  fileprivate static let beyondHexadecimal = Alphabet(of: "GHJKLMNPRSTVWXYZ")
  fileprivate static let password = alphanumeric.joined(with: smallLetters).joined(
    with: Alphabet(of: "!#$%&()*+-./<=>?@[]^_{|}~"))
}

extension FieldForm {
  /// An iCalendar object with one event, its times in UTC (RFC 5545, sections 3.4 and 3.6.1).
  static let calendar = FieldForm(
    [
      [
        Field("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//H//EN\r\nBEGIN:VEVENT\r\n"),
        Field("UID:", 8...36, "\r\n", value: RandomText.token),
        Field("DTSTAMP:", 16...16, "\r\n") { moment(hour: $1.below(24), &$1, date: nil) },
        Field("DTSTART:", times, "\r\n", value: startAndEnd),
        Field("SUMMARY:", 1...60, "\r\n", value: escapedText),
        Field("LOCATION:", 2...60, "\r\n", isOptional: true, value: escapedText),
        Field("DESCRIPTION:", 1...PayloadLengthRule.most, "\r\n", isOptional: true) {
          FoldedText.draw($0, behind: 12, &$1)
        },
        Field("END:VEVENT\r\nEND:VCALENDAR\r\n"),
      ]
    ], usual: 230...320)

  private static let times = 40...40

  /// The start of an event, and its end one to four hours later on the same day.
  private static func startAndEnd(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let date = RandomText.date(&generator)
    let hour = 6 + generator.below(14)
    return moment(hour: hour, &generator, date: date) + "\r\nDTEND:"
      + moment(hour: hour + 1 + generator.below(4), &generator, date: date)
  }

  private static func moment(
    hour: Int, _ generator: inout Xoshiro256, date: String?
  ) -> String {
    let date = date ?? RandomText.date(&generator)
    let minute = RandomText.twoDigits(5 * generator.below(12))
    return "\(date)T\(RandomText.twoDigits(hour))\(minute)00Z"
  }
}
