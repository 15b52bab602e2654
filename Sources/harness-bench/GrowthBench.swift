import Analysis
import Corpora
import Foundation
import Reporting
import ResultStore
import Results
import Statistics

/// The growth of time and memory with each number that makes a comparison larger.
struct GrowthBench {
  /// The largest exponent that counts as linear, with room for noise and for caches that overflow.
  static let linear = 1.15

  /// Measures all curves; `isWritten` says that the page and the picture of them are made anew.
  func measurements(isWritten: Bool = false) throws -> [Measurement] {
    let merging = try MergeBench().curve()
    let curves =
      try stores() + [scoredFromColumns(), decoders(), groups()] + imageSizes() + [merging]
    for curve in curves { print(curve.text) }
    if isWritten { try GrowthPage(curves: curves).write() }
    return curves.map {
      Measurement("growth: \($0.name), exponent", $0.exponent, "", .atMost($0.bar))
    } + MergeBench().measurements(of: merging)
  }

  // MARK: The store

  /// The growth of writing stores, and of scoring them.
  private func stores() throws -> [GrowthCurve] {
    var (writing, scoring): ([GrowthCurve.Point], [GrowthCurve.Point]) = ([], [])
    for size in [10_000, 30_000, 100_000, 300_000, 1_000_000] {
      let folder = StoreBench.temporaryFolder
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var path = ""
      writing.append(
        try .init(size) { path = try StoreBench(observations: size).write(toFolder: folder) })
      scoring.append(
        try .quickest(size) {
          let store = try SQLiteStore(path: path, isNew: false)
          _ = try Scorer.scores(ofRun: store.runs().last?.number ?? 0, in: store)
        })
    }
    return [
      GrowthCurve("writing a store", over: "observations", points: writing),
      GrowthCurve("scoring a store", over: "observations", points: scoring),
    ]
  }

  /// Columns drawn as they are asked for: more observations than there is time to write.
  private func scoredFromColumns() throws -> GrowthCurve {
    let sizes = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    return try GrowthCurve("scoring drawn columns", over: "observations", sizes: sizes) { size in
      try .quickest(size) {
        try score(DrawnColumns(decoders: 4, groups: 5, levels: 50, trials: size / 1000))
      }
    }
  }

  // MARK: The score table

  private func decoders() throws -> GrowthCurve {
    // Each decoder is compared with each other one up to 20, beyond with those near it in the ranking.
    try GrowthCurve(
      "scoring and reporting", over: "decoders", sizes: [1, 2, 5, 10, 20, 50], bar: 2
    ) { size in
      try .quickest(size) {
        try score(DrawnColumns(decoders: size, groups: 2, levels: 33, trials: 400))
      }
    }
  }

  private func groups() throws -> GrowthCurve {
    try GrowthCurve(
      "scoring and reporting", over: "groups", sizes: [1, 2, 5, 10, 20, 50, 100, 200]
    ) { size in
      try .quickest(size) {
        try score(DrawnColumns(decoders: 4, groups: size, levels: 33, trials: 400))
      }
    }
  }

  /// Scores a run and renders every report of it.
  private func score(_ store: DrawnColumns) throws {
    let table = try Scorer.scores(ofRun: 0, in: store)
    for writer in ReportSet.writers + [PageReport()] where writer.applies(to: table) {
      _ = try writer.render(table)
    }
  }

  // MARK: Images

  /// The times of drawing an image and of handing it to a decoder that reads nothing.
  private func imageSizes() throws -> [GrowthCurve] {
    // A version 2 QR Code with its quiet zone is 33 modules wide.
    let levels = [("3", 0.01), ("9.6", 0.1), ("30", 1), ("61", 4), ("105", 12)]
    let costs = try levels.map { level, _ in
      try (0..<3).map { _ in
        Memory.forgetPeak()
        let before = Memory.residentBytes
        let cost = try Bench().nullCost(level: level)
        return (cost: cost, bytes: max(Memory.peakSinceForgotten - before, 0))
      }.min { $0.cost.transportNanoseconds < $1.cost.transportNanoseconds }
    }
    func curve(_ name: String, _ part: (RunCost) -> Int) -> GrowthCurve {
      GrowthCurve(
        name, over: "megapixels",
        points: zip(levels, costs).compactMap { level, cost in
          cost.map {
            .init(
              size: level.1, seconds: Double(part($0.cost)) / 1e9 / Double($0.cost.samples),
              bytes: $0.bytes)
          }
        })
    }
    return [
      curve("drawing an image") { $0.renderNanoseconds },
      curve("handing it over and back") { $0.transportNanoseconds },
    ]
  }
}

