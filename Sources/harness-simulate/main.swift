import Foundation

// Coverage and cost of every interval by simulation, beside the limit that each must meet. Exit
// code 1 when one does not. An argument scales the number of draws: 1 is the full run.

let scale = CommandLine.arguments.dropFirst().first.map { Double($0) } ?? 1
guard let scale, scale > 0, CommandLine.arguments.count <= 2 else {
  print("usage: harness-simulate [scale]   (1 is the full run, 0.1 a tenth of its draws)")
  exit(64)
}

var report = Report()
let simulation = SimulationPlan(scale: scale)
await simulation.run { report.add($0) }
report.close()
exit(report.misses == 0 ? 0 : 1)
