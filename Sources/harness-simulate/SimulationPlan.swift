import Foundation

/// Every simulation with its number of draws.
struct SimulationPlan {
  /// The factor on the number of draws; 1 is the full run.
  let scale: Double
  /// The part to run; all of them by default.
  let part: Part

  /// A part of the simulations.
  enum Part: String {
    case all
    /// Adaptive runs for the mean threshold.
    case mean
    /// Adaptive runs for t95.
    case crossing
  }

  /// Runs all simulations side by side, and reports their rows in the plan's order.
  ///
  /// On the main thread, because simulations keep all others busy.
  @MainActor func run(_ report: ([Row]) -> Void) async {
    await withTaskGroup(of: (index: Int, rows: [Row]).self) { group in
      for (index, simulation) in chosen.enumerated() {
        group.addTask { (index, simulation()) }
      }
      var finished: [Int: [Row]] = [:]
      var next = 0
      for await result in group {
        finished[result.index] = result.rows
        while let rows = finished.removeValue(forKey: next) {
          report(rows)
          next += 1
        }
      }
    }
  }

  private var chosen: [@Sendable () -> [Row]] {
    switch part {
    case .all: simulations
    case .mean: means
    case .crossing: crossings
    }
  }

  private var simulations: [@Sendable () -> [Row]] {
    let levels = CrossingSimulation(draws: draws(2000))
    var all: [@Sendable () -> [Row]] = [
      { CoverageSimulation(draws: draws(2000)).rows }, { levels.monotone },
      { levels.gatedLogistic }, { levels.fitTest },
    ]
    for payloads in [5, 10, 30] {
      all.append { ClusterSimulation(payloads: payloads, draws: draws(1000)).rows }
    }
    for streams in [20, 40, 160] {
      all.append { SurvivalSimulation(streams: streams, draws: draws(2000)).rows }
    }
    all.append { gateRows }
    for simulation in MisreadSimulation.all { all.append { simulation.rows(draws: draws(500)) } }
    for simulation in BoundarySimulation.all { all.append { simulation.rows(draws: draws(100)) } }
    for simulation in PairSimulation.all { all.append { simulation.rows(draws: draws(1000)) } }
    return all + means + crossings
  }

  /// Whole adaptive runs for the mean threshold.
  private var means: [@Sendable () -> [Row]] {
    var all: [@Sendable () -> [Row]] = []
    for simulation in AdaptiveRunSimulation.all {
      all.append { simulation.rows(draws: draws(1000)) }
    }
    for simulation in IslandSimulation.means { all.append { simulation.rows(draws: draws(400)) } }
    for simulation in AdaptiveMeanSimulation.all {
      all.append { simulation.rows(draws: draws(1000)) }
    }
    all.append { CertificationSimulation(draws: draws(1000)).rows }
    return all
  }

  /// Adaptive runs for t95.
  private var crossings: [@Sendable () -> [Row]] {
    var all: [@Sendable () -> [Row]] = []
    for simulation in RefinementSimulation.all { all.append { simulation.rows(draws: draws(200)) } }
    for simulation in CrossingRunSimulation.all {
      all.append { simulation.rows(draws: draws(200)) }
    }
    for simulation in IslandSimulation.crossings {
      all.append { simulation.rows(draws: draws(200)) }
    }
    return all
  }

  /// 300 nights, as the method has them, and 200 of a decoder whose answers flip at random.
  private var gateRows: [Row] {
    let (few, many) = (GateSimulation(trials: 50), GateSimulation(trials: 200))
    return [
      few.alarms(nights: draws(300), flipShare: 0),
      few.alarms(nights: draws(200), flipShare: 0.005),
      many.alarms(nights: draws(200), flipShare: 0.005),
      few.power(shiftPixels: 0.1, nights: draws(1000), floor: 0.75),
      many.power(shiftPixels: 0.05, nights: draws(1000), floor: 0.9),
    ] + phantomRows
  }

  /// The share of gates that see one more phantom in 200 reads: of one decoder in one group and in four, and of
  /// one of four in twelve groups.
  private var phantomRows: [Row] {
    let size = [50, 100, 200, 400].map(GateSimulation.init)
    func row(
      _ gate: GateSimulation, _ groups: Int, of decoders: Int = 1, anyway: Double = 0, bar: Row.Bar
    ) -> Row {
      gate.phantoms(
        groups: groups, decoders: decoders, anyway: anyway, rise: 1 / 200, nights: draws(1000),
        bar: bar)
    }
    return size.map {
      $0.phantoms(
        groups: 12, decoders: 4, anyway: 1 / 200, rise: 0, nights: draws(1000), bar: .atMost(5))
    } + size.map { row($0, 1, bar: .none) } + size.map { row($0, 4, bar: .none) }
      + size.map { row($0, 12, of: 4, bar: .none) }
      + size.map { row($0, 12, of: 4, anyway: 1 / 200, bar: .none) }
  }

  private func draws(_ full: Int) -> Int { max(Int(Double(full) * scale), 10) }
}

/// Prints rows as they come, and counts those that miss their limit.
struct Report {
  private(set) var misses = 0
  private var held = 0

  mutating func add(_ rows: [Row]) {
    for row in rows {
      write(row.line)
      if !row.holds {
        misses += 1
      } else if case .none = row.bar {
        continue
      } else {
        held += 1
      }
    }
  }

  func close() {
    write(misses == 0 ? "All \(held) floors and bars hold." : "\(misses) missed, \(held) hold.")
  }

  /// Unbuffered, so that a long run shows how far it is.
  private func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
