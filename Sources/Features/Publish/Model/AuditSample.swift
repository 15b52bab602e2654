import Base
import Results

/// The random choice of a bundle's verdicts that are checked.
///
/// Each decoder's verdicts are a lot of their own, of which a part is drawn without replacement: nobody who
/// submits one decoder can hide its verdicts among those of others.
struct AuditSample: Sendable {
  private let baseline: Baseline

  init(of baseline: Baseline) { self.baseline = baseline }

  /// The number of a decoder's verdicts.
  func verdicts(of decoder: String) -> Int {
    baseline.entry(decoder)?.groups.reduce(0) { sum, curve in
      sum + curve.levels.reduce(0) { $0 + $1.trials.count - $1.count(.untried) }
    } ?? 0
  }

  /// The number of verdicts that a share asks for, at least one.
  static func size(of share: Double, verdicts: Int) -> Int {
    min(verdicts, max(Int((share * Double(verdicts)).rounded(.up)), min(verdicts, 1)))
  }

  /// Chooses a share of a decoder's verdicts, as flips to the same outcome.
  ///
  /// - Parameter seed: The origin of the choice. It has to be unknown to those who submit: chosen after the
  ///   bundle is closed.
  func choose(_ share: Double, of decoder: String, seed: UInt64) -> [Flip] {
    guard let entry = baseline.entry(decoder) else { return [] }
    let count = verdicts(of: decoder)
    let chosen = Self.places(Self.size(of: share, verdicts: count), of: count, decoder, seed: seed)
    var flips: [Flip] = []
    var number = 0
    for curve in entry.groups {
      let cell = CellName(decoder: decoder, group: curve.group)
      for level in curve.levels {
        for (trial, outcome) in level.trials.enumerated() where outcome != .untried {
          if chosen.contains(number) {
            flips.append(
              Flip(
                cell: cell, level: level.level, trial: trial, before: outcome, after: outcome))
          }
          number += 1
        }
      }
    }
    return flips
  }

  /// Numbers below a bound, each set of them equally likely (R. W. Floyd's method: Bentley and Floyd,
  /// Communications of the ACM 30, 1987).
  private static func places(
    _ count: Int, of bound: Int, _ decoder: String, seed: UInt64
  ) -> Set<Int> {
    let digest = SHA256Digest(of: Array("barcode-harness audit\n\(seed)\n\(decoder)\n".utf8))
    var generator = Xoshiro256(
      state: (digest.word(0), digest.word(1), digest.word(2), digest.word(3)))
    var chosen: Set<Int> = []
    chosen.reserveCapacity(count)
    for last in bound - count..<bound {
      let place = generator.below(last + 1)
      if !chosen.insert(place).inserted { chosen.insert(last) }
    }
    return chosen
  }
}
