import Foundation

/// The posterior of a curve with lapses, as weights on a grid of curves.
///
/// Choosing trials by a posterior goes back to Watson and Pelli (Perception & Psychophysics 33,
/// 1983), choosing them by its expected variance to King-Smith and others (Vision Research 34, 1994).
///
/// A node of the grid is a pair of midpoint and scale; every node is combined with every lapse
/// rate. Because ψ = (1 − λ) logistic((x − m)/s) is a product, λ is summed out at each node before
/// levels are considered. Choosing a level then costs nodes × candidates, not curves × candidates.
///
/// Among levels whose expected variances agree to 1e-9, the first is chosen, so that the last bit
/// of the platform's `exp` and `log` does not decide.
package struct PosteriorGrid: Sendable {
  /// The pairs of m and s, with their prior.
  let nodes: [CurveNode]
  /// The lapse rates λ, ascending.
  let lapses: [Double]
  /// The levels that may be chosen.
  let candidates: [Double]
  /// The range to which crossings are clamped: the posterior says nothing beyond it.
  let limits: ClosedRange<Double>
  let rate: Double

  /// The values logistic((x − m)/s), all candidates of the first node first.
  let logistic: [Double]
  /// The logarithms ln(1 − λ).
  private let logAsymptotes: [Double]
  /// The sweep value at which each curve crosses the rate, within the limits, node by node.
  let crossings: [Double]
  private var logWeights: [Double]
  /// The normalised weights, in the order of the crossings.
  private(set) var weights: [Double]
  /// Each node's share of the weight.
  private(set) var nodeWeights: [Double]

  /// Makes a grid with its prior.
  ///
  /// - Parameters:
  ///   - nodes: Midpoints and scales, each with its prior's logarithm.
  ///   - lapses: Lapse rates, ascending, below 1.
  ///   - logLapsePrior: The logarithm of each one's prior, up to a constant.
  ///   - candidates: Levels that may be chosen, ascending.
  ///   - rate: The rate whose crossing is wanted.
  ///   - limits: The range to which crossings are clamped; the upper end if the rate is never
  ///     reached.
  /// - Precondition: No array is empty, and there is one prior for each lapse rate.
  package init(
    nodes: [CurveNode], lapses: [Double], logLapsePrior: [Double], candidates: [Double],
    rate: Double, limits: ClosedRange<Double>
  ) {
    precondition(!nodes.isEmpty && !candidates.isEmpty, "a grid needs nodes and candidates")
    precondition(lapses.count == logLapsePrior.count && !lapses.isEmpty, "one prior per lapse rate")
    self.nodes = nodes
    self.lapses = lapses
    self.candidates = candidates
    self.rate = rate
    self.limits = limits
    logAsymptotes = lapses.map { log1p(-$0) }
    let offsets = lapses.map { 1 - $0 <= rate ? .infinity : Logistic.logit(rate / (1 - $0)) }
    var logistic: [Double] = []
    logistic.reserveCapacity(nodes.count * candidates.count)
    var crossings: [Double] = []
    crossings.reserveCapacity(nodes.count * lapses.count)
    for node in nodes {
      let slope = 1 / node.scale
      for x in candidates { logistic.append(1 / (1 + exp((node.midpoint - x) * slope))) }
      for offset in offsets {
        let t = node.midpoint + node.scale * offset
        crossings.append(min(max(t, limits.lowerBound), limits.upperBound))
      }
    }
    self.logistic = logistic
    self.crossings = crossings
    logWeights = nodes.flatMap { node in logLapsePrior.map { $0 + node.logPrior } }
    weights = logWeights
    nodeWeights = nodes.map { _ in 0 }
    normalize()
  }

  /// Updates the weights with further counts.
  ///
  /// - Parameter counts: Counts of any levels; they need not be candidates.
  package mutating func update(_ counts: [LevelCount]) {
    let terms = counts.filter { $0.trials > 0 }.map(LikelihoodTerm.init)
    let reads = terms.reduce(0) { $0 + Double($1.count.reads) }
    let perLapse = lapses.count
    logWeights.withUnsafeMutableBufferPointer { logWeights in
      var product = MissProduct(lapses: lapses)
      for (g, node) in nodes.enumerated() {
        var base = 0.0
        for term in terms {
          let z = (term.count.x - node.midpoint) / node.scale
          base += term.readPart(Logistic.softplus(-z))
          if term.count.failures > 0 { base += product.multiply(term, miss: Logistic.value(-z)) }
        }
        let row = UnsafeMutableBufferPointer(
          rebasing: logWeights[g * perLapse..<(g + 1) * perLapse])
        product.drain(into: row)
        for l in 0..<perLapse { row[l] += base + reads * logAsymptotes[l] }
      }
    }
    normalize()
  }

  private mutating func normalize() {
    let highest = logWeights.max() ?? 0
    let perLapse = lapses.count
    var sum = 0.0
    logWeights.withUnsafeBufferPointer { logWeights in
      weights.withUnsafeMutableBufferPointer { weights in
        for g in nodes.indices {
          var mass = 0.0
          for i in g * perLapse..<(g + 1) * perLapse {
            let relative = logWeights[i] - highest
            // A weight below e^−30 of the best curve's is negligible; whole nodes can then be
            // skipped.
            weights[i] = relative > -30 ? exp(relative) : 0
            mass += weights[i]
          }
          nodeWeights[g] = mass
          sum += mass
        }
        let scale = 1 / sum
        for i in 0..<weights.count { weights[i] *= scale }
        for g in nodes.indices { nodeWeights[g] *= scale }
      }
    }
  }
}

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
