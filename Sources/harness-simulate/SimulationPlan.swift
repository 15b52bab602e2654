import Foundation

/// Every simulation with its number of draws, the quick ones first.
struct SimulationPlan {
  /// 1 for the full run.
  let scale: Double

  func run(_ report: ([Row]) -> Void) {
    report(CoverageSimulation(draws: draws(2000)).rows)
    for payloads in [5, 10, 30] {
      report(ClusterSimulation(payloads: payloads, draws: draws(1000)).rows)
    }
    for simulation in AdaptiveMeanSimulation.all { report(simulation.rows(draws: draws(1000))) }
    report(CertificationSimulation(draws: draws(1000)).rows)
    for simulation in RefinementSimulation.all { report(simulation.rows(draws: draws(200))) }
  }

  private func draws(_ full: Int) -> Int { max(Int(Double(full) * scale), 10) }
}

/// Prints rows as they come, and counts those that miss.
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
