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
