import Foundation

@testable import Values

/// A payload in a symbol, with what the symbol means.
struct SpecimenPayload {
  let group: String
  let kind: DrawnSymbol.Kind
  let bytes: [UInt8]
  var interpretation: Int?
  let content: BarcodeContent
}

extension SpecimenPayload {
  /// A charset that symbols can announce, by Core Foundation's number of it, and words that it can write.
  struct Charset {
    let number: Int
    let name: String
    let foundation: UInt32
    let words: [String]

    fileprivate func bytes(_ text: String) -> [UInt8]? {
      text.data(using: String.Encoding(rawValue: 0x8000_0000 | UInt(foundation))).map(Array.init)
    }
  }

  /// The charsets of AIM's register that Foundation can write; ICU's tables, not those that are tested.
  static let charsets: [Charset] = [
    Charset(number: 3, name: "ISO-8859-1", foundation: 0x201, words: ["Größe", "déjà", "Ñandú"]),
    Charset(number: 4, name: "ISO-8859-2", foundation: 0x202, words: ["Žižka", "łódź", "őrült"]),
    Charset(number: 7, name: "ISO-8859-5", foundation: 0x205, words: ["Привет", "Ёлка", "мир"]),
    Charset(number: 9, name: "ISO-8859-7", foundation: 0x207, words: ["Ελλάδα", "μέγεθος", "ώρα"]),
    Charset(
      number: 11, name: "ISO-8859-9", foundation: 0x209, words: ["İstanbul", "ığdır", "şçö"]),
    Charset(number: 17, name: "ISO-8859-15", foundation: 0x20F, words: ["5 €", "cœur", "Žižka"]),
    Charset(number: 20, name: "Shift_JIS", foundation: 0x420, words: ["東京", "日本語", "カタカナ"]),
    Charset(number: 21, name: "windows-1250", foundation: 0x501, words: ["Žižka", "łódź", "„ő“"]),
    Charset(number: 22, name: "windows-1251", foundation: 0x502, words: ["Привет", "Ёлка", "№ 5"]),
    Charset(number: 23, name: "windows-1252", foundation: 0x500, words: ["„Öl“", "5 €", "naïve"]),
    Charset(number: 25, name: "UTF-16BE", foundation: 0x1000_0100, words: ["東京", "Ελλάδα", "ab"]),
    Charset(number: 26, name: "UTF-8", foundation: 0x0800_0100, words: ["東京", "Ελλάδα", "😀"]),
    Charset(number: 28, name: "Big5", foundation: 0xA03, words: ["中文", "臺灣", "資料"]),
    Charset(number: 29, name: "GB2312", foundation: 0x632, words: ["中文", "你好", "数据"]),
    Charset(number: 30, name: "EUC-KR", foundation: 0x940, words: ["한국어", "서울", "자료"]),
    Charset(number: 32, name: "GB18030", foundation: 0x632, words: ["中文", "㐂", "你好"]),
  ]

  /// Plain text in every charset, announced and not.
  static func texts(_ count: Int, seed: UInt64) -> [SpecimenPayload] {
    charsets.flatMap { charset in
      (0..<count).flatMap { number -> [SpecimenPayload] in
        var draw = Draw(seed: seed &+ UInt64(charset.number) << 32 &+ UInt64(number))
        let text = (0..<draw.int(1...4)).map { _ in
          draw.pick(charset.words + ["alpha", "x86", "#1"])
        }.joined(separator: draw.pick([" ", ", ", "\n"]))
        guard let bytes = charset.bytes(". " + text) else { return [] }
        return matrices(number).flatMap { kind in
          [charset.number, nil].map { announced in
            SpecimenPayload(
              group: "text, " + (announced == nil ? "no ECI, " : "ECI, ") + charset.name,
              kind: kind, bytes: bytes, interpretation: announced, content: .text(". " + text))
          }
        }
      }
    }
  }

  /// The number of the ECI for a charset that a writer of payloads declares.
  private static func number(of charset: String?) -> Int? {
    switch charset {
    case "US-ASCII": 27
    case "UTF-8", "utf8": 26
    case "ISO-8859-1": 3
    case "windows-1252": 23
    case "Shift_JIS", "windows-31j": 20
    default: nil
    }
  }

  /// Payloads of a kind, each in a symbol that can carry it.
  static func payloads(_ kind: PayloadKind, _ count: Int, offset: Int) -> [SpecimenPayload] {
    (0..<count).flatMap { index -> [SpecimenPayload] in
      let drawn = kind.draw(offset + index)
      return carriers(of: kind, drawn, index).map { symbol in
        SpecimenPayload(
          group: kind.rawValue, kind: symbol, bytes: given(drawn, to: symbol),
          interpretation: number(of: drawn.charset), content: drawn.content)
      }
    }
  }

  /// The symbols that carry any data: one for zbar, one for libdmtx, and the others in turn.
  private static func matrices(_ index: Int) -> [DrawnSymbol.Kind] {
    let others: [DrawnSymbol.Kind] = [.aztec, .pdf417, .rMQRCode]
    return [.qrCode, .dataMatrix, others[index % others.count]]
  }

  private static func carriers(
    of kind: PayloadKind, _ drawn: DrawnPayload, _ index: Int
  ) -> [DrawnSymbol.Kind] {
    switch kind {
    case .product: return retail(drawn)
    case .publication where drawn.carrier == .retail: return retail(drawn)
    case .licence: return [.pdf417]
    case .elementStrings:
      return [.gs1QRCode, .gs1DataMatrix, .gs1_128, .gs1Aztec, .gs1RMQRCode, .dataBarExpanded]
    default:
      return matrices(index)
    }
  }

  /// The retail symbols of a number without an add-on and with a right check digit.
  private static func retail(_ drawn: DrawnPayload) -> [DrawnSymbol.Kind] {
    switch drawn.content {
    case .product(let product) where product.isCheckDigitValid && product.addOn == nil:
      if drawn.carrier == .upcE { return drawn.bytes.count == 8 ? [.upcE] : [] }
      return switch product.length {
      case 8: [.ean8]
      case 12: [.upcA]
      case 13: [.ean13]
      default: [.itf14]
      }
    case .publication(let number) where number.addOn == nil: return [.ean13]
    default: return []
    }
  }

  /// The payload as libzint takes it: without check digits, element strings in brackets.
  private static func given(_ drawn: DrawnPayload, to kind: DrawnSymbol.Kind) -> [UInt8] {
    switch kind {
    case .ean13, .ean8, .upcA, .itf14: return Array(drawn.bytes.prefix(drawn.bytes.count - 1))
    case .upcE: return Array(drawn.bytes.prefix(7))
    default: break
    }
    guard kind.isGS1, case .gs1(let message) = drawn.content else { return drawn.bytes }
    return message.elements.flatMap { Array("[\($0.identifier)]\($0.data)".utf8) }
  }
}
