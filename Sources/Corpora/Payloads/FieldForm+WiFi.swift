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
