/// An Extended Channel Interpretation (ECI) of a charset, which a symbol announces before its data.
///
/// AIM Inc. ITS/04-023, Extended Channel Interpretations, part 3: Register.
public struct Interpretation: Hashable, Sendable {
  /// Its number in the register.
  public let number: Int
  /// The charset, by its IANA name.
  public let charset: String

  /// Looks up a number; `nil` if it stands for no charset of the register.
  public init?(number: Int) {
    guard let charset = Self.charsets[number] else { return nil }
    (self.number, self.charset) = (number, charset)
  }

  /// The charset of a number that a reader reports; `nil` for those that stand for none.
  ///
  /// It knows those that nothing is drawn with, too: the older numbers of ISO-8859-1 and code page 437, and
  /// those that the register has got since.
  public static func charset(number: Int) -> String? { charsets[number] ?? readOnly[number] }

  private static let readOnly = [
    0: "IBM437", 1: "ISO-8859-1", 2: "IBM437", 31: "GBK", 32: "GB18030", 33: "UTF-16LE",
    34: "UTF-32BE", 35: "UTF-32LE", 170: "US-ASCII",
  ]

  /// The numbers that stand for a charset, in order.
  public static let numbers = charsets.keys.sorted()

  private static let charsets: [Int: String] = {
    var charsets = [
      20: "Shift_JIS", 21: "windows-1250", 22: "windows-1251", 23: "windows-1252",
      24: "windows-1256", 25: "UTF-16BE", 26: "UTF-8", 27: "US-ASCII", 28: "Big5",
      29: "GB2312", 30: "EUC-KR",
    ]
    // Number 14 is not assigned: there is no ISO/IEC 8859-12.
    for part in 1...16 where part != 12 { charsets[part + 2] = "ISO-8859-\(part)" }
    return charsets
  }()
}
