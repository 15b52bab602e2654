#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The posterior of a curve with lapses, as weights on a grid of curves.
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
    let reads = Double(terms.reduce(0) { $0 + $1.count.reads })
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
