import Analysis
import Foundation
import ResultStore
import Results
import Statistics

/// A run of ten or a hundred million observations: the times to write and score it, its size, and the
/// memory that scoring takes.
struct StoreBench {
  private static let decoders = 4
  private static let groups = 5
  private static let levels = 50

  private let observations: Int
  private let trials: Int

  /// - Parameter observations: Their number, a multiple of 1 000.
  init(observations: Int) {
    self.observations = observations
    trials = observations / (Self.decoders * Self.groups * Self.levels)
  }

  func measurements() throws -> [Measurement] {
    let folder = Self.temporaryFolder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/observations.sqlite"
    let run: Int
    let (writing, finishing): (Double, Double)
    do {
      let store = try SQLiteStore(path: path)
      run = try store.begin(record(of: .whole)).number
      writing = try MachineShare.seconds { try write(to: store, run, slice: .whole) }
      finishing = try MachineShare.seconds { try store.finish(run: run, outcome: .bench) }
    }
    let (reporting, memory) = try Self.scored(run, of: path)
    let size = ["", "-wal"].reduce(0.0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + Double((attributes?[.size] as? Int) ?? 0)
    }
    let (count, millions) = (Double(observations), Double(observations) / 1e6)
    let name = "store: \(millions.formatted()) million observations"
    return [
      Measurement(
        "\(name), written", count / (writing + finishing), "per second", .atLeast(50_000)),
      Measurement("\(name), run closed", finishing, "s"),
      Measurement("\(name), scored", reporting, "s", .atMost(0.15 * millions)),
      Measurement("\(name), memory to score", memory / 1e6, "MB", .atMost(150)),
      Measurement("\(name), size", size / 1e9, "GB", .atMost(0.15 * millions)),
    ]
  }

  /// Scores the last run of a store that is there, twice: the first time may make what it lacks.
  static func scoring(_ path: String) throws -> [Measurement] {
    guard let run = try SQLiteStore(path: path, isNew: false).runs().last?.number else { return [] }
    return try ["at first", "again"].flatMap { name in
      let (seconds, memory) = try scored(run, of: path)
      return [
        Measurement("score, \(name)", seconds, "s"),
        Measurement("score, \(name): memory", memory / 1e6, "MB"),
      ]
    }
  }

  private static func scored(_ run: Int, of path: String) throws -> (seconds: Double, bytes: Double)
  {
    Memory.forgetPeak()
    let before = Memory.residentBytes
    let seconds = try MachineShare.seconds {
      _ = try Scorer.scores(ofRun: run, in: SQLiteStore(path: path, isNew: false))
    }
    return (seconds, Memory.peakSinceForgotten - before)
  }

  /// Writes a store with one closed run, and returns its path.
  func write(toFolder folder: String, slice: Shard = .whole) throws -> String {
    let path = folder + "/observations.sqlite"
    let store = try SQLiteStore(path: path)
    let run = try store.begin(record(of: slice)).number
    try write(to: store, run, slice: slice)
    try store.finish(run: run, outcome: .bench)
    return path
  }

  /// A folder that is not there yet.
  static var temporaryFolder: String {
    FileManager.default.temporaryDirectory.path + "/bench-\(UUID().uuidString)"
  }

  /// Writes batches of a second, as lanes do: trial by trial, all decoders, groups and levels.
  private func write(to store: SQLiteStore, _ run: Int, slice: Shard) throws {
    var batch: [Observation] = []
    let outlines = (0..<100).map {
      SymbolOutlines(
        OutlineFit(errorModules: 0.05 * Double($0 + 1), overlap: 0.95, isInOrder: true))
    }
    for trial in 0..<trials {
      for level in 0..<Self.levels {
        for group in 0..<Self.groups {
          for decoder in 0..<Self.decoders where (level + trial) % slice.count == slice.index - 1 {
            let isRead = (trial &* 7919 &+ level &* 104_729 &+ decoder &* 31) % 50 < level
            batch.append(
              Observation(
                decoder: decoder, place: .init(group: group, level: level, trial: trial),
                finding: Finding(
                  isRead ? .read : .noRead, isStrict: isRead,
                  outlines: isRead ? outlines[trial % outlines.count] : nil),
                wallNanoseconds: 1_000_000 + trial, cpuNanoseconds: 900_000 + trial,
                readingCount: isRead ? 1 : 0))
          }
        }
      }
      guard batch.count >= 50_000 else { continue }
      try store.append(batch, toRun: run)
      batch.removeAll(keepingCapacity: true)
    }
    try store.append(batch, toRun: run)
  }

  private func record(of slice: Shard) -> RunRecord {
    .bench(
      levels: (1...Self.levels).compactMap { Level(parsing: "\($0)") }, trials: trials,
      groups: (0..<Self.groups).map { "g\($0)/c" }, decoders: (0..<Self.decoders).map { "d\($0)" },
      shard: slice)
  }
}

/// The slices of one run, joined: the time grows with observations and with slices, and not with their
/// product.
struct MergeBench {
  private static let observations = 256_000

  /// The times of joining slices of one run, over their number.
  func curve() throws -> GrowthCurve {
    try GrowthCurve(
      "joining 256 000 observations", over: "slices", sizes: [2, 8, 32, 64, 128, 256]
    ) { count in
      let folder = StoreBench.temporaryFolder
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let bench = StoreBench(observations: Self.observations)
      let paths = try (1...count).map { index in
        try bench.write(toFolder: "\(folder)/\(index)", slice: Shard(index: index, count: count))
      }
      let merged = try SQLiteStore(path: folder + "/all.sqlite")
      return try GrowthCurve.Point(count) { _ = try StoreMerge(into: merged).take(paths) }
    }
  }

  /// The cost of a slice beside its observations, with few slices and with many.
  func measurements(of curve: GrowthCurve) -> [Measurement] {
    func seconds(_ slices: Double) -> Double {
      curve.points.first { $0.size == slices }?.seconds ?? .nan
    }
    let (few, many) = ((seconds(64) - seconds(2)) / 62, (seconds(256) - seconds(64)) / 192)
    return [
      Measurement("store: time of a slice, of 256 over of 64", many / few, "ratio", .atMost(1.5))
    ]
  }
}
