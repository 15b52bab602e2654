import Evaluation
import Results

/// The result of decoding flipped samples once more.
struct Recheck: Hashable, Sendable {
  /// The number of flips that were decoded again.
  var decoded: Int
  /// New outcomes of the flips whose second outcome differed: the decoder or the machine does not
  /// always behave the same. Mostly the new outcome is that of the baseline.
  var outcomes: [Flip: SampleOutcome]
  /// Samples with an answer in the baseline that timed out once more, decoded alone by a decoder that is far quicker
  /// otherwise.
  var hangs: Set<Flip> = []
  /// Samples that timed out in the run and got an answer once more, decoded alone.
  var answered: Set<Flip> = []
  /// By decoder, why its timeouts cannot be judged as hangs; without an entry they can.
  var doubts: [String: HangDoubt] = [:]

  /// The number of flips that do not count because the second outcome was that of the baseline.
  var withdrawn: Int { outcomes.count { $0.key.before == $0.value } }

  /// The result when nothing was suspicious and nothing had to be decoded again.
  static let unneeded = Recheck(decoded: 0, outcomes: [:])
}

/// The reason timeouts of a decoder cannot be told from the waits of a busy machine.
enum HangDoubt: Hashable, Sendable {
  /// The limit of a decode is less than 50 times the time within which 99 of 100 answers come, both in nanoseconds.
  case shortLimit(Int, usual: Double)
  /// The decoder gave no answer, so that its usual time is not known.
  case noAnswer
  /// No decoder is at hand that could decode them once more.
  case noDecoder
}

/// The timeouts of a run that may be hangs: they are far longer than the decoder's usual answers.
struct HangSuspicion {
  /// The deadline, as a multiple of the time within which 99 of 100 answers come, from which a timeout is no
  /// matter of a busy machine.
  static let leastRatio = 50.0
  /// The most samples of a cell, and of a decoder, that are decoded again: each takes the whole deadline, and one
  /// that hangs is enough.
  private static let (mostOfCell, mostOfDecoder) = (3, 12)

  /// By decoder, the deadline of a decode, in nanoseconds.
  let deadlines: [String: Int]
  /// By decoder, the time within which 99 of 100 answers come, in nanoseconds.
  let usual: [String: Double]

  /// The reason a decoder's timeouts cannot be judged; `nil` if they can.
  func doubt(about decoder: String) -> HangDoubt? {
    guard let deadline = deadlines[decoder] else { return .noDecoder }
    guard let usual = usual[decoder] else { return .noAnswer }
    return Double(deadline) < Self.leastRatio * usual ? .shortLimit(deadline, usual: usual) : nil
  }

  /// Chooses the samples to decode again.
  func choice(of timeouts: [Flip]) -> [Flip] {
    var (ofCell, ofDecoder): ([CellName: Int], [String: Int]) = ([:], [:])
    return timeouts.filter { flip in
      let decoder = flip.cell.decoder
      guard doubt(about: decoder) == nil,
        ofCell[flip.cell, default: 0] < Self.mostOfCell,
        ofDecoder[decoder, default: 0] < Self.mostOfDecoder
      else { return false }
      ofCell[flip.cell, default: 0] += 1
      ofDecoder[decoder, default: 0] += 1
      return true
    }
  }
}

extension Rechecker {
  /// Decodes flipped samples once more, as ``repeated(_:oneByOne:)`` does, and then samples that may hang, alone.
  ///
  /// - Returns: `nil` when it was asked to stop before the last sample.
  /// - Throws: Errors from drawing, or an error if workers can no longer be started.
  func recheck(_ flips: [Flip], hanging timeouts: [Flip]) throws -> Recheck? {
    guard let again = try repeated(flips), let alone = try repeated(timeouts, oneByOne: true)
    else { return nil }
    let outcomes = again.compactMapValues { $0.finding.map { SampleOutcome($0.verdict) } }
    return Recheck(
      decoded: flips.count, outcomes: outcomes.filter { $0.key.after != $0.value },
      hangs: Set(alone.filter { $0.value.finding?.verdict == .timeout }.keys),
      answered: Set(alone.filter { $0.value.finding.map { !$0.verdict.isBreakage } ?? false }.keys))
  }
}
