extension ScoreWording {
  /// Splits the letters of a compact letter display, such as `ab` and `z[53]`, with numbers in
  /// brackets.
  static func significanceGroups(_ text: String) -> [String] {
    var letters: [String] = []
    var number: String?
    for character in text {
      if character == "[" {
        number = "["
      } else if let open = number {
        number = character == "]" ? nil : open + String(character)
        if character == "]" { letters.append(open + "]") }
      } else {
        letters.append(String(character))
      }
    }
    return letters
  }
}
