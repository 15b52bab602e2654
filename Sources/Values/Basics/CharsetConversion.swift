#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Conversion of bytes in a named charset to UTF-8.
///
/// ASCII, UTF-8, UTF-16, ISO-8859-1 and windows-1252 are converted here; for all others, such as
/// Shift_JIS, the C library's `iconv` (elsewhere Foundation) has the tables.
enum CharsetConversion {
  /// UTF-8 for bytes in a charset; `nil` if the charset is unknown or the bytes are invalid in it.
  static func utf8(from bytes: Bytes, charset: String) -> [UInt8]? {
    switch canonicalName(charset) {
    case "US-ASCII": bytes.allSatisfy { $0 < 0x80 } ? Array(bytes) : nil
    case "UTF-8": String(validating: bytes, as: UTF8.self) == nil ? nil : Array(bytes)
    case "UTF-16BE": utf16(bytes, isBigEndian: true)
    case "UTF-16LE": utf16(bytes, isBigEndian: false)
    case "UTF-16":
      if bytes.starts(with: [0xFF, 0xFE]) {
        utf16(bytes.dropFirst(2), isBigEndian: false)
      } else {
        utf16(bytes, isBigEndian: true)
      }
    case "ISO-8859-1": Array(String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init))).utf8)
    case "windows-1252": windows1252(bytes).map { Array($0.utf8) }
    case let name: systemUTF8(from: bytes, charset: name)
    }
  }

  /// The IANA name of a charset that may be written in another way; unknown names as they are.
  static func canonicalName(_ charset: String) -> String {
    let key = charset.utf8.filter { $0.isLetter || $0.isDigit }.map(\.lowercased)
    switch key[...].string {
    case "ascii", "usascii", "ansix341968", "iso646us": return "US-ASCII"
    case "utf8": return "UTF-8"
    case "utf16", "iso10646ucs2", "ucs2": return "UTF-16"
    case "utf16be", "unicodebig": return "UTF-16BE"
    case "utf16le": return "UTF-16LE"
    case "latin1", "iso88591", "l1", "iso885911987": return "ISO-8859-1"
    case "windows1252", "cp1252": return "windows-1252"
    case "sjis", "shiftjis", "xsjis", "mskanji", "windows31j", "cp932", "ms932": return "Shift_JIS"
    default: return charset
    }
  }

  private static func utf16(_ bytes: Bytes, isBigEndian: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var rest = bytes
    while let first = rest.popFirst(), let second = rest.popFirst() {
      let (high, low) = isBigEndian ? (first, second) : (second, first)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// The characters of windows-1252 at 0x80 to 0x9F; 0 where it has none (WHATWG Encoding, index
  /// windows-1252, without the controls that stand in for missing characters).
  private static let windowsExtras: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// The text of bytes in windows-1252; `nil` if one of them has no meaning there.
  static func windows1252(_ bytes: Bytes) -> String? {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      if byte >= 0x80 && byte < 0xA0 {
        let code = windowsExtras[Int(byte & 0x1F)]
        guard code != 0, let scalar = Unicode.Scalar(code) else { return nil }
        scalars.append(scalar)
      } else {
        scalars.append(Unicode.Scalar(byte))
      }
    }
    return String(scalars)
  }

  /// The name that the system's tables know; `nil` for names that could not be one.
  ///
  /// Shift_JIS in symbols is Microsoft's (WHATWG Encoding: the label means Windows-31J); the names of the
  /// Chinese and the Korean standard are used for what has grown from them, as there.
  private static func systemName(_ charset: String) -> String? {
    switch charset {
    case "Shift_JIS": return "CP932"
    case "GB2312", "GBK": return "GB18030"
    case "EUC-KR": return "CP949"
    default: break
    }
    let isName = charset.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: ":")
    }
    return isName && !charset.isEmpty && charset.utf8.count < 40 ? charset : nil
  }

  #if canImport(Glibc)
    private static func systemUTF8(from bytes: Bytes, charset: String) -> [UInt8]? {
      guard let name = systemName(charset) else { return nil }
      let converter = iconv_open("UTF-8", name)
      guard converter != iconv_t(bitPattern: -1) else { return nil }
      defer { iconv_close(converter) }
      var input = bytes.map(CChar.init(bitPattern:))
      // No charset makes more than four bytes of UTF-8, or two characters of three, from one byte.
      var output = [CChar](repeating: 0, count: bytes.count * 6 + 16)
      var inputLeft = input.count
      var outputLeft = output.count
      let failure = size_t.max
      let isDone = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          var from = input.baseAddress
          var to = output.baseAddress
          return iconv(converter, &from, &inputLeft, &to, &outputLeft) != failure
            && iconv(converter, nil, nil, &to, &outputLeft) != failure
        }
      }
      guard isDone, inputLeft == 0 else { return nil }
      let utf8 = output.dropLast(outputLeft).map(UInt8.init(bitPattern:))
      return String(validating: utf8, as: UTF8.self) == nil ? nil : utf8
    }
  #else
    private static func systemUTF8(from bytes: Bytes, charset: String) -> [UInt8]? {
      guard let name = systemName(charset) else { return nil }
      let code = CFStringConvertIANACharSetNameToEncoding(name as CFString)
      guard code != kCFStringEncodingInvalidId else { return nil }
      let encoding = String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(code))
      return String(bytes: bytes, encoding: encoding).map { Array($0.utf8) }
    }
  #endif
}
