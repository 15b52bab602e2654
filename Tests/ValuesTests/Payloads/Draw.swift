import Foundation
import TestSupport

@testable import Values

/// Random choices from a seed, with the words that payloads are made of.
struct Draw {
  /// The characters that texts of one payload are drawn from.
  enum Script: CaseIterable {
    case ascii, western, japanese, all
  }

  var generator: SeededGenerator
  /// The script of the payload that is drawn.
  var script = Script.ascii

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[int(0...choices.count - 1)]
  }

  mutating func digits(_ range: ClosedRange<Int>) -> String {
    let count = int(range)
    return String((0..<count).map { _ in pick(Array("0123456789")) })
  }

  mutating func digits(_ count: Int) -> String { digits(count...count) }

  mutating func name(_ alphabet: String, _ range: ClosedRange<Int>) -> String {
    let characters = Array(alphabet)
    let count = int(range)
    return String((0..<count).map { _ in pick(characters) })
  }

  mutating func maybe(_ percent: Int, _ make: (inout Draw) -> String) -> String? {
    chance(percent) ? make(&self) : nil
  }

  /// A word of the payload's script.
  mutating func word() -> String {
    switch script {
    case .ascii: pick(Self.asciiWords)
    case .western: chance(50) ? pick(Self.westernWords) : pick(Self.asciiWords)
    case .japanese: chance(70) ? pick(Self.japaneseWords) : pick(Self.asciiWords)
    case .all:
      pick(pick([Self.asciiWords, Self.westernWords, Self.japaneseWords, Self.otherWords]))
    }
  }

  /// A few words with blanks between, and now and then with characters that have to be escaped.
  mutating func text(_ words: ClosedRange<Int> = 1...4, marks: [String] = Draw.marks) -> String {
    var result = word()
    for _ in 0..<int(words) - 1 {
      result += (chance(35) && !marks.isEmpty ? pick(marks) : " ") + word()
    }
    return result
  }

  static let marks = [
    ";", ":", ",", "\\", "\"", "; ", ", ", "\\\\", "\\;", "=", "=3D", "%20", "+", "'",
  ]
  static let asciiWords = [
    "alpha", "Bravo", "n", "N", "TITLE", "x86", "to", "P", "S", "T", "URL", "END", "C3PO", "42",
    "a-b",
    "TEL", "under_score", "#1", "~", "(x)", "50%", "R&D", "q?", "new", "Note", "!", "$5", "1/2",
  ]
  static let westernWords = [
    "Straße", "Müller", "Ärger", "ÄÖÜ", "Öl", "naïve", "garçon", "déjà", "Ñandú", "Århus", "Žižka",
    "50 €", "„Öffnen“", "d’être", "Smørrebrød", "½", "°C", "Größe", "FUẞBALL".lowercased(), "À",
    "ß",
  ]
  static let japaneseWords = [
    "東京", "日本語", "表示", "ソフト", "予約", "能力", "十分", "カタカナ", "ひらがな", "株式会社", "会議室", "申込",
    "構造", "暴力", "貼付", "ポスト",
  ]
  static let otherWords = [
    "Ελλάδα", "Привет", "שלום", "مرحبا", "中文", "한국어", "😀", "👩‍👩‍👧", "e\u{301}", "İstanbul", "ﬁn",
  ]
}

extension Draw {
  /// Bytes of a text whose script is the payload's, with the charset that a caller must declare.
  mutating func encoded(_ text: String) -> (bytes: [UInt8], charset: String?) {
    let utf8 = Array(text.utf8)
    switch script {
    case .ascii: return (utf8, pick([nil, "US-ASCII", "UTF-8", "ISO-8859-1"]))
    case .western:
      guard chance(50), let bytes = Self.bytes(text, charset: "CP1252") else { break }
      return (bytes, pick([nil, "windows-1252"]))
    case .japanese:
      guard chance(50), let bytes = Self.bytes(text, charset: "CP932") else { break }
      return (bytes, pick([nil, "Shift_JIS", "windows-31j"]))
    case .all: break
    }
    if chance(10) { return ([0xEF, 0xBB, 0xBF] + utf8, pick([nil, "UTF-8"])) }
    return (utf8, pick([nil, "UTF-8", "utf8"]))
  }

  /// A text in a charset of the C library; `nil` if the charset does not have all its characters.
  static func bytes(_ text: String, charset: String) -> [UInt8]? {
    let encoding: String.Encoding = charset == "CP1252" ? .windowsCP1252 : .shiftJIS
    if charset == "CP1252" || charset == "CP932" {
      return text.data(using: encoding).map(Array.init)
    }
    return text.data(using: .isoLatin1).map(Array.init)
  }
}

/// A drawn payload with its truth.
struct DrawnPayload {
  var bytes: [UInt8]
  var carrier = Carrier.other
  var charset: String?
  /// The payload as text, as a decoder that knows the charset hands it over.
  var text: String
  var content: BarcodeContent

  init(_ text: String, carrier: Carrier = .other, _ content: BarcodeContent, _ draw: inout Draw) {
    (bytes, charset) = draw.encoded(text)
    self.carrier = carrier
    self.text = text
    self.content = content
  }

  init(ascii text: String, carrier: Carrier = .other, _ content: BarcodeContent) {
    bytes = Array(text.utf8)
    self.carrier = carrier
    self.text = text
    self.content = content
  }
}
