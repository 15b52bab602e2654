/// Estimates modules from the linear model: linear MMSE first, then expectation propagation.
///
/// Each module's prior, dark or light with equal chance, is stood in for by a normal distribution.
/// In each round it is matched to what the prior makes of all other evidence (Minka 2001; Céspedes
/// et al. 2014 for linear mixtures of symbols). Groups of modules bring their patterns as priors.
struct ModuleEstimator {
  let model: ForwardModel
  let groups: [ModulePlan.Group]

  /// The most rounds; the first is the linear MMSE estimate.
  static let rounds = 14

  /// Rounds of estimates.
  ///
  /// - Parameter accept: Called with the modules' log-odds after each round; returns true to stop.
  func run(accept: (_ odds: [Double]) -> Bool) {
    let count = model.match.count
    // A chance of one half has mean 1/2 and variance 1/4.
    var precisions = [Double](repeating: 4, count: count)
    var shifts = [Double](repeating: 2, count: count)
    var odds = [Double](repeating: 0, count: count)
    for round in 0..<Self.rounds {
      guard let factor = BandFactor(model.information, raise: precisions) else { return }
      let means = factor.solve(zip(model.match, shifts).map(+))
      let variances = factor.inverseDiagonal
      var cavities = [(mean: Double, precision: Double)](repeating: (0, 0), count: count)
      for i in 0..<count {
        let precision = 1 / variances[i] - precisions[i]
        guard precision > 1e-9 else { continue }
        let mean = (means[i] / variances[i] - shifts[i]) / precision
        cavities[i] = (mean, precision)
        odds[i] = (mean - 0.5) * precision
      }
      if accept(odds) { return }
      let chances = chances(odds)
      let damping = min(0.9, 0.5 + 0.1 * Double(round))
      let floor = max(1e-6, Self.floors[min(round, Self.floors.count - 1)])
      for i in 0..<count where cavities[i].precision > 0 {
        let chance = chances[i]
        let variance = max(chance * (1 - chance), floor)
        let precision = 1 / variance - cavities[i].precision
        guard precision > 0 else { continue }
        let shift = chance / variance - cavities[i].mean * cavities[i].precision
        precisions[i] += damping * (precision - precisions[i])
        shifts[i] += damping * (shift - shifts[i])
      }
    }
  }

  /// The least variance of a module in each round: early certainty is not trusted.
  private static let floors = [0.1, 0.05, 0.02, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5]

  private func chances(_ odds: [Double]) -> [Double] {
    var chances = odds.map(Odds.chance)
    for group in groups {
      for (unknown, chance) in zip(group.unknowns, group.chances(odds)) {
        chances[unknown] = chance
      }
    }
    return chances
  }
}
