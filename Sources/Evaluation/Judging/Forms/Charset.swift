import Foundation

/// The charsets that symbols are written in and that decoders guess.
enum Charset: CaseIterable {
  case utf8
  case latin1
  case windows1252
  case shiftJIS
  case gb18030
  case codePage437
  case windows1251
  case latinCyrillic

  /// The encodings that Foundation has no name for are Core Foundation's (`CFStringEncodingExt.h`).
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

  /// The text that the bytes are in this charset, as code points; `nil` if they are none in it.
  func text(_ bytes: [UInt8]) -> [Unicode.Scalar]? {
    String(bytes: bytes, encoding: encoding).map { Array($0.unicodeScalars) }
  }

  /// Whether two different strings of bytes are one text, each in some charset.
  ///
  /// That is so for a text that was converted, and for one that was converted from a charset that
  /// it is not in ("mojibake"), also where the conversion put replacement characters.
  static func isSameText(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    // All these charsets have ASCII in common: without other bytes there is nothing to guess.
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
