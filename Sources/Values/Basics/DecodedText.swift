/// A payload's bytes as text, with the charset they were read in.
public struct DecodedText: Hashable, Sendable {
  /// The text, without a byte order mark.
  public let string: String
  /// The charset's IANA name, such as `UTF-8`, `Shift_JIS` or `windows-1252`; of several, all with commas.
  public let charset: String
  /// The ground on which the charset was chosen.
  public let evidence: CharsetEvidence
}

/// A charset that holds from some byte on, as symbols announce it (ECI).
public struct CharsetRun: Hashable, Sendable {
  /// The number of bytes before it.
  public let offset: Int
  /// The charset's IANA name.
  public let charset: String

  public init(offset: Int, charset: String) {
    (self.offset, self.charset) = (offset, charset)
  }
}

/// The ground on which a charset was chosen.
public enum CharsetEvidence: String, CaseIterable, Hashable, Sendable, Codable {
  /// The symbol or the caller named it, and the bytes are valid in it.
  case declared
  /// The bytes begin with its byte order mark.
  case byteOrderMark = "byte-order-mark"
  /// The bytes are ASCII or valid UTF-8, which other text hardly ever is.
  case valid
  /// The bytes fit several charsets, and this one is the likeliest.
  case assumed
}

/// The decision which text a payload's bytes are.
///
/// A declared charset comes first, then a byte order mark, then UTF-8. What is not UTF-8 is taken for
/// Shift_JIS (Windows code page 932) if its pairs of bytes look like it, otherwise for windows-1252,
/// which is ISO-8859-1 with printable characters at 0x80 to 0x9F. Time is linear.
enum TextDecoding {
  /// The text of a payload; `nil` for binary data.
  static func decode(_ bytes: Bytes, declared: String?) -> DecodedText? {
    if let declared, let utf8 = CharsetConversion.utf8(from: bytes, charset: declared) {
      let string = utf8.string
      return DecodedText(
        string: withoutMark(string), charset: CharsetConversion.canonicalName(declared),
        evidence: .declared)
    }
    if let marked = markedText(bytes) { return marked }
    guard !hasBinaryControls(bytes) else { return nil }
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return DecodedText(string: bytes.string, charset: "US-ASCII", evidence: .valid)
    }
    if let string = String(validating: bytes, as: UTF8.self) {
      return DecodedText(string: string, charset: "UTF-8", evidence: .valid)
    }
    return assumedText(bytes)
  }

  /// The text of a payload whose charsets the symbol announces; as without them if a part is invalid in its
  /// own. What stands before the first of them is decided by its bytes.
  static func decode(_ bytes: Bytes, runs: [CharsetRun]) -> DecodedText? {
    let places = runs.map { min(max($0.offset, 0), bytes.count) }
    guard let first = places.first, places == places.sorted(),
      let head = first == 0 ? "" : decode(bytes.prefix(first), declared: nil)?.string
    else { return decode(bytes, declared: nil) }
    var string = head
    for (run, (start, end)) in zip(runs, zip(places, places.dropFirst() + [bytes.count])) {
      let part = bytes.dropFirst(start).prefix(end - start)
      guard let utf8 = CharsetConversion.utf8(from: part, charset: run.charset) else {
        return decode(bytes, declared: nil)
      }
      string += withoutMark(utf8.string)
    }
    let names = runs.map { CharsetConversion.canonicalName($0.charset) }
    let different = names.enumerated().filter { !names[..<$0.offset].contains($0.element) }
    return DecodedText(
      string: string, charset: different.map(\.element).joined(separator: ", "),
      evidence: .declared)
  }

  /// The text of a part of a payload, whatever it is.
  ///
  /// Valid UTF-8 comes before the declared charset, because many decoders hand over text as UTF-8 and
  /// leave the declaration as it was.
  static func text(of bytes: Bytes, declared: String?) -> String {
    if let string = String(validating: bytes, as: UTF8.self) { return string }
    if let declared, let utf8 = CharsetConversion.utf8(from: bytes, charset: declared) {
      return utf8.string
    }
    return assumedText(bytes)?.string ?? bytes.string
  }

  private static func withoutMark(_ string: String) -> String {
    string.unicodeScalars.first == "\u{FEFF}"
      ? String(string.unicodeScalars.dropFirst()) : string
  }

  private static func markedText(_ bytes: Bytes) -> DecodedText? {
    let marks: [([UInt8], String)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFE, 0xFF], "UTF-16BE"), ([0xFF, 0xFE], "UTF-16LE"),
    ]
    for (mark, charset) in marks where bytes.starts(with: mark) {
      guard
        let utf8 = CharsetConversion.utf8(from: bytes.dropFirst(mark.count), charset: charset)
      else { return nil }
      return DecodedText(string: utf8.string, charset: charset, evidence: .byteOrderMark)
    }
    return nil
  }

  /// True if there is a control character that text in symbols does not have.
  ///
  /// Ends of lines, tabs and the separators of GS1, ISO/IEC 15434 and AAMVA (0x04, 0x1C to 0x1F) are text.
  private static func hasBinaryControls(_ bytes: Bytes) -> Bool {
    bytes.contains { byte in
      switch byte {
      case 0x04, 0x09, 0x0A, 0x0D, 0x1C...0x1F: false
      default: byte < 0x20 || byte == 0x7F
      }
    }
  }

  private static func assumedText(_ bytes: Bytes) -> DecodedText? {
    let western = CharsetConversion.windows1252(bytes)
    if western == nil || ShiftJISEvidence(bytes).isLikely,
      let utf8 = CharsetConversion.utf8(from: bytes, charset: "Shift_JIS")
    {
      return DecodedText(string: utf8.string, charset: "Shift_JIS", evidence: .assumed)
    }
    return western.map {
      DecodedText(string: $0, charset: "windows-1252", evidence: .assumed)
    }
  }
}

