import Foundation

// Coverage and cost of every interval by simulation, beside the limit that each must meet. Exit
// code 1 when one does not. The first argument scales the number of draws: 1 is the full run. The
// second one names a part.

let arguments = CommandLine.arguments.dropFirst()
let scale = arguments.first.map { Double($0) } ?? 1
let part = SimulationPlan.Part(rawValue: arguments.dropFirst().first ?? "all")
guard let scale, scale > 0, let part, arguments.count <= 2 else {
  print(
    "usage: harness-simulate [scale [all | mean | crossing]]   "
      + "(1 is the full run, 0.1 a tenth of its draws)")
  exit(64)
}

var report = Report()
let simulation = SimulationPlan(scale: scale, part: part)
await simulation.run { report.add($0) }
report.close()
exit(report.misses == 0 ? 0 : 1)
