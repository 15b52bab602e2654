/// The best pair of a finalist and a capture, with what speaks for it.
///
/// Twins show symbols and no surroundings, so that the samples alone decide.
struct CaptureVerdict: Hashable, Sendable {
  /// A finalist with a capture.
  struct Trial: Hashable, Sendable {
    /// The finalist with its capture.
    let candidate: Candidate
    /// Its effect beside the choice on whole frames, over all samples.
    let effect: Effect
  }

  /// The choice that others are compared with: in the scan area, unless that loses reads.
  let reference: Candidate
  /// The best pair; ``reference`` if it did no better on samples that took no part in choosing.
  ///
  /// Another finalist is one only at full resolution: a program gets the pixels that a camera has, whatever
  /// is advised.
  let best: Candidate
  /// The effect of ``best`` beside ``reference`` on those samples; `nil` if they are the same.
  let effect: Effect?
  /// All pairs but the choice on whole frames; the choice's first, in the order of captures, then others that
  /// the goal puts before the choice at the same capture.
  let trials: [Trial]

  /// The finalists that are tried with each capture, the choice among them.
  static let mostFinalists = 3

  /// Chooses.
  ///
  /// - Parameters:
  ///   - choice: The finalist that was chosen on whole frames.
  ///   - learned: The finalists with all captures on the samples to choose by.
  ///   - heldOut: The same on the samples to judge by.
  ///   - goal: The property that matters most.
  ///   - keepsChoice: True to change the capture alone, and not the finalist.
  /// - Precondition: Evidence that is not empty holds the choice on whole frames.
  init(
    choice: Candidate, learned: Evidence, heldOut: Evidence, goal: Goal, keepsChoice: Bool = false
  ) {
    var all = learned
    if !heldOut.places.isEmpty { all.add(heldOut.places, heldOut.attempts) }
    let effects = all.attempts.keys.reduce(into: [Candidate: Effect]()) {
      $0[$1] = Effect(of: $1, beside: choice, in: all)
    }
    let cut = choice.taking(Capture(isCut: true, scale: 1))
    let isAreaHarmless = effects[cut].map { $0.lost <= $0.gained } ?? false
    let reference = isAreaHarmless ? cut : choice
    self.reference = reference
    let best = Self.best(learned, besides: reference, choice, goal, keepsChoice: keepsChoice)
    let judged = best.flatMap { pair -> Effect? in
      guard all.places.count >= SampleHalves.enough, !heldOut.places.isEmpty else { return nil }
      let effect = Effect(of: pair, beside: reference, in: heldOut)
      return effect.isGain && Self.isHarmless(effect) ? effect : nil
    }
    self.best = judged == nil ? reference : best ?? reference
    effect = judged
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

  /// The best pair by the samples to choose by; `nil` if that is the reference.
  private static func best(
    _ learned: Evidence, besides reference: Candidate, _ choice: Candidate, _ goal: Goal,
    keepsChoice: Bool
  ) -> Candidate? {
    let order = goal.ordered(learned.standings).map(\.candidate)
    return order.prefix { $0 != reference }.first { pair in
      let isOwn = pair.taking(.whole) == choice
      return (isOwn || !keepsChoice && pair.capture == Capture(isCut: true, scale: 1))
        && isHarmless(Effect(of: pair, beside: reference, in: learned))
    }
  }

  /// True if nothing was lost: so few images prove little, and a loss is not outweighed by gains.
  private static func isHarmless(_ effect: Effect) -> Bool {
    effect.lost == 0 && effect.falseGained == 0
  }

  /// True if the scan area alone loses reads.
  var isAreaHarmful: Bool {
    trials.contains {
      $0.candidate == reference.taking(Capture(isCut: true, scale: 1))
        && $0.effect.lost > $0.effect.gained
    }
  }

  /// The smallest scale down to which the choice loses no reads, if a smaller one loses some; `nil` if none does.
  ///
  /// A camera needs at least that many pixels, whatever twins say.
  var leastScale: Double? {
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
