/// Text from images and plugins in files for programs, without characters that a terminal, an editor or a
/// spreadsheet obeys.
///
/// Escaped text can be had back: a character becomes `\u{1b}` with its number in hexadecimal, and
/// the backslashes directly before `u{` are doubled. So in such a place an odd number of
/// backslashes begins an escape, and an even number stands for half as many.
package enum SafeText {
  /// Escapes a field of comma-separated values.
  ///
  /// Control characters but tabs are escaped, line breaks included, so that a row is a line; and the
  /// characters that turn the direction of text (CVE-2021-42574). So is the first character of what a spreadsheet
  /// would take for a formula; numbers stay, and so does `-`, the name of standard input.
  package static func csv(_ field: String) -> String {
    let isFormula =
      field.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
      && Double(field) == nil && field != "-"
    guard
      isFormula || field.unicodeScalars.contains(where: isEscapedInRows) || field.contains("\\u{")
    else { return field }
    let scalars = Array(field.unicodeScalars)
    var result = ""
    var backslashes = 0
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\\" {
        backslashes += 1
        continue
      }
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isEscaped =
        isEscapedInRows(scalar) || isFormula && index == 0
      let isBrace = scalar == "u" && next == "{"
      result += String(repeating: "\\", count: isEscaped || isBrace ? 2 * backslashes : backslashes)
      backslashes = 0
      if isEscaped {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + String(repeating: "\\", count: backslashes)
  }

  /// Writes the same characters of a JSON text as JSON's own escapes, so that it means the same.
  package static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    return DisplayText.substituting(text) { scalar in
      guard isObeyed(scalar) else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private static func isEscapedInRows(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || isObeyed(scalar)
  }

  /// True for control characters but tab and line feed, for those that turn the direction of text, and
  /// for line separators and the byte order mark; all of them are below U+10000.
  package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
