/// Payloads that would do harm in source code that takes them as they are.
package enum HostilePayload {
  private static let fragments: [[UInt8]] =
    [
      "\"", "'", "\\", "\n", "\r\n", "\0", "%s%n", "%", "*/", "/*", "//", "#{x}", "${HOME}",
      "\\(x)",
      "`id`", "$(id)", "; rm -rf /", "??/", "??'", "\u{202e}", "\u{feff}", "{{bytes}}", "}}",
      "\"\"\"",
      "'''", "]]>", "<!--", "\\u{0}", "\\x00", "\\0", "\\N{DASH}", "\u{2028}", "\u{85}", "\t", "é",
      "日本", "0",
      "7", "f", "A", " ", "#include <x>", "\\\n", "@", "L\"", "R\"(", ")\"", "b\"", "r#\"",
      "\u{1b}[2J",
    ].map { Array($0.utf8) } + [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x80, 0x81], [0xf5], [0x1d]]

  /// Draws a payload of one byte or more.
  package static func draw(using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.isEmpty || Int.random(in: 0..<4, using: &random) > 0, bytes.count < 60 {
      bytes += fragments.randomElement(using: &random) ?? []
      if Int.random(in: 0..<6, using: &random) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
    }
    return bytes
  }
}