/// The signs in a payload's bytes that they are Shift_JIS and not a western charset.
private struct ShiftJISEvidence {
  /// Every byte belongs to a character of the charset.
  private var isWellFormed = true
  /// Pairs that begin in 0x81 to 0x9F and stand beside another pair, or alone if both bytes are
  /// above 0x7F and no Latin letter precedes.
  ///
  /// Western text has neither: bytes of 0x80 to 0x9F are quotes and dashes there, which stand alone
  /// or, as apostrophes, behind a letter. A few are letters: Š, Ž, Œ.
  private var strongPairs = 0
  /// Pairs that begin in 0xE0 to 0xFC, where western charsets have lower-case letters.
  private var latePairs = 0
  /// Half-width katakana: those beside another, and alone, as western letters and symbols are.
  private var katakanaRuns = 0
  private var lonelyKatakana = 0
  /// Half-width katakana that are symbols in western charsets, less those that are letters.
  private var katakanaSurplus = 0

  private enum Kind { case letter, other, katakana, pair }

  init(_ bytes: Bytes) {
    var rest = bytes
    var before = Kind.other
    var run = 0
    while let byte = rest.popFirst(), isWellFormed {
      switch byte {
      case ..<0x80: before = byte.isLetter ? .letter : .other
      case 0xA1...0xDF:
        katakanaSurplus += byte < 0xC0 ? 1 : -1
        run = before == .katakana ? run + 1 : 1
        if run == 1 { lonelyKatakana += 1 }
        if run == 2 { lonelyKatakana -= 1 }
        if run > 1 { katakanaRuns += 1 }
        before = .katakana
      case 0x81...0x9F, 0xE0...0xFC:
        guard let trail = rest.popFirst(), trail >= 0x40, trail != 0x7F, trail <= 0xFC else {
          isWellFormed = false
          return
        }
        if byte >= 0xE0 {
          latePairs += 1
        } else if trail >= 0x80
          ? before != .letter : before == .pair && !Self.isWestern(byte, trail)
        {
          strongPairs += 1
        }
        before = .pair
      default: isWellFormed = false
      }
    }
  }

  /// True for two letters of windows-1252, of which the first is at 0x80 to 0x9F, as in "Žižka".
  private static func isWestern(_ lead: UInt8, _ trail: UInt8) -> Bool {
    trail.isLetter && [0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F].contains(lead)
  }

  var isLikely: Bool {
    guard isWellFormed else { return false }
    if strongPairs > 0 { return strongPairs > lonelyKatakana }
    return latePairs == 0 && katakanaRuns >= 2 && katakanaSurplus >= 0
  }
}
