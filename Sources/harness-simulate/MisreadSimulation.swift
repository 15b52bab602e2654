import Foundation
import Statistics

/// The share of misreads among answers, sampled adaptively over 60 cells: the coverage of its upper
/// bound after every round at once, and its size beside that of an even spread.
struct MisreadSimulation {
  /// The cells in which misreads occur.
  enum Place: String, CaseIterable {
    case everywhere = "everywhere"
    case nearThreshold = "near the threshold"
    case oneCell = "in one cell"
  }

  let place: Place
  /// Misreads per attempt.
  let rate: Double
  /// Attempts at which sampling stops.
  let budget: Int

  private static let cells = 60
  private static let confidence = 0.95

  static var all: [MisreadSimulation] {
    [(1e-3, 20_000), (1e-4, 50_000), (1e-5, 300_000), (1e-6, 2_000_000)].flatMap { rate, budget in
      Place.allCases.map { MisreadSimulation(place: $0, rate: rate, budget: budget) }
    }
  }

  /// The results of one draw.
  private struct Draw {
    var wasCovered = true
    var wasBelow = true
    var upper = 1.0
    var lower = 0.0
    var estimate = 0.0
    var found = 0
  }

  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: 13)
    let truth = cellRates
    let share = Double(draws)
    let results = (0..<draws).map { _ in draw(truth, &random) }
    let even = (0..<draws).map { _ in evenBound(&random) }.reduce(0, +) / share
    let mean = results.reduce(0) { $0 + $1.upper } / share
    let bias = results.reduce(0) { $0 + $1.estimate } / share / truth.share - 1
    let note = String(
      format: "bound ×%.2f, evenly spread ×%.2f; found %.1f, evenly %.1f; bias %+.2f",
      mean / truth.share, even / truth.share, results.reduce(0) { $0 + Double($1.found) } / share,
      rate * Double(budget), bias)
    let name = "misreads, \(rate.formatted()) \(place.rawValue)"
    return [
      .coverage(
        name + ": at most", Double(results.count { $0.wasCovered }) / share,
        floor: Self.confidence, note: note),
      .coverage(
        name + ": at least", Double(results.count { $0.wasBelow }) / share,
        floor: Self.confidence,
        note: String(
          format: "bound ×%.2f", results.reduce(0) { $0 + $1.lower } / share / truth.share)),
    ]
  }

  private struct Rates {
    var reads: [Double]
    var misreads: [Double]
    /// Misreads among answers.
    var share: Double { misreads.reduce(0, +) / (reads.reduce(0, +) + misreads.reduce(0, +)) }
  }

  private var cellRates: Rates {
    let shape = (0..<Self.cells).map(share)
    let mean = shape.reduce(0, +) / Double(Self.cells)
    let misreads = shape.map { $0 * rate / mean }
    let reads = misreads.enumerated().map { cell, misread -> Double in
      (1 - misread) / (1 + exp((28 - Double(cell)) / 4))
    }
    return Rates(reads: reads, misreads: misreads)
  }

  /// A cell's share of the misreads, in arbitrary units.
  private func share(_ cell: Int) -> Double {
    let distance = Double(cell - 25)
    return switch place {
    case .everywhere: 1
    case .nearThreshold: exp(-distance * distance / 8)
    case .oneCell: distance == 0 ? 1 : 0
    }
  }

  private func draw(_ truth: Rates, _ random: inout SplitMix64) -> Draw {
    var sampler = MisreadSampler(weights: Array(repeating: 1, count: Self.cells))
    var result = Draw()
    while sampler.trials + sampler.nextRoundTrials <= budget {
      let round = sampler.nextRound.enumerated().map { cell, trials in
        let misreads = random.binomial(trials, truth.misreads[cell])
        let rest = truth.reads[cell] / (1 - truth.misreads[cell])
        return OutcomeCount(
          trials: trials, reads: random.binomial(trials - misreads, rest), misreads: misreads)
      }
      sampler.record(round)
      // Every round may be the last one: all must hold.
      let bounds = sampler.perAnswer
      if bounds.upper < truth.share { result.wasCovered = false }
      if bounds.lower > truth.share { result.wasBelow = false }
      (result.upper, result.lower) = (bounds.upper, bounds.lower)
      result.estimate = bounds.estimate ?? 0
    }
    result.found = sampler.totals.reduce(0) { $0 + $1.misreads }
    return result
  }

  /// The bound of the same budget, spread evenly and fixed in advance: Clopper and Pearson's, on
  /// answers.
  private func evenBound(_ random: inout SplitMix64) -> Double {
    let truth = cellRates
    let answers = Double(budget) * truth.reads.reduce(0, +) / Double(Self.cells)
    return Binomial.upperBound(
      events: random.binomial(budget, rate), trials: Int(answers), confidence: Self.confidence)
  }
}
