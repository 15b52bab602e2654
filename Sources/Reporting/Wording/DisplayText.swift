/// Text as a terminal shows it: nothing that moves the cursor, and its width in columns.
package enum DisplayText {
  /// The text with everything that does not print written out: a newline becomes `\n`.
  ///
  /// Control characters could clear the screen, and direction marks could turn a row around.
  package static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isUnprintable(scalar) {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// The text in ASCII: known signs by their usual substitutes, others by a question mark.
  package static func ascii(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        result += substitutes[scalar] ?? "?"
      }
    }
    return result
  }

  /// Columns that printable text takes.
  package static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// The text cut in the middle to fit, since both the start and the end of a name tell it apart.
  ///
  /// - Precondition: `limit` holds the ellipsis and at least two columns beside it.
  package static func shortened(_ text: String, to limit: Int, ellipsis: String) -> String {
    guard width(text) > limit else { return text }
    let room = limit - width(ellipsis)
    precondition(room >= 2, "\(limit) columns cannot show a name")
    let tail = prefix(of: String(text.reversed()), columns: room / 2)
    return prefix(of: text, columns: room - room / 2) + ellipsis + String(tail.reversed())
  }

  /// Words in lines of at most `limit` columns, broken inside words that are longer than a line.
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

  /// Two columns for what East Asian Width calls wide and for emoji, else one.
  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation
      || character.unicodeScalars.contains { $0.value == 0xFE0F }
    return isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// Unicode 15, annex 11: the blocks that are wide throughout.
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
    "α": "alpha",
  ]
}
