import Evaluation
import Results

/// The result of decoding flipped samples once more.
struct Recheck: Hashable, Sendable {
  /// The number of flips that were decoded again.
  var decoded: Int
  /// New outcomes of the flips whose second outcome differed: the decoder or the machine does not
  /// always behave the same. Mostly the new outcome is that of the baseline.
  var outcomes: [Flip: SampleOutcome]

  /// The number of flips that do not count because the second outcome was that of the baseline.
  var withdrawn: Int { outcomes.count { $0.key.before == $0.value } }

  /// The result when nothing was suspicious and nothing had to be decoded again.
  static let unneeded = Recheck(decoded: 0, outcomes: [:])
}

extension Rechecker {
  /// Decodes flipped samples once more, as ``repeated(_:)`` does.
  ///
  /// - Returns: `nil` when it was asked to stop before the last sample.
  /// - Throws: Errors from drawing, or an error if workers can no longer be started.
  func recheck(_ flips: [Flip]) throws -> Recheck? {
    guard !flips.isEmpty else { return .unneeded }
    guard let again = try repeated(flips) else { return nil }
    let outcomes = again.compactMapValues { $0.finding.map { SampleOutcome($0.verdict) } }
    return Recheck(
      decoded: flips.count, outcomes: outcomes.filter { $0.key.after != $0.value })
  }
}
