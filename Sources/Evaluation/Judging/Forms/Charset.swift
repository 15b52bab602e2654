import Foundation

/// The charsets that symbols use and that decoders guess.
enum Charset: CaseIterable {
  case utf8
  case latin1
  case windows1252
  case shiftJIS
  case gb18030
  case codePage437
  case windows1251
  case latinCyrillic

  /// The Foundation encoding; raw values are Core Foundation's (`CFStringEncodingExt.h`), for
  /// encodings without a Foundation name.
  private var encoding: String.Encoding {
    switch self {
    case .utf8: .utf8
    case .latin1: .isoLatin1
    case .windows1252: .windowsCP1252
    case .shiftJIS: String.Encoding(rawValue: 0x8000_0420)
    case .gb18030: String.Encoding(rawValue: 0x8000_0632)
    case .codePage437: String.Encoding(rawValue: 0x8000_0400)
    case .windows1251: .windowsCP1251
    case .latinCyrillic: String.Encoding(rawValue: 0x8000_0205)
    }
  }

  /// Decodes the bytes in this charset into code points; `nil` if they are not valid in it.
  func text(_ bytes: [UInt8]) -> [Unicode.Scalar]? {
    String(bytes: bytes, encoding: encoding).map { Array($0.unicodeScalars) }
  }

  /// True if two different byte strings are the same text, each in some charset.
  ///
  /// This covers a text that was converted, and one that was converted from the wrong charset
  /// ("mojibake"). Replacement characters inserted by the conversion are allowed.
  static func isSameText(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    // All these charsets share ASCII: without other bytes there is nothing to guess.
    guard one.contains(where: { $0 >= 0x80 }) || other.contains(where: { $0 >= 0x80 }) else {
      return false
    }
    let texts = Set(allCases.compactMap { $0.text(one) })
    if allCases.contains(where: { $0.text(other).map(texts.contains) ?? false }) { return true }
    let (repairedOne, repairedOther) =
      (String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
    return repairedOne.utf8.elementsEqual(repairedOther.utf8)
  }
}
