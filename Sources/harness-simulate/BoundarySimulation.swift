import Foundation
import Statistics

/// A map whose true rates are known: a full grid, and a trace that takes its trials from that grid.
struct BoundarySimulation {
  let name: String
  /// The true rate by column and sweep value.
  let rate: @Sendable (_ column: Int, _ x: Double) -> Double
  /// True for columns and sweep values inside a planted island.
  var isIsland: (@Sendable (_ column: Int, _ x: Double) -> Bool)?
  /// True where contours must agree; false where the truth has none.
  var hasContour = true

  static let columns = 9
  static let levels = (0...42).map { 0.8 + 0.1 * Double($0) }
  static let trials = 200

  private static func logistic(_ x: Double, _ m: Double, _ s: Double) -> Double {
    1 / (1 + exp(-(x - m) / s))
  }

  private static func rising(_ column: Int) -> Double { 1.3 + 0.028 * pow(Double(column), 2) }

  static let all = [
    BoundarySimulation(name: "smooth") { logistic($1, rising($0), 0.08) },
    BoundarySimulation(name: "steep") { logistic($1, rising($0), 0.01) },
    BoundarySimulation(name: "broad, s 0.2") { logistic($1, rising($0), 0.2) },
    BoundarySimulation(name: "lapse 2 %") { 0.98 * logistic($1, rising($0), 0.08) },
    BoundarySimulation(name: "flat") { logistic($1, 2.2, 0.08) },
    BoundarySimulation(
      name: "island", rate: { islandRate($0, $1) }, isIsland: { isIsland($0, $1) }),
    BoundarySimulation(name: "out at the easy end") { logistic($1, 2 + 0.6 * Double($0), 0.08) },
    BoundarySimulation(name: "out at the hard end") { logistic($1, 2 - 0.3 * Double($0), 0.08) },
    BoundarySimulation(name: "never read") { _, _ in 0.02 },
    BoundarySimulation(name: "always read") { _, _ in 0.999 },
    BoundarySimulation(
      name: "plateau at 95 %", rate: { 0.95 * logistic($1, rising($0), 0.08) }, hasContour: false),
  ]

  private static func isIsland(_ column: Int, _ x: Double) -> Bool {
    (3...6).contains(column) && abs(x - 3.45) < 0.1
  }

  private static func islandRate(_ column: Int, _ x: Double) -> Double {
    isIsland(column, x) ? 0.5 : 0.995 * logistic(x, rising(column), 0.08)
  }

  // MARK: Draws

  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: 16)
    var tally = Tally()
    for _ in 0..<draws { draw(&tally, &random) }
    let count = Double(draws)
    let share = Double(tally.decodes) / count / Double(plan.gridTrials)
    func root(_ sum: Double, _ columns: Int) -> Double {
      (sum / Double(max(columns, 1))).squareRoot()
    }
    var rows = [
      Row(
        name: "map, \(name): share of the full grid", value: share * 100, unit: "%",
        bar: .atMost(25),
        note: "most \(Int((tally.mostShare * 100).rounded())) %"),
      Row(
        name: "map, \(name): RMS from the full grid", value: root(tally.squares, tally.columns),
        unit: "px", bar: hasContour ? .atMost(0.05) : .none,
        note: String(
          format: "from the truth %.3f, the grid's %.3f", root(tally.squaresToTruth, tally.inside),
          root(tally.gridSquaresToTruth, tally.inside))),
    ]
    if hasContour, tally.inside > 0 {
      rows.append(
        .coverage(
          "map, \(name): coverage", Double(tally.covered) / Double(tally.inside), floor: 0.95,
          note: String(
            format: "the grid's %.1f %%", 100 * Double(tally.gridCovered) / Double(tally.inside))))
    }
    if isIsland != nil {
      rows.append(
        .coverage(
          "map, \(name): islands found", Double(tally.islandsFound) / Double(tally.islands),
          floor: 0.9))
    }
    return rows
  }

  private var plan: BoundaryTrace.Plan {
    BoundaryTrace.Plan(levels: Self.levels, columns: Self.columns, trials: Self.trials)
  }

  private struct Tally {
    var decodes = 0
    var mostShare = 0.0
    /// Over columns: squared distances of the trace from the grid.
    var squares = 0.0
    var columns = 0
    /// Over columns whose true boundary lies in the range.
    var squaresToTruth = 0.0
    var gridSquaresToTruth = 0.0
    var inside = 0
    var covered = 0
    var gridCovered = 0
    var islands = 0
    var islandsFound = 0
  }

  private func draw(_ tally: inout Tally, _ random: inout SplitMix64) {
    let outcomes = (0..<Self.columns).map { column in
      Self.levels.map { x -> [Int] in
        let rate = rate(column, x)
        var reads = 0
        return [0]
          + (0..<Self.trials).map { _ in
            if Double.random(in: 0..<1, using: &random) < rate { reads += 1 }
            return reads
          }
      }
    }
    var trace = BoundaryTrace(plan)
    var decodes = 0
    while !trace.isFinished {
      for request in trace.next() {
        let reads = outcomes[request.column][request.level]
        decodes += request.trials.count
        trace.record(
          column: request.column, level: request.level,
          reads: reads[request.trials.upperBound] - reads[request.trials.lowerBound],
          trials: request.trials.count)
      }
    }
    tally.decodes += decodes
    tally.mostShare = max(tally.mostShare, Double(decodes) / Double(plan.gridTrials))
    for column in 0..<Self.columns {
      let grid = zip(Self.levels, outcomes[column]).map {
        LevelCount(x: $0, reads: $1[Self.trials], trials: Self.trials)
      }
      judge(column, trace.counts[column], grid, &tally)
    }
  }

  private func judge(
    _ column: Int, _ traced: [LevelCount], _ grid: [LevelCount], _ tally: inout Tally
  ) {
    let (own, full) = (BoundaryCrossing.estimate(traced), BoundaryCrossing.estimate(grid))
    tally.columns += 1
    tally.squares += pow(place(own) - place(full), 2)
    if let isIsland, Self.levels.contains(where: { isIsland(column, $0) }) {
      tally.islands += 1
      if own.islands.contains(where: { $0.levels.contains { isIsland(column, $0) } }) {
        tally.islandsFound += 1
      }
    }
    guard let truth = truth(column) else { return }
    tally.inside += 1
    tally.squaresToTruth += pow(place(own) - truth, 2)
    tally.gridSquaresToTruth += pow(place(full) - truth, 2)
    if own.interval.contains(truth) { tally.covered += 1 }
    if full.interval.contains(truth) { tally.gridCovered += 1 }
  }

  /// The boundary's place, at the end of the range where it lies beyond.
  private func place(_ crossing: BoundaryCrossing) -> Double {
    switch crossing.location {
    case .at(let x), .atMost(let x), .above(let x): x
    case .none: .nan
    }
  }

  /// The true crossing of the main rise; `nil` beyond the range.
  private func truth(_ column: Int) -> Double? {
    let fine = stride(from: Self.levels[0], through: Self.levels[Self.levels.count - 1], by: 0.001)
    guard rate(column, Self.levels[0]) < 0.95 else { return nil }
    return fine.first { rate(column, $0) >= 0.95 }
  }
}
