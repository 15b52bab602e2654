import Base

/// The way in which a language writes bytes between the quotes of a literal.
///
/// The template brings the quotes. Whatever the bytes are, what comes out ends neither the literal nor a
/// comment, is no directive, interpolation or format of any language, and is ASCII without line breaks.
package enum LiteralStyle: String, CaseIterable, Hashable, Sendable {
  /// `\052`: C, C++, Objective-C, Java. It has three digits always, so that no digit after it is its own.
  case octal
  /// `\x2a`: Python, Rust, Go, JavaScript.
  case hexadecimal
  /// `\u{2a}`: Swift, where each byte is a scalar of its own.
  case braced
  /// `\x2a`, in files where nothing is a literal: Markdown, make and plain text. It cannot be read back.
  case plain

  /// The style of a file, by its name's extension; `nil` for extensions that are not known.
  init?(file: String) {
    guard let point = file.lastIndex(of: "."), !file.hasSuffix("/Makefile") else {
      self = .plain
      return
    }
    switch file[file.index(after: point)...] {
    case "c", "h", "cc", "cpp", "hpp", "m", "mm", "java": self = .octal
    case "py", "rs", "go", "js", "ts": self = .hexadecimal
    case "swift": self = .braced
    case "md", "txt", "mk", "cmake", "toml": self = .plain
    default: return nil
    }
  }

  /// Writes bytes.
  package func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      let before = index > 0 ? bytes[index - 1] : 0
      let after = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isPlain(byte, before, after) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += escape(byte)
      }
    }
    return text
  }

  /// Writes text, which is UTF-8 where literals hold bytes.
  package func text(_ text: String) -> String {
    guard self == .braced else { return self.text(Array(text.utf8)) }
    return text.unicodeScalars.map { scalar in
      scalar.isASCII
        ? self.text([UInt8(scalar.value)]) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }

  private static let letters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ".utf8)
  /// Signs without a meaning in the literals of any language, alone or together.
  private static let signs = Set("_-.,:;=+@()[]|~!&<>^{}/".utf8)
  /// Signs without a meaning in running text. A dot would end nothing and a blank begins nothing there.
  private static let textSigns = Set("_-.,:;=+()/".utf8)

  private func isPlain(_ byte: UInt8, _ before: UInt8, _ after: UInt8) -> Bool {
    if Self.letters.contains(byte) { return true }
    if self == .plain { return Self.textSigns.contains(byte) }
    switch byte {
    // Alone they mean nothing; beside each other they end comments or are trigraphs.
    case UInt8(ascii: "*"): return before != UInt8(ascii: "/") && after != UInt8(ascii: "/")
    case UInt8(ascii: "?"): return before != byte && after != byte
    default: return Self.signs.contains(byte)
    }
  }

  private func escape(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: "\\"), self != .plain { return "\\\\" }
    switch self {
    case .octal:
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    case .hexadecimal, .plain: return "\\x" + Hexadecimal.text([byte])
    case .braced: return "\\u{" + Hexadecimal.text([byte]) + "}"
    }
  }
}
