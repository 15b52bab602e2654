import Foundation

// Speed as ratios, and memory, each measured in one run on this machine and compared with its
// limit. Exit code 1 when a limit is not met. Arguments (drawing, running, plugins, gauging, streaming,
// storing) choose parts; ranking, which takes minutes, runs only if it is named.

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
  ("storing", { try StoreBench().measurements() + MemoryBench().measurements() }),
  ("ranking", { try ManyDecodersBench().measurements() }),
]
let onDemand: Set<String> = ["ranking"]
let wanted = Set(CommandLine.arguments.dropFirst())
var isAllHeld = true
func isWanted(_ name: String) -> Bool {
  wanted.isEmpty ? !onDemand.contains(name) : wanted.contains(name)
}
for part in parts where isWanted(part.name) {
  for measurement in try await part.measure() {
    print(measurement.line(width: 55))
    isAllHeld = isAllHeld && measurement.holds
  }
}
exit(isAllHeld ? 0 : 1)
