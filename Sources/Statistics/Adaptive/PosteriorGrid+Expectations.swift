extension PosteriorGrid {
  /// Moments of the posterior: the crossing, the midpoint, and the weight without a crossing.
  package struct Moments: Hashable, Sendable {
    /// The mean of the crossing, clamped to the limits.
    package var meanCrossing = 0.0
    /// The standard deviation of the crossing, clamped to the limits.
    package var crossingDeviation = 0.0
    /// The mean of m.
    package var meanMidpoint = 0.0
    /// The weight of curves that level off at or below the rate.
    package var neverReached = 0.0
  }

  /// The mean and standard deviation of the crossing, and the other moments needed to choose a
  /// step.
  package var moments: Moments {
    var moments = Moments()
    let perLapse = lapses.count
    let never = lapses.firstIndex { 1 - $0 <= rate } ?? perLapse
    var square = 0.0
    // Subtract a nearby value first, so that the variance keeps its digits.
    let origin = nodes[nodeWeights.indices.max { nodeWeights[$0] < nodeWeights[$1] } ?? 0].midpoint
    weights.withUnsafeBufferPointer { weights in
      crossings.withUnsafeBufferPointer { crossings in
        for (g, mass) in nodeWeights.enumerated() where mass > 0 {
          let first = g * perLapse
          var sum = 0.0
          for i in first..<first + perLapse {
            let d = crossings[i] - origin
            sum += weights[i] * d
            square += weights[i] * d * d
          }
          moments.meanCrossing += sum
          moments.meanMidpoint += mass * nodes[g].midpoint
          for i in first + never..<first + perLapse { moments.neverReached += weights[i] }
        }
      }
    }
    let variance = square - moments.meanCrossing * moments.meanCrossing
    moments.meanCrossing += origin
    moments.crossingDeviation = max(variance, 0).squareRoot()
    return moments
  }

  /// The posterior's mean of λ.
  package var meanLapse: Double {
    weights.indices.reduce(0) { $0 + weights[$1] * lapses[$1 % lapses.count] }
  }

  /// The expected variance of the crossing after one more trial, for every candidate.
  ///
  /// That is p(read) Var[t | read] + p(miss) Var[t | miss].
  ///
  /// - Parameter cap: The value above which crossings are clamped for this comparison.
  package func expectedVariances(cap: Double = .infinity) -> [Double] {
    let centre = min(moments.meanCrossing, cap)
    let count = candidates.count
    // Σ w, Σ w t and Σ w t² over reads, for each candidate; t relative to its mean, to keep digits.
    var (reads, firsts, seconds) = (
      [Double](repeating: 0, count: count), [Double](repeating: 0, count: count),
      [Double](repeating: 0, count: count)
    )
    var (first, second) = (0.0, 0.0)
    for (g, mass) in nodeWeights.enumerated() where mass > 0 {
      let (all, read) = sums(ofNode: g, about: centre, cap: cap)
      (first, second) = (first + all.first, second + all.second)
      let (a0, a1, a2) = (read.mass, read.first, read.second)
      let row = logistic.span.extracting(g * count..<(g + 1) * count)
      Self.add(a0, times: row, to: &reads)
      Self.add(a1, times: row, to: &firsts)
      Self.add(a2, times: row, to: &seconds)
    }
    return (0..<count).map { x in
      let misses = 1 - reads[x]
      let (missFirst, missSecond) = (first - firsts[x], second - seconds[x])
      // p Var = Σ w t² − (Σ w t)²/p, for either outcome.
      let read = reads[x] > 1e-12 ? seconds[x] - firsts[x] * firsts[x] / reads[x] : seconds[x]
      let miss = misses > 1e-12 ? missSecond - missFirst * missFirst / misses : missSecond
      return max(read, 0) + max(miss, 0)
    }
  }

  private struct Sums {
    var mass = 0.0
    var first = 0.0
    var second = 0.0
  }

  /// Σ w, Σ w t and Σ w t² over lapse rates: for all outcomes, and for reads without the node's
  /// factor.
  private func sums(ofNode g: Int, about centre: Double, cap: Double) -> (all: Sums, read: Sums) {
    var (all, read) = (Sums(), Sums())
    weights.withUnsafeBufferPointer { weights in
      crossings.withUnsafeBufferPointer { crossings in
        lapses.withUnsafeBufferPointer { lapses in
          let row = g * lapses.count
          for l in 0..<lapses.count {
            let weight = weights[row + l]
            let d = min(crossings[row + l], cap) - centre
            let part = weight * (1 - lapses[l])
            (all.first, all.second) = (all.first + weight * d, all.second + weight * d * d)
            read.mass += part
            (read.first, read.second) = (read.first + part * d, read.second + part * d * d)
          }
        }
      }
    }
    return (all, read)
  }

  /// Adds factor × row to the sums.
  private static func add(_ factor: Double, times row: Span<Double>, to sums: inout [Double]) {
    row.withUnsafeBufferPointer { row in
      sums.withUnsafeMutableBufferPointer { sums in
        for x in 0..<min(row.count, sums.count) { sums[x] += factor * row[x] }
      }
    }
  }

  /// The index of the candidate with the least expected variance; the first of equals.
  package func bestCandidate(cap: Double = .infinity) -> Int {
    let variances = expectedVariances(cap: cap)
    let least = variances.min() ?? 0
    return variances.firstIndex { $0 <= least * (1 + 1e-9) } ?? 0
  }

  /// The distribution of the crossing, counted into narrow cells.
  package func crossingDistribution() -> CrossingDistribution {
    let perLapse = lapses.count
    var (low, high) = (limits.upperBound, limits.lowerBound)
    for (g, mass) in nodeWeights.enumerated() where mass > 1e-10 {
      for i in g * perLapse..<(g + 1) * perLapse where weights[i] > 1e-12 {
        if crossings[i] > limits.lowerBound { low = min(low, crossings[i]) }
        if crossings[i] < limits.upperBound { high = max(high, crossings[i]) }
      }
    }
    var distribution = CrossingDistribution(from: low, to: max(low, high), limits: limits)
    weights.withUnsafeBufferPointer { weights in
      crossings.withUnsafeBufferPointer { crossings in
        for (g, mass) in nodeWeights.enumerated() where mass > 0 {
          for i in g * perLapse..<(g + 1) * perLapse where weights[i] > 0 {
            distribution.add(weights[i], at: crossings[i])
          }
        }
      }
    }
    return distribution
  }
}
