import Foundation

/// Text as a terminal shows it: no characters that move the cursor, and its width in columns.
package enum DisplayText {
  /// Returns the text with unprintable characters written out: a newline becomes `\n`.
  ///
  /// Control characters could clear the screen, and direction marks could reverse a row.
  package static func printable(_ text: String) -> String {
    substituting(text) { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: isUnprintable(scalar) ? "\\u{" + String(scalar.value, radix: 16) + "}" : nil
      }
    }
  }

  /// Returns the text in ASCII: known characters become their usual substitutes, others question
  /// marks.
  package static func ascii(_ text: String) -> String {
    substituting(text) { $0.isASCII ? nil : substitutes[$0] ?? base(of: $0) ?? "?" }
  }

  /// The letter without its accent: `e` for `é`; `nil` if it is no letter of ASCII then.
  private static func base(of scalar: Unicode.Scalar) -> String? {
    String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
      .flatMap { $0.isASCII ? String($0) : nil }
  }

  /// Returns the text with some scalars substituted; `nil` leaves a scalar unchanged.
  ///
  /// It goes scalar by scalar, so that a combining scalar does not hide the one before it.
  package static func substituting(
    _ text: String, _ substitute: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let other = substitute(scalar) {
        result += other
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the number of columns that printable text takes.
  package static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// Returns text with spaces after it, up to a number of columns.
  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(columns - width(text), 0))
  }

  /// Shortens text in the middle, since names may differ at the start or at the end.
  ///
  /// - Precondition: `limit` has room for the ellipsis and at least two columns beside it.
  package static func shortened(_ text: String, to limit: Int, ellipsis: String) -> String {
    guard width(text) > limit else { return text }
    let room = limit - width(ellipsis)
    precondition(room >= 2, "\(limit) columns cannot show a name")
    let tail = prefix(of: String(text.reversed()), columns: room / 2)
    return prefix(of: text, columns: room - room / 2) + ellipsis + String(tail.reversed())
  }

  /// Wraps words to lines of at most `limit` columns; breaks words that are longer than a line.
  package static func wrapped(_ words: [String], to limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words {
      var word = word
      if !line.isEmpty, width(line) + 1 + width(word) <= limit {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while width(word) > limit {
        let head = prefix(of: word, columns: limit)
        guard !head.isEmpty else { break }
        lines.append(head)
        word = String(word.dropFirst(head.count))
      }
      line = word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private static func prefix(of text: String, columns: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += width(character)
        return used <= columns
      })
  }

  /// Returns 2 columns for characters that East Asian Width calls wide and for emoji, else 1.
  private static func width(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    guard let first = character.unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation
      || character.unicodeScalars.contains { $0.value == 0xFE0F }
    return isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The blocks in which all characters are wide (Unicode 15, annex 11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
    0x20000...0x3FFFD,
  ]

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned, .nonspacingMark, .enclosingMark:
      true
    default: false
    }
  }

  private static let substitutes: [Unicode.Scalar: String] = [
    "\u{202F}": " ", "\u{A0}": " ", "–": "-", "—": "-", "…": "...", "±": "+-", "≤": "<=",
    "≥": ">=", "×": "x", "·": "|", "→": "->", "─": "-", "’": "'", "“": "\"", "”": "\"",
    "‘": "'", "−": "-", "‑": "-", "⁻": "-", "°": "deg", "∞": "inf", "≈": "~", "µ": "u", "μ": "u",
    "α": "alpha", "σ": "sigma", "●": "*", "ø": "o", "ł": "l", "ß": "ss", "²": "2", "³": "3",
  ]
}