/// Processor times over sizes.
struct GrowthCurve {
  /// One measurement.
  struct Point {
    /// The number that grows, in the curve's unit.
    var size: Double
    /// The processor's time, on all cores together: no neighbour adds to it.
    var seconds: Double
    /// The memory that the work took at its peak, beyond what was there before it.
    var bytes: Double

    init(size: Double, seconds: Double, bytes: Double) {
      (self.size, self.seconds, self.bytes) = (size, seconds, bytes)
    }

    /// Measures a piece of work of some size.
    init(_ size: Int, _ work: () throws -> Void) rethrows {
      Memory.forgetPeak()
      let before = Memory.residentBytes
      let start = MachineShare.ownSeconds
      try work()
      self.init(
        size: Double(size), seconds: MachineShare.ownSeconds - start,
        bytes: max(Memory.peakSinceForgotten - before, 0))
    }

    /// The quickest of several rounds, of work that takes little time and can be repeated.
    static func quickest(_ size: Int, _ work: () throws -> Void) rethrows -> Point {
      let start = ContinuousClock.now
      var best = try Point(size, work)
      while ContinuousClock.now - start < .seconds(1) {
        let point = try Point(size, work)
        best.seconds = min(best.seconds, point.seconds)
        best.bytes = max(best.bytes, point.bytes)
      }
      return best
    }
  }

  let name: String
  let unit: String
  let points: [Point]
  /// The largest exponent allowed.
  let bar: Double

  init(_ name: String, over unit: String, points: [Point], bar: Double = GrowthBench.linear) {
    (self.name, self.unit, self.points, self.bar) = ("\(name), over \(unit)", unit, points, bar)
  }

  init(
    _ name: String, over unit: String, sizes: [Int], bar: Double = GrowthBench.linear,
    _ point: (Int) throws -> Point
  ) rethrows {
    self.init(name, over: unit, points: try sizes.map(point), bar: bar)
  }

  /// The exponent of time over size in the upper half of the sizes, where what is constant counts least:
  /// the slope of the logarithms' regression line.
  var exponent: Double { slope(\.seconds) ?? 0 }

  /// The same of memory; `nil` as long as it stays below some megabytes.
  var memoryExponent: Double? {
    points.allSatisfy { $0.bytes < 8e6 } ? nil : slope { max($0.bytes, 1e6) }
  }

  private func slope(_ value: (Point) -> Double) -> Double? {
    guard let first = points.first, let last = points.last else { return nil }
    let middle = (first.size * last.size).squareRoot() * 0.999
    var upper = points.filter { $0.size >= middle }
    if upper.count < 3 { upper = points.suffix(3) }
    let (xs, ys) = (upper.map { log($0.size) }, upper.map { log(value($0)) })
    let (x, y) = (xs.reduce(0, +) / Double(xs.count), ys.reduce(0, +) / Double(ys.count))
    let spread = xs.reduce(0) { $0 + ($1 - x) * ($1 - x) }
    guard spread > 0 else { return nil }
    return zip(xs, ys).reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / spread
  }

  var text: String {
    "growth: \(name): "
      + points.map { "\(Self.size($0.size)) \(Self.time($0.seconds))" }.joined(separator: " · ")
  }

  /// A size as people write it: `10 000 000`, `0.01`.
  static func size(_ size: Double) -> String {
    guard size >= 10_000 else { return size.formatted(.number.grouping(.never)) }
    return Int(size).formatted(.number.grouping(.automatic).locale(Locale(identifier: "en")))
      .replacingOccurrences(of: ",", with: " ")
  }

  /// A time with two digits: `0.43 ms`, `12 s`.
  static func time(_ seconds: Double) -> String {
    let (value, unit) =
      seconds < 1e-3
      ? (seconds * 1e6, "µs") : seconds < 1 ? (seconds * 1e3, "ms") : (seconds, "s")
    return String(format: value < 9.95 ? "%.1f" : "%.0f", value) + " \(unit)"
  }
}
