/// The best pair of a finalist and a capture, with what speaks for it.
///
/// Twins show symbols and no surroundings, so that the samples alone decide.
public struct CaptureVerdict: Hashable, Sendable {
  /// A finalist with a capture.
  public struct Trial: Hashable, Sendable {
    /// The finalist with its capture.
    public let candidate: Candidate
    /// Its effect beside the choice on whole frames, over all samples.
    public let effect: Effect

    /// Makes a trial.
    public init(candidate: Candidate, effect: Effect) {
      self.candidate = candidate
      self.effect = effect
    }
  }

  /// The choice that others are compared with: in the scan area, unless that loses reads.
  public let reference: Candidate
  /// The best pair; ``reference`` if none did better on samples that took no part in choosing.
  public let best: Candidate
  /// The effect of ``best`` beside ``reference`` on those samples; `nil` if they are the same.
  public let effect: Effect?
  /// All pairs but the choice on whole frames; the choice's first, in the order of captures, then others that
  /// the goal puts before the choice at the same capture.
  public let trials: [Trial]

  /// The finalists that are tried with each capture, the choice among them.
  public static let mostFinalists = 3

  /// Chooses.
  ///
  /// - Parameters:
  ///   - choice: The finalist that was chosen on whole frames.
  ///   - learned: The finalists with all captures on the samples to choose by.
  ///   - heldOut: The same on the samples to judge by.
  ///   - goal: The property that matters most.
  /// - Precondition: Both hold the choice on whole frames.
  public init(choice: Candidate, learned: Evidence, heldOut: Evidence, goal: Goal) {
    var all = learned
    all.add(heldOut.places, heldOut.attempts)
    let effects = all.attempts.keys.reduce(into: [Candidate: Effect]()) {
      $0[$1] = Effect(of: $1, beside: choice, in: all)
    }
    let cut = choice.taking(Capture(isCut: true, scale: 1))
    let isAreaHarmless = effects[cut].map { $0.lost <= $0.gained } ?? false
    let reference = isAreaHarmless ? cut : choice
    self.reference = reference
    let judged = heldOut.places.isEmpty ? [] : goal.ordered(learned.standings).map(\.candidate)
    let best = judged.prefix { $0 != reference }.first { pair in
      let effect = Effect(of: pair, beside: reference, in: heldOut)
      // So few images prove little: what is lost or false must not even look worse.
      return all.places.count >= Recommendation.enoughSamples && effect.isGain && !effect.isWorse
        && effect.lost <= effect.gained && effect.falseGained <= effect.falseLost
    }
    self.best = best ?? reference
    effect = best.map { Effect(of: $0, beside: reference, in: heldOut) }
    let order = goal.ordered(all.standings).map(\.candidate)
    let own = order.filter { $0.taking(.whole) == choice && $0 != choice }
      .sorted { $0.capture < $1.capture }
    let others = Dictionary(grouping: order, by: \.capture).sorted { $0.key < $1.key }
      .compactMap { capture, pairs in pairs.first.flatMap { $0.taking(.whole) == choice ? nil : $0 }
      }
    trials = (own + others).compactMap { pair in
      effects[pair].map { Trial(candidate: pair, effect: $0) }
    }
  }

  /// The smallest scale down to which the choice loses no reads, if a smaller one loses some; `nil` if none does.
  ///
  /// A camera needs at least that many pixels, whatever twins say.
  public var leastScale: Double? {
    let coarser = trials.filter {
      $0.candidate.taking(.whole) == reference.taking(.whole) && !$0.candidate.capture.isCut
    }
    guard
      let failing = coarser.filter({ $0.effect.lost > $0.effect.gained })
        .map(\.candidate.capture.scale).max()
    else { return nil }
    return Capture.scales.filter { $0 > failing }.min()
  }
}
