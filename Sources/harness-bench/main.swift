import Foundation

// Speed as ratios, and memory, each measured in one run on this machine and compared with its
// limit. Exit code 1 when a limit is not met. Arguments (drawing, running, plugins, gauging, streaming,
// storing, growth, storing-100, ranking) choose parts; growth-page measures growth and writes its table and
// plot into the documentation; score:PATH scores the last run of a store that is there.

let parts: [(name: String, measure: () async throws -> [Measurement])] = [
  ("drawing", { try DrawingBench().measurements() }),
  (
    "running",
    {
      let bench = try Bench()
      return try bench.exchange() + bench.smallImages() + bench.largeImages()
        + MemoryBench().measurements()
    }
  ),
  ("plugins", { try PluginBench().measurements() }),
  ("gauging", { try GaugingBench().measurements() }),
  ("streaming", { try await FramesBench().measurements() }),
  (
    "storing",
    { try StoreBench(observations: 10_000_000).measurements() + MemoryBench().measurements() }
  ),
  ("growth", { try GrowthBench().measurements() }),
  ("growth-page", { try GrowthBench().measurements(isWritten: true) }),
  ("storing-100", { try StoreBench(observations: 100_000_000).measurements() }),
  ("ranking", { try ManyDecodersBench().measurements() }),
]
/// Parts that run only where they are named: they take many minutes or gigabytes, or change files.
let unusual: Set = ["growth-page", "storing-100", "ranking"]
let wanted = Set(CommandLine.arguments.dropFirst())
for argument in wanted where argument.hasPrefix("score:") {
  let path = String(argument.dropFirst("score:".count))
  for measurement in try StoreBench.scoring(path) { print(measurement.line(width: 55)) }
}
var isAllHeld = true
for part in parts where wanted.isEmpty ? !unusual.contains(part.name) : wanted.contains(part.name) {
  for measurement in try await part.measure() {
    print(measurement.line(width: 55))
    isAllHeld = isAllHeld && measurement.holds
  }
}
exit(isAllHeld ? 0 : 1)
