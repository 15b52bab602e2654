/// Random patterns of rejections, with payloads of which some match.
package enum RandomPattern {
  private static let parts: [(text: String, examples: [[UInt8]])] = [
    ("a", [[0x61]]), ("\\d", [[0x30], [0x39]]), ("[A-F]", [[0x41], [0x46]]),
    (".", [[0x00], [0x0a], [0xff], [0x61]]), ("[^0-9]", [[0x2f], [0x00], [0x80]]),
    ("\\x80", [[0x80]]), ("[\\x7e-\\x81]", [[0x7e], [0x7f], [0x80], [0x81]]),
    ("é", [[0xc3, 0xa9]]),
    ("\\\\", [[0x5c]]), ("[\\]\\[^-]", [[0x5d], [0x5b], [0x5e], [0x2d]]), ("\\*/", [[0x2a, 0x2f]]),
    ("\"", [[0x22]]), ("[^\\]^-]", [[0x5c], [0x5b], [0x00]]), ("\\s", [[0x20], [0x0d]]),
    ("\\$\\{", [[0x24, 0x7b]]), ("%n", [[0x25, 0x6e]]), ("[!-~]", [[0x21], [0x7e], [0x5d]]),
  ]

  /// Draws a pattern and payloads.
  package static func draw(
    using random: inout some RandomNumberGenerator
  ) -> (pattern: String, payloads: [[UInt8]]) {
    var text = ""
    var payloads: [[UInt8]] = Array(repeating: [], count: 6)
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let one = parts.randomElement(using: &random) ?? parts[0]
      let other = parts.randomElement(using: &random) ?? parts[1]
      let shape = Int.random(in: 0..<5, using: &random)
      let suffixes = ["", "*", "?", "{2}", ""]
      text += shape == 4 ? "(\(one.text)|\(other.text))" : "(?:\(one.text))\(suffixes[shape])"
      for index in payloads.indices {
        let source = shape == 4 && Bool.random(using: &random) ? other : one
        let count = [
          1, Int.random(in: 0...3, using: &random), Int.random(in: 0...1, using: &random), 2, 1,
        ]
        for _ in 0..<count[shape] {
          payloads[index] += source.examples.randomElement(using: &random) ?? []
        }
      }
    }
    payloads[4].append(0x61)
    if !payloads[5].isEmpty { payloads[5].removeLast() }
    return (text, payloads + [[]])
  }
}
