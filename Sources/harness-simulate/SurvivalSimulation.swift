import Foundation
import Statistics

/// Times to the first read in streams of 2 s, in frames, of which some are hard for every decoder.
struct SurvivalSimulation {
  let streams: Int
  let draws: Int

  private static let frames = 60

  /// A decoder's first frame in a scene: the scene's share is common, the rest its own.
  private func time(_ scene: Double, _ random: inout SplitMix64, later: Double = 0) -> SurvivalTime
  {
    let own = -log(1 - Double.random(in: 0..<1, using: &random)) * 12
    let frame = (scene + own + later).rounded()
    return SurvivalTime(
      min(frame, Double(Self.frames)) / 30, isEvent: frame < Double(Self.frames))
  }

  private func scene(_ random: inout SplitMix64) -> Double {
    Double.random(in: 0..<50, using: &random)
  }

  var rows: [Row] { comparisons + intervals }

  private var comparisons: [Row] {
    var random = SplitMix64(state: 31)
    var (paired, independent, found, foundIndependent) = (0, 0, 0, 0)
    for _ in 0..<draws {
      for later in [0.0, 8] {
        let strata = (0..<2).map { _ in
          (0..<streams / 2).map { _ in
            let scene = scene(&random)
            return LogRank.Pair(time(scene, &random), time(scene, &random, later: later))
          }
        }
        let isPaired = LogRank.paired(strata) <= 0.05
        let pairs = strata.joined()
        let isIndependent =
          LogRank.independent(pairs.map(\.first), pairs.map(\.second)).chiSquare > 3.841
        if later == 0 {
          paired += isPaired ? 1 : 0
          independent += isIndependent ? 1 : 0
        } else {
          found += isPaired ? 1 : 0
          foundIndependent += isIndependent ? 1 : 0
        }
      }
    }
    func share(_ count: Int) -> Double { Double(count) / Double(draws) * 100 }
    // Three standard errors above 5 %, for these draws.
    let ceiling = (50 + 3000 * (0.05 * 0.95 / Double(draws)).squareRoot()).rounded() / 10
    return [
      Row(
        name: "log-rank in \(streams) pairs, alike: false alarms", value: share(paired), unit: "%",
        bar: .atMost(ceiling)),
      Row(
        name: "log-rank as if independent, alike: false alarms", value: share(independent),
        unit: "%", bar: .none, note: "not used"),
      Row(
        name: "log-rank in \(streams) pairs, 0.27 s later: found", value: share(found), unit: "%",
        bar: .none),
      Row(
        name: "log-rank as if independent, 0.27 s later: found", value: share(foundIndependent),
        unit: "%", bar: .none, note: "why pairs are kept"),
    ]
  }

  private var intervals: [Row] {
    var random = SplitMix64(state: 32)
    let truth = KaplanMeier(
      (0..<200_000).map { _ in
        let scene = scene(&random)
        return time(scene, &random)
      })
    return [(0.5, "half"), (0.75, "75 %")].map { share, name in
      let expected = truth.quantile(share).time ?? .infinity
      let covered = (0..<draws).count { _ in
        let curve = KaplanMeier(
          (0..<streams).map { _ in
            let scene = scene(&random)
            return time(scene, &random)
          })
        let quantile = curve.quantile(share)
        return quantile.lower ?? .infinity <= expected && expected <= quantile.upper ?? .infinity
      }
      return .coverage(
        "time by which \(name) are read, \(streams) streams", Double(covered) / Double(draws),
        floor: 0.93)
    }
  }
}
