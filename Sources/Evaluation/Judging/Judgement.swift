import DecoderKit

/// A verdict on an image with what led to it.
public struct Judgement: Hashable, Sendable {
  /// The verdict on the image: `read` when every symbol was found, `misread` when any was misread,
  /// `noRead` otherwise; images without symbols and without truth have verdicts of their own.
  public var verdict: Verdict
  /// What became of each expected symbol, in the truth's order.
  public var symbols: [SymbolVerdict] = []
  /// Whether the image counts as read by strict matching too: every symbol byte for byte, and
  /// under its very own name. `false` with every other verdict.
  public var isStrict = false
  /// Readings beside those that were judged.
  public var extras = Extras()
  /// What was read instead: the first misread's reading, or the first false positive.
  public var misreading: Reading?
  /// In what way the first misread is wrong; `nil` without one, and for false positives.
  public var misreadClass: MisreadClass?

  /// The rules that the image's right readings needed, in the table's order; empty when strict
  /// matching agrees.
  public var rules: [TruthRule] {
    let used = Set(symbols.flatMap(\.rules))
    return TruthRule.allCases.filter(used.contains)
  }
}

/// What a decoder made of one expected symbol.
public struct SymbolVerdict: Hashable, Sendable {
  /// `read`, `noRead` or `misread`.
  public var verdict: Verdict
  /// Which of the readings it was; `nil` for `noRead`.
  public var reading: Int?
  /// The rules by which the reading is right; empty for misreads and when strict matching agrees.
  public var rules: [TruthRule] = []
  /// In what way the reading is wrong, for a misread.
  public var misreadClass: MisreadClass?

  /// Whether strict matching takes the symbol as read.
  public var isStrict: Bool { verdict == .read && rules.isEmpty }

  static let missed = SymbolVerdict(verdict: .noRead, reading: nil)
}
