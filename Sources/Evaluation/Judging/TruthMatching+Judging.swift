import Corpora
import DecoderKit

extension TruthMatching {
  /// Judges the readings of an image that holds one symbol, which we drew.
  public static func judge(_ readings: [Reading], against expected: ExpectedSymbol) -> Judgement {
    judge(readings, against: Truth(expected: [expected]))
  }

  /// Judges the readings of an image.
  ///
  /// Every symbol takes one reading: those that agree exactly come first, then those that need
  /// rules, then those that need lossy ones. What is left over is a duplicate if it is right of a
  /// symbol already found; else a misread of a symbol that nobody found, if it can be told which
  /// one; else an extra that is wrong, or unjudged where the truth does not name all symbols.
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
      // Nearly all images are like this one.
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
