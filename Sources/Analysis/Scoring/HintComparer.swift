import Results

/// Compares each decoder that was given a hint with the same decoder without any, image by image.
struct HintComparer {
  let run: RunRecord
  let tally: Tally

  private static let significance = 0.05
  /// The setting of a general reader.
  private static let noHint = "none"

  /// The effects in the order of the run's decoders; `nil` if no decoder took part both with a hint and
  /// without.
  var effects: [HintEffect]? {
    let pairs = self.pairs
    guard !pairs.isEmpty else { return nil }
    let scores = PairComparer(run: run, tally: tally)
      .scores(pairs, significance: Self.significance)
    return zip(pairs, scores).map(effect)
  }

  /// The decoders with a hint, each with its unhinted self as the other one.
  private var pairs: [PairComparer.Pair] {
    run.decoders.indices.compactMap { index in
      guard setting(index) != Self.noHint else { return nil }
      let name = run.decoders[index].unhintedLabel
      let other = run.decoders.indices.first {
        setting($0) == Self.noHint && run.decoders[$0].unhintedLabel == name
      }
      return other.map { other in
        PairComparer.Pair(
          better: index, worse: other, work: SharedWork(of: [index, other], in: run))
      }
    }
  }

  /// The hint that a decoder was given: its own, or the corpus's.
  private func setting(_ decoder: Int) -> String {
    run.decoders[decoder].hints
      ?? (run.corpus.usesSymbologyHints ? "symbologies" : Self.noHint)
  }

  private func effect(_ pair: PairComparer.Pair, _ score: PairScore) -> HintEffect {
    let (with, without) = (tally.decoders[pair.better], tally.decoders[pair.worse])
    var sides = [pair.better, pair.worse].map {
      HintEffect.Side(label: run.decoders[$0].label, misreads: 0, errors: 0, wrongExtras: 0)
    }
    var (avoided, added) = (0, 0)
    forEachImage(of: pair) { sample in
      let isMisread = (with.misread.contains(sample), without.misread.contains(sample))
      if isMisread == (false, true) { avoided += 1 }
      if isMisread == (true, false) { added += 1 }
      for (side, tally) in [with, without].enumerated() {
        if tally.misread.contains(sample) { sides[side].misreads += 1 }
        if tally.broken.contains(sample) { sides[side].errors += 1 }
        sides[side].wrongExtras += tally.wrongExtras[sample] ?? 0
      }
    }
    return HintEffect(
      decoder: run.decoders[pair.better].unhintedLabel, hints: setting(pair.better),
      restricted: sides[0], unrestricted: sides[1], pairs: score.pairs,
      onlyRestricted: score.onlyBetter, onlyUnrestricted: score.onlyWorse,
      misreadsAvoided: avoided, misreadsAdded: added, adjustedP: score.adjustedP,
      rateDifference: score.rateDifference,
      // The pair's ratio is that of the other one's time to this one's.
      timeRatio: score.latencyRatio.map {
        Estimate(value: 1 / $0.value, lower: 1 / $0.upper, upper: 1 / $0.lower)
      })
  }

  /// Calls a closure with each image that both tried, of the first pass alone where the run chose its
  /// own trials.
  private func forEachImage(of pair: PairComparer.Pair, _ body: (_ sample: Int) -> Void) {
    for group in run.corpus.groups.indices {
      for level in run.corpus.levels.indices {
        tally.forEachImage(ofGroup: group, level: level, triedBy: [pair.better, pair.worse]) {
          body($1)
        }
      }
    }
  }
}
