import DecoderKit
import Results
import Symbols
import Values

/// Compares what readings mean with what the symbols mean that they were judged against.
///
/// Data may differ and mean the same, as text in another charset does; and data that are right by
/// ``TruthRule`` may mean something else, as element strings without their separators do.
public enum MeaningMatching {
  /// Rules that leave the meaning open: something is missing, or something was added that only those
  /// who know of it take away, or a charset was chosen.
  private static let openRules = Set(TruthRule.allCases.filter(\.isLossy)).union([
    .symbologyIdentifier, .eciEscape, .writtenText, .decoderText,
  ])

  /// The verdict on the meaning of a symbol's reading; `nil` where the symbol has none.
  static func verdict(
    _ found: SymbolVerdict, _ readings: [Reading], of expected: ExpectedSymbol
  ) -> MeaningVerdict? {
    guard let index = found.reading else { return nil }
    // Other rules are those of the standards, by which all these spellings say the same. A charset
    // that the symbol announces may be needed to understand its data, be they ever so right.
    let isSettled =
      found.verdict == .read && expected.charset == nil && openRules.isDisjoint(with: found.rules)
    return isSettled ? .same : verdict(readings[index], for: expected)
  }

  /// Compares what a reading means with what a symbol means.
  ///
  /// The reading's bytes are read by what the decoder says about them, as an application reads them: the
  /// charset that the symbol announces counts only where the decoder tells it. The decoder's own text, if it
  /// gives one, counts too.
  public static func verdict(
    _ reading: Reading, for expected: ExpectedSymbol
  ) -> MeaningVerdict {
    let truth = BarcodeValue(
      expected.bytes, carrier: Carrier(expected.symbology), charset: expected.charset)
    let carrier = carrier(of: reading, for: expected)
    let value = BarcodeValue(reading.bytes, carrier: carrier, charsets: reading.charsetRuns)
    if value.isSameMeaning(as: truth) { return .same }
    if let text = reading.text, BarcodeValue(text, carrier: carrier).isSameMeaning(as: truth) {
      return .same
    }
    return value.isPlainlyBroken(insteadOf: truth) ? .unreadable : .different
  }

  /// The carrier of a reading: the truth's, where the decoder names it or its family, since a family's
  /// name says nothing about FNC1; among EAN and UPC and for other symbologies, the one it names.
  private static func carrier(of reading: Reading, for expected: ExpectedSymbol) -> Carrier {
    switch TruthMatching.naming(reading, expected) {
    case .wrong, .allowed(.retailFamily): Carrier(reading)
    case .right, .allowed: expected.symbology.map { Carrier($0) } ?? Carrier(reading)
    }
  }
}

extension BarcodeValue {
  /// True if an application notices by itself that this is not what the symbol says, so that nobody
  /// acts on it: no text where text is meant, no form where a form is meant, a check that fails.
  fileprivate func isPlainlyBroken(insteadOf truth: BarcodeValue) -> Bool {
    switch content {
    case .binary: return truth.type != .binary
    case .text(let text): return text.isEmpty || truth.type != .text && truth.type != .binary
    case .gs1(let message): return !message.isValid && truth.isRightByItself
    case .product, .publication: return !isRightByItself && truth.isRightByItself
    default: return false
    }
  }

  /// True unless a check in the payload fails.
  private var isRightByItself: Bool {
    switch content {
    case .gs1(let message): message.isValid
    case .product(let product): product.isCheckDigitValid
    case .publication(let number): number.isCheckDigitValid
    default: true
    }
  }
}

extension Judgement {
  /// The verdicts on the meaning of an image's symbols, in the truth's order.
  ///
  /// - Parameters:
  ///   - readings: The readings that were judged.
  ///   - expected: The symbols that they were judged against.
  public func meanings(
    _ readings: [Reading], of expected: [ExpectedSymbol]
  ) -> [MeaningVerdict?] {
    zip(symbols, expected).map { MeaningMatching.verdict($0, readings, of: $1) }
  }
}
