import DecoderKit
import Results
import Symbols

extension TruthMatching {
  /// Judges the readings that are left after one symbol of an image has been selected.
  ///
  /// The verdict is `read` for the target alone, `wrongCode` for one other symbol alone, `several` for
  /// more than one symbol, and `noRead` for nothing; further readings of one symbol are duplicates. A
  /// reading of something that is not in the image is a misread, whatever else is there.
  ///
  /// - Parameters:
  ///   - readings: The readings that were kept.
  ///   - target: The index of the symbol that was aimed at.
  ///   - truth: All symbols of the image.
  /// - Returns: The judgement with the verdict on the target alone.
  public static func judgeSelection(
    _ readings: [Reading], of target: Int, in truth: Truth
  ) -> Judgement {
    let all = judge(readings, against: truth)
    let found = all.symbols.indices.filter { all.symbols[$0].verdict == .read }
    let missed = SymbolVerdict(verdict: .noRead, reading: nil)
    var judgement = Judgement(
      verdict: .noRead, symbols: [found.contains(target) ? all.symbols[target] : missed],
      extras: Extras(duplicates: all.extras.duplicates))
    if let wrong = firstWrong(readings, all, truth) {
      (judgement.verdict, judgement.misreading) = (.misread, wrong.reading)
      judgement.misreadClass = wrong.misreadClass
      judgement.extras.wrong = readings.count - found.count - all.extras.duplicates - 1
    } else if found.count > 1 {
      judgement.verdict = .several
    } else if let only = found.first {
      judgement.verdict = only == target ? .read : .wrongCode
      judgement.isStrict = only == target && all.symbols[only].isStrict
      if only != target { judgement.misreading = all.symbols[only].reading.map { readings[$0] } }
    }
    return judgement
  }

  /// The first reading that is of no symbol in the image; `nil` if there is none.
  private static func firstWrong(
    _ readings: [Reading], _ judgement: Judgement, _ truth: Truth
  ) -> (reading: Reading, misreadClass: MisreadClass)? {
    if let reading = judgement.misreading {
      return (reading, judgement.misreadClass ?? .other)
    }
    guard judgement.extras.wrong > 0 else { return nil }
    return readings.first { reading in
      truth.expected.allSatisfy { match(reading, $0) == nil }
    }.map { ($0, .other) }
  }
}
