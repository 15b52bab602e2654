import Corpora
import DecoderKit

extension TruthMatching {
  /// Judges the readings of an image that holds one symbol, drawn by the harness.
  public static func judge(_ readings: [Reading], against expected: ExpectedSymbol) -> Judgement {
    judge(readings, against: Truth(expected: [expected]))
  }

  /// Judges the readings of an image.
  ///
  /// Every symbol takes one reading: exact matches come first, then those that need rules, then
  /// those that need lossy rules. A reading that is left over is a duplicate if it matches a symbol
  /// already found. Otherwise it is a misread of a symbol not found, if it is clear which one.
  /// Otherwise it is a wrong extra, or an unjudged one where the truth does not name all symbols.
  public static func judge(_ readings: [Reading], against truth: Truth) -> Judgement {
    guard truth.isKnown else {
      return Judgement(
        verdict: readings.isEmpty ? .undetected : .detected,
        extras: Extras(unjudged: readings.count))
    }
    guard !truth.expected.isEmpty else { return judgeWithoutSymbols(readings) }
    if truth.expected.count == 1, readings.count == 1,
      isStrictMatch(readings[0], truth.expected[0])
    {
      // This is the case for nearly all images.
      return Judgement(
        verdict: .read, symbols: [SymbolVerdict(verdict: .read, reading: 0)], isStrict: true)
    }
    var matching = SceneMatching(readings: readings, truth: truth)
    return matching.judge()
  }

  private static func judgeWithoutSymbols(_ readings: [Reading]) -> Judgement {
    guard let first = readings.first else { return Judgement(verdict: .clean) }
    return Judgement(
      verdict: .falsePositive, extras: Extras(wrong: readings.count - 1), misreading: first)
  }
}
