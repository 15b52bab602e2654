import DecoderKit
import Symbols
import Values

extension BarcodeValue {
  /// Reads what a decoder returned, by what it says about the data. An announcement of a charset that came
  /// back among the data is left out.
  public init(_ reading: Reading) {
    let plain = reading.withoutAnnouncement
    self.init(plain.bytes, carrier: Carrier(plain), charsets: plain.charsetRuns)
  }
}

extension Carrier {
  /// The kind of carrier of a reading: FNC1 in the first position makes any symbol one of GS1.
  init(_ reading: Reading) {
    self = reading.facts.identifier?.isGS1 ?? false ? .gs1 : Carrier(reading.symbology)
  }
}

extension Reading {
  /// The charsets that the symbol announces, as far as they are known.
  package var charsetRuns: [CharsetRun] {
    (facts.interpretations ?? []).compactMap { announced in
      Interpretation.charset(number: announced.number).map {
        CharsetRun(offset: announced.offset, charset: $0)
      }
    }
  }

  /// The reading without the announcement of a charset that its library returns as data.
  fileprivate var withoutAnnouncement: Reading {
    guard facts.losses.contains(.charset), let first = facts.interpretations?.first,
      first.offset > 0
    else { return self }
    var plain = self
    plain.bytes = Array(bytes.dropFirst(first.offset))
    plain.facts.interpretations = facts.interpretations?.map {
      AnnouncedInterpretation(offset: $0.offset - first.offset, number: $0.number)
    }
    return plain
  }

  /// The amount that is known about the data: of readings with the same contents, the one with the largest
  /// says best what the symbol means.
  package var knowledge: Int {
    let charsets = facts.interpretations.map { $0.isEmpty ? 1 : 2 } ?? 0
    return (facts.losses.isEmpty ? 8 : 0) + (Carrier(self) == .gs1 ? 4 : 0)
      + (symbology?.carriesECI ?? false ? charsets : 0)
  }
}

extension TruthMatching {
  /// True if two readings have the same contents: the rules explain every difference, or the two are the
  /// same text by the charsets that the symbol announces.
  public static func isSameContents(_ one: Reading, _ other: Reading) -> Bool {
    func explains(_ reading: Reading, _ truth: Reading) -> Bool {
      match(reading, ExpectedSymbol(writtenBytesOf: truth)) != nil
    }
    return explains(one, other) || explains(other, one) || isSameText(one, other)
  }

  /// Some libraries convert data to UTF-8 by the announced charset, others return them as they are.
  private static func isSameText(_ one: Reading, _ other: Reading) -> Bool {
    guard naming(one, ExpectedSymbol(writtenBytesOf: other)) != .wrong else { return false }
    let (own, others) = (announcedText(one), announcedText(other))
    guard own != nil || others != nil else { return false }
    func text(_ reading: Reading) -> String? { String(validating: reading.bytes, as: UTF8.self) }
    guard let a = own ?? text(one), let b = others ?? text(other) else { return false }
    if a.unicodeScalars.elementsEqual(b.unicodeScalars) { return true }
    // The two of Shift_JIS that have another meaning in JIS X 0201, and that some libraries convert so.
    let isChanged = one.facts.losses.union(other.facts.losses).contains(.data)
    func folded(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.map { $0 == "¥" ? "\\" : $0 == "‾" ? "~" : $0 }
    }
    return isChanged && folded(a) == folded(b)
  }

  /// The text by the announced charsets; `nil` if none are known.
  static func announcedText(_ reading: Reading) -> String? {
    guard !reading.charsetRuns.isEmpty else { return nil }
    let text = BarcodeValue(reading).text
    return text?.evidence == .declared ? text?.string : nil
  }
}

extension ExpectedSymbol {
  fileprivate init(writtenBytesOf reading: Reading) {
    self.init(
      symbology: reading.symbology, bytes: reading.bytes, corners: nil, certainty: .writtenBytes)
  }
}
