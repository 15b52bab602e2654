extension HTML {
  /// Text in large type, such as a heading or an answer: no line ends between a number and its unit, or beside `±`.
  package static func sentence(_ plain: String) -> HTML {
    let words = plain.split(separator: " ", omittingEmptySubsequences: false)
    return .text(
      words.indices.dropFirst().reduce(into: String(words.first ?? "")) { text, place in
        let isOne = isOne(words[place - 1], words[place])
        text += (isOne ? "\u{A0}" : " ") + words[place]
      })
  }

  /// True if two words belong together: `64.1` and `cm,`.
  private static func isOne(_ word: Substring, _ next: Substring) -> Bool {
    guard word != "±", next != "±" else { return true }
    let unit = next.prefix { $0.isLetter || $0 == "%" || $0 == "×" }
    let end = next.dropFirst(unit.count).first
    return word.last?.isNumber == true && units.contains(String(unit)) && end != "-"
  }

  private static let units: Set = [
    "px", "mm", "cm", "m", "km", "µs", "ms", "s", "min", "h", "KB", "MB", "GB", "%", "×",
  ]
}
