import Foundation
import Statistics

/// The nightly gate on 48 cells of 17 levels: its false alarms and its power.
///
/// A decoder whose answers only flip at random must rarely be called worse; one whose curve moved
/// must be called worse reliably.
struct GateSimulation {
  private static let cells = 48
  /// The cells of each decoder.
  private static let decoders = (0..<4).map { Array($0 * 12..<($0 + 1) * 12) }
  private static let levels = (0...16).map { 1 + 0.3125 * Double($0) }

  /// Trials at each level.
  let trials: Int

  /// Nights with an alarm, for a decoder whose answers flip at random on a share of the images.
  func alarms(nights: Int, flipShare: Double) -> Row {
    var random = SplitMix64(state: 11)
    // A loss is a sample read then and not now, a gain is the reverse; both are equally likely.
    let chance = flipShare * (1 - flipShare)
    let alarms = (0..<nights).count { _ in
      let night = (0..<Self.cells).map { _ in
        cell(losses: { _ in chance }, gains: { _ in chance }, &random)
      }
      let (decisions, pools) = RegressionGate().judge(night, pools: Self.decoders)
      return decisions.contains { $0.verdict == .regressed }
        || pools.contains { $0 ?? 1 <= RegressionGate().alpha }
    }
    let share = (flipShare * 100).formatted()
    return Row(
      name: "gate: alarms in \(nights) nights, \(share) % diced, n = \(trials)",
      value: Double(alarms), unit: "nights", bar: .atMost(max(2, Double(nights) / 100)))
  }

  /// The share of nights on which one cell of 48 moved by so much and is called worse.
  func power(shiftPixels: Double, nights: Int, floor: Double) -> Row {
    var random = SplitMix64(state: 12)
    let then = Truth("", xs: Self.levels, m: 2.6, s: 0.2, lapse: 0.005)
    let now = Truth("", xs: Self.levels, m: 2.6 + shiftPixels, s: 0.2, lapse: 0.005)
    let caught = (0..<nights).count { _ in
      let moved = cell(
        losses: { then.rates[$0] - now.rates[$0] }, gains: { _ in 0 }, &random)
      let still = RegressionGate.Cell(
        pairs: trials * Self.levels.count, losses: 0, gains: 0, shift: 0, sweptRange: 5)
      let night = [moved] + Array(repeating: still, count: Self.cells - 1)
      return RegressionGate().judge(night).first?.verdict == .regressed
    }
    return .coverage(
      "gate: +\(shiftPixels.formatted()) px caught, n = \(trials)",
      Double(caught) / Double(nights), floor: floor)
  }

  /// The share of nights on which a gate fails because of phantoms: in the cells of one decoder, a phantom in
  /// `rise` of the reads more than the share that has one anyway, others each night.
  func phantoms(
    groups: Int, decoders: Int = 1, anyway: Double = 0, rise: Double, nights: Int, bar: Row.Bar
  ) -> Row {
    var random = SplitMix64(state: 14)
    let reads = Truth("", xs: Self.levels, m: 2.6, s: 0.2, lapse: 0.005).draw(trials, &random)
      .reduce(0) { $0 + $1.reads }
    let caught = (0..<nights).count { _ in
      let p = (0..<groups * decoders).map { cell in
        let now = anyway + (cell < groups ? rise : 0)
        return McNemar.exactOneSided(
          losses: random.binomial(reads, now * (1 - anyway)),
          gains: random.binomial(reads, anyway * (1 - now)))
      }
      return Holm.adjust(p).contains { $0 <= RegressionGate().alpha }
    }
    let what = rise > 0 ? "+1 in 200 caught" : "alarms, 1 in 200 diced"
    return Row(
      name: "phantoms: \(what), \(decoders) × \(groups) cells, n = \(trials)",
      value: 100 * Double(caught) / Double(nights), unit: "%", bar: bar)
  }

  private func cell(
    losses: (Int) -> Double, gains: (Int) -> Double, _ random: inout SplitMix64
  ) -> RegressionGate.Cell {
    let counts = Self.levels.indices.map { level in
      PairedCount(
        x: Self.levels[level], losses: random.binomial(trials, losses(level)),
        gains: random.binomial(trials, gains(level)), pairs: trials)
    }
    return RegressionGate.Cell(
      pairs: trials * counts.count, losses: counts.reduce(0) { $0 + $1.losses },
      gains: counts.reduce(0) { $0 + $1.gains },
      shift: PairedDifference.estimate(counts)?.estimate ?? 0, sweptRange: 5)
  }
}
