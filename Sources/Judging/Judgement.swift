import DecoderKit
import Results
import Symbols

/// A verdict on an image with the details behind it.
public struct Judgement: Hashable, Sendable {
  /// The verdict on the image. It is `read` when every symbol was found, `misread` when any was
  /// misread, and `noRead` otherwise; images without symbols and without truth have verdicts of
  /// their own.
  public var verdict: Verdict
  /// The verdict on each expected symbol, in the truth's order.
  public var symbols: [SymbolVerdict] = []
  /// True if the image counts as read by strict matching too: every symbol byte for byte, and with
  /// its exact symbology. `false` with every other verdict.
  public var isStrict = false
  /// Readings beside those that were judged.
  public var extras = Extras()
  /// The first misread's reading, or the first false positive; `nil` without either.
  public var misreading: Reading?
  /// The class of the first misread; `nil` without one, and for false positives.
  public var misreadClass: MisreadClass?

  /// The rules that the image's right readings needed, in the table's order; empty when strict
  /// matching agrees.
  public var rules: [TruthRule] {
    let used = Set(symbols.flatMap(\.rules))
    return TruthRule.allCases.filter(used.contains)
  }
}

/// The verdict on one expected symbol.
public struct SymbolVerdict: Hashable, Sendable {
  /// `read`, `noRead` or `misread`.
  public var verdict: Verdict
  /// The index of the reading given to the symbol; `nil` for `noRead`.
  public var reading: Int?
  /// The rules by which the reading is right; empty for misreads and when strict matching agrees.
  public var rules: [TruthRule] = []
  /// The class of a misread; `nil` for other verdicts.
  public var misreadClass: MisreadClass?

  /// True if strict matching counts the symbol as read.
  public var isStrict: Bool { verdict == .read && rules.isEmpty }

  static let missed = SymbolVerdict(verdict: .noRead, reading: nil)
}

extension MisreadClass {
  /// Classifies a reading that is not the expected symbol.
  ///
  /// The bytes as they are decide. Where they fit no class, their other forms are tried, so that a
  /// wrong digit in EAN-13 for UPC-E is a substitution.
  init(_ reading: Reading, insteadOf expected: ExpectedSymbol) {
    if TruthMatching.isRightDataElsewhere(reading, expected) {
      self = .wrongSymbology
      return
    }
    let written = Form.forms(ofTruth: expected).map(\.bytes)
    if written.contains(where: { Charset.isSameText($0, reading.bytes) }) {
      self = .charsetOnly
      return
    }
    // The last form is the one without an editor's line break.
    self = Self.shape(of: reading.bytes, insteadOf: written.last ?? expected.bytes)
    guard self == .other else { return }
    var shapes: Set<MisreadClass> = []
    let forms = TruthMatching.forms(expected, reading)
    for truth in forms.truth {
      shapes.formUnion(forms.reading.map { Self.shape(of: $0.bytes, insteadOf: truth.bytes) })
    }
    // The length of written-down text in UTF-8 bytes says nothing about the symbol, so text is
    // compared.
    if expected.certainty == .writtenText {
      let readTexts = Charset.allCases.compactMap { $0.text(reading.bytes) }
      for text in written.compactMap(Charset.utf8.text) {
        shapes.formUnion(readTexts.map { Self.shape(of: $0, insteadOf: text) })
      }
    }
    self = Self.allCases.first(where: shapes.contains) ?? .other
  }

  private static func shape<Character: Equatable>(
    of reading: [Character], insteadOf truth: [Character]
  ) -> MisreadClass {
    if reading.count < truth.count { return truth.contains(reading) ? .truncation : .other }
    if reading.count > truth.count, !truth.isEmpty {
      return reading.contains(truth) ? .surplus : .other
    }
    return reading.count == truth.count ? .substitution : .other
  }
}
