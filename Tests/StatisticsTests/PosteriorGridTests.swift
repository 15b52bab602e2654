import Foundation
import Statistics
import Testing

struct PosteriorGridTests {
  @Test func replayOfTheVectorsMatches() throws {
    let json = try Json(contentsOf: Vectors.folder.appending(path: "adaptive/epv_replay.json"))
    let scales = json["s_grid"].numbers
    let stimuli = json["stimuli"].numbers
    var grid = PosteriorGrid(
      nodes: json["m_grid"].numbers.flatMap { m in
        scales.map { CurveNode(midpoint: m, scale: $0) }
      },
      lapses: json["lam_grid"].numbers, logLapsePrior: json["lam_prior"].numbers.map { log($0) },
      candidates: stimuli, rate: json["target"].number, limits: -100...json["cap"].number)
    for (number, step) in json["steps"].list.enumerated() {
      let variances = grid.expectedVariances()
      let best = grid.bestCandidate()
      #expect(
        isClose(variances[best], step["expected_posterior_variance"].number, relative: 1e-8),
        "step \(number)")
      if step["gap_to_second_best"].number >= 1e-12 {
        #expect(isClose(stimuli[best], step["stimulus"].number, within: 1e-12), "step \(number)")
      }
      let (second, _) = variances.enumerated().filter { $0.offset != best }
        .map { ($0.element, $0.offset) }.min { $0.0 < $1.0 }!
      #expect(
        isClose(second - variances[best], step["gap_to_second_best"].number, within: 1e-8))
      grid.update([
        LevelCount(x: step["stimulus"].number, reads: step["outcome"].integer, trials: 1)
      ])
      let moments = grid.moments
      #expect(isClose(moments.meanCrossing, step["posterior_mean_t95"].number, within: 1e-8))
      #expect(isClose(moments.crossingDeviation, step["posterior_sd_t95"].number, within: 1e-8))
      #expect(isClose(moments.meanMidpoint, step["posterior_mean_m"].number, within: 1e-8))
      let distribution = grid.crossingDistribution()
      #expect(isClose(distribution.massAtTop, step["p_t95_capped"].number, within: 1e-8))
      // The file's quantiles are crossings of single curves; ours lie within cells of a thousandth.
      let quantiles = [0.025, 0.5, 0.975].map(distribution.quantile)
      #expect(isClose(quantiles, step["quantiles_t95_025_50_975"].numbers, within: 2e-3))
    }
  }

  /// Bayes' rule computed curve by curve, without shortcuts.
  private struct Twin {
    var curves: [(m: Double, s: Double, lapse: Double, weight: Double)] = []

    func rate(_ i: Int, _ x: Double) -> Double {
      (1 - curves[i].lapse) / (1 + exp(-(x - curves[i].m) / curves[i].s))
    }

    mutating func update(_ x: Double, reads: Int, misses: Int) {
      for i in curves.indices {
        let p = rate(i, x)
        curves[i].weight *= pow(p, Double(reads)) * pow(1 - p, Double(misses))
      }
      let sum = curves.reduce(0) { $0 + $1.weight }
      for i in curves.indices { curves[i].weight /= sum }
    }

    func crossing(_ i: Int, cap: Double) -> Double {
      let curve = curves[i]
      return curve.lapse >= 0.05
        ? cap : min(curve.m + curve.s * log(0.95 / (0.05 - curve.lapse)), cap)
    }

    func variance(cap: Double) -> Double {
      let mean = curves.indices.reduce(0) { $0 + curves[$1].weight * crossing($1, cap: cap) }
      return curves.indices.reduce(0) {
        let d = crossing($1, cap: cap) - mean
        return $0 + curves[$1].weight * d * d
      }
    }

    func expectedVariance(_ x: Double, cap: Double) -> Double {
      let p = curves.indices.reduce(0) { $0 + curves[$1].weight * rate($1, x) }
      var (read, miss) = (self, self)
      read.update(x, reads: 1, misses: 0)
      miss.update(x, reads: 0, misses: 1)
      return p * read.variance(cap: cap) + (1 - p) * miss.variance(cap: cap)
    }
  }

  @Test func shortcutsAgreeWithBayesRuleCurveByCurve() {
    let lapses = [0.0, 0.01, 0.03, 0.06]
    let nodes = stride(from: 1.5, through: 3.5, by: 0.1).flatMap { m in
      [0.05, 0.1, 0.2, 0.4].map { CurveNode(midpoint: m, scale: $0) }
    }
    let xs = [1.5, 2, 2.5, 3, 3.5]
    var grid = PosteriorGrid(
      nodes: nodes, lapses: lapses, logLapsePrior: lapses.map { 19 * log1p(-$0) },
      candidates: xs, rate: 0.95, limits: -100...5)
    var twin = Twin()
    for node in nodes {
      twin.curves += lapses.map { (node.midpoint, node.scale, $0, exp(19 * log1p(-$0))) }
    }
    for (x, reads, misses) in [(2.5, 3, 5), (3.0, 18, 1), (2.0, 0, 7), (3.5, 12, 0), (2.5, 4, 4)] {
      grid.update([LevelCount(x: x, reads: reads, trials: reads + misses)])
      twin.update(x, reads: reads, misses: misses)
      let expected = xs.map { twin.expectedVariance($0, cap: 5) }
      #expect(
        zip(grid.expectedVariances(), expected).allSatisfy { isClose($0, $1, relative: 1e-7) })
      let capped = xs.map { twin.expectedVariance($0, cap: 3) }
      #expect(
        zip(grid.expectedVariances(cap: 3), capped).allSatisfy { isClose($0, $1, relative: 1e-7) })
    }
  }

  @Test func manyMissesNeitherOverflowNorUnderflow() {
    // The products have thousands of factors. Levels one at a time must give the same result.
    let nodes = [2.0, 2.1, 2.2].map { CurveNode(midpoint: $0, scale: 0.1) }
    func grid() -> PosteriorGrid {
      PosteriorGrid(
        nodes: nodes, lapses: [0, 0.02], logLapsePrior: [0, 0], candidates: [2, 3], rate: 0.95,
        limits: 1...4)
    }
    let counts = (0..<40).map { i in
      LevelCount(x: 2.1 + 0.01 * Double(i % 5), reads: 5_000 - 600 * (i % 3), trials: 10_000)
    }
    var (together, apart) = (grid(), grid())
    together.update(counts)
    for count in counts { apart.update([count]) }
    #expect(together.moments.meanMidpoint.isFinite)
    #expect(
      isClose(together.moments.meanMidpoint, apart.moments.meanMidpoint, within: 1e-9))
  }
}
