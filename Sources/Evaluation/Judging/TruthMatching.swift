import Corpora
import DecoderKit

/// Holds readings against the truth.
///
/// Bytes are compared, never text: charsets are guesses. The symbology must be the right one or
/// the plain one that carries it (a GS1 DataMatrix reported as Data Matrix is right); a decoder
/// that does not say which symbology it read is taken at its bytes.
public enum TruthMatching {
  /// A verdict with what led to it.
  public struct Judgement: Hashable, Sendable {
    /// The verdict.
    public var verdict: Verdict
    /// Readings beside the judged one.
    public var extras: Extras
    /// What was read instead, for a misread.
    public var misreading: Reading?
  }

  /// Judges the readings of an image that holds one symbol.
  public static func judge(_ readings: [Reading], against expected: ExpectedSymbol) -> Judgement {
    let right = readings.count { matches($0, expected) }
    let wrong = readings.count - right
    if right > 0 {
      return Judgement(verdict: .read, extras: Extras(duplicates: right - 1, wrong: wrong))
    }
    guard let misreading = readings.first else {
      return Judgement(verdict: .noRead, extras: Extras())
    }
    return Judgement(
      verdict: .misread, extras: Extras(wrong: wrong - 1), misreading: misreading)
  }

  /// Whether a reading is the expected symbol.
  public static func matches(_ reading: Reading, _ expected: ExpectedSymbol) -> Bool {
    guard reading.bytes == expected.bytes else { return false }
    guard let symbology = reading.symbology else { return true }
    return symbology == expected.symbology || symbology == expected.symbology.carrier
  }
}
