import Foundation

// Speed as ratios, each measured in one run on this machine, beside the floor that it must hold.
// Exit code 1 when one does not.

let bench = try Bench()
let measurements = try bench.exchange() + bench.smallImages() + bench.largeImages()

let width = measurements.map(\.name.count).max() ?? 0
for measurement in measurements {
  print(measurement.line(width: width))
}
exit(measurements.allSatisfy(\.holds) ? 0 : 1)
