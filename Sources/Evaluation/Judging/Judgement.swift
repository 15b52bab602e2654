import DecoderKit

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
