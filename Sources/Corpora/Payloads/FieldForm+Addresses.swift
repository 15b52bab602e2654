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
