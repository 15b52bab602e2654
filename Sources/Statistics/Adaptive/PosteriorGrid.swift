#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is known about a curve with lapses, as weights on a grid of curves.
///
/// A node of the grid is a pair of midpoint and scale; every node is combined with every lapse rate.
/// Because ψ = (1 − λ) logistic((x − m)/s) is a product, λ is summed out node by node before levels
/// are looked at, so that choosing a level costs nodes × candidates and not curves × candidates.
///
/// Choices among levels whose expected variances agree to 1e-9 go to the first of them, so that the
/// last bit of the platform's `exp` and `log` does not decide.
package struct PosteriorGrid: Sendable {
  /// m and s, node by node.
  let nodes: [CurveNode]
  /// λ, ascending.
  let lapses: [Double]
  /// Levels that may be chosen.
  let candidates: [Double]
  /// Where a crossing is held: the posterior says nothing beyond these.
  let limits: ClosedRange<Double>
  let rate: Double

  /// logistic((x − m)/s), all candidates of the first node first.
  let logistic: [Double]
  /// ln(1 − λ).
  private let logAsymptotes: [Double]
  /// Where each curve crosses the rate, within the limits; all lapse rates of the first node first.
  let crossings: [Double]
  private var logWeights: [Double]
  /// Normalised weights, in the order of the crossings.
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
  ///   - limits: Where crossings are held; a curve that never reaches the rate crosses at the upper.
  /// - Precondition: Nothing is empty, and there is a prior for each lapse rate.
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

  /// Takes counts into account.
  ///
  /// - Parameter counts: Of any levels; they need not be candidates.
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
            // e^−30 of the best curve is nothing, and whole nodes of it need not be looked at.
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
