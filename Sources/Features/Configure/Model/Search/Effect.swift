import Statistics

/// The difference between two candidates on the same images.
struct Effect: Hashable, Sendable {
  /// Images that both tried and that count.
  let pairs: Int
  /// Images that only the candidate reads.
  let gained: Int
  /// Images that only the other one reads.
  let lost: Int
  /// The difference of the decode rates, above 0 where the candidate reads more; -1 to 1.
  let rateDifference: Double
  /// Its 95 % interval (Tango).
  let rateInterval: Interval
  /// The two-sided p-value of "both read alike" (McNemar, exact).
  let rateP: Double
  /// Images on which only the candidate is false.
  let falseGained: Int
  /// Images on which only the other one is false.
  let falseLost: Int
  /// The candidate's time over the other one's, below 1 where it is quicker; `nil` without times.
  let timeRatio: PairedLatency?

  /// The significance of tests.
  static let significance = 0.05

  /// Compares two candidates.
  ///
  /// - Precondition: The evidence holds both.
  init(of candidate: Candidate, beside other: Candidate, in evidence: Evidence) {
    guard let a = evidence.attempts[candidate], let b = evidence.attempts[other] else {
      preconditionFailure("no evidence about a candidate")
    }
    self.init(
      a, beside: b, counted: evidence.places.map { $0.weight > 0 },
      watched: evidence.places.map { !$0.isDimmed })
  }

  /// Compares attempts at the same images.
  ///
  /// - Parameters:
  ///   - a: The one's attempts.
  ///   - b: The other's attempts, in the same order.
  ///   - counted: True for images that count in rates and times.
  ///   - watched: True for images on which false answers count; by default the same.
  init(
    _ a: [Evidence.Attempt], beside b: [Evidence.Attempt], counted: [Bool], watched: [Bool]? = nil
  ) {
    precondition(a.count == b.count && a.count == counted.count, "attempts do not pair")
    let watched = a.indices.filter { (watched ?? counted)[$0] }
    let images = a.indices.filter { counted[$0] }
    pairs = images.count
    gained = images.count { a[$0].isRead && !b[$0].isRead }
    lost = images.count { !a[$0].isRead && b[$0].isRead }
    rateDifference = pairs == 0 ? 0 : Double(gained - lost) / Double(pairs)
    rateInterval = TangoInterval.difference(losses: lost, gains: gained, pairs: pairs)
    rateP = McNemar.exact(losses: lost, gains: gained)
    falseGained = watched.count { a[$0].isFalse && !b[$0].isFalse }
    falseLost = watched.count { !a[$0].isFalse && b[$0].isFalse }
    timeRatio = PairedLatency.compare(
      baseline: images.map { Double(b[$0].nanoseconds) },
      candidate: images.map { Double(a[$0].nanoseconds) })
  }

  /// True if the candidate reads fewer images, or is false more often, beyond chance.
  var isWorse: Bool {
    (lost > gained && rateP <= Self.significance) || isMoreOftenFalse
  }

  /// True if the candidate is false on more images, beyond chance.
  var isMoreOftenFalse: Bool {
    falseGained > falseLost
      && McNemar.exact(losses: falseGained, gains: falseLost) <= Self.significance
  }

  /// True if the candidate reads more images, beyond chance.
  var readsMore: Bool { gained > lost && rateP <= Self.significance }

  /// True if the candidate is false less often, beyond chance.
  var isSafer: Bool {
    falseLost > falseGained
      && McNemar.exact(losses: falseLost, gains: falseGained) <= Self.significance
  }

  /// True if the candidate takes less time, beyond chance and by more than a fiftieth.
  var isFaster: Bool {
    timeRatio.map { $0.medianRatioInterval.upper < 1 && $0.medianRatio < 0.98 } ?? false
  }

  /// True if the candidate does something better beyond chance.
  var isGain: Bool { readsMore || isSafer || isFaster }
}
