import Analysis
import Base
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

  private let millions: Int
  fileprivate let trials: Int

  /// - Parameter millions: The number of observations, in millions.
  init(millions: Int) {
    self.millions = millions
    trials = millions * 1_000_000 / (Self.decoders * Self.groups * Self.levels)
  }

  func measurements() throws -> [Measurement] {
    let folder = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/observations.sqlite"
    let run: Int
    let (writing, finishing): (Double, Double)
    do {
      let store = try SQLiteStore(path: path)
      run = try store.begin(record).number
      writing = try Self.seconds { try write(to: store, run) }
      let outcome = RunOutcome(wallSeconds: 1, cost: RunCost(), givenUp: [], wasStopped: false)
      finishing = try Self.seconds { try store.finish(run: run, outcome: outcome) }
    }
    let (reporting, memory) = try Self.scored(run, of: path)
    let size = ["", "-wal"].reduce(0.0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + Double((attributes?[.size] as? Int) ?? 0)
    }
    let (count, name) = (Double(millions) * 1e6, "store: \(millions) million observations")
    return [
      Measurement(
        "\(name), written", count / (writing + finishing), "per second", .atLeast(50_000)),
      Measurement("\(name), run closed", finishing, "s"),
      Measurement("\(name), scored", reporting, "s", .atMost(0.15 * Double(millions))),
      Measurement("\(name), memory to score", memory / 1e6, "MB", .atMost(150)),
      Measurement("\(name), size", size / 1e9, "GB", .atMost(0.15 * Double(millions))),
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
    let before = Memory.residentBytes
    Memory.forgetPeak()
    let seconds = try Self.seconds {
      _ = try Scorer.scores(ofRun: run, in: SQLiteStore(path: path, isNew: false))
    }
    return (seconds, Memory.peakSinceForgotten - before)
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// Writes batches of a second, as lanes do: trial by trial, all decoders, groups and levels.
  fileprivate func write(
    to store: SQLiteStore, _ run: Int, slice: Shard = .whole
  ) throws {
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

  fileprivate var record: RunRecord {
    RunRecord(
      corpus: CorpusRecord(
        name: "bench", version: 1, title: "Bench", question: "How fast is the store?",
        sha256: "", seed: 1, axis: "module-size", unit: "px", harder: .smaller,
        levels: (1...Self.levels).compactMap { Level(parsing: "\($0)") },
        groups: (0..<Self.groups).map { group in
          .init(
            id: "g\(group)/c", symbologies: [.qrCode], trials: trials,
            cellHashes: (1...Self.levels).map {
              ContentHash.sha256(ofParts: ["\(group)", "\($0)"])
            })
        }, usesSymbologyHints: false),
      decoders: (0..<Self.decoders).map { decoder in
        DecoderRecord(
          label: "d\(decoder)", name: "d\(decoder)", library: "d", version: "1", options: [:],
          supportedGroups: Array(repeating: true, count: Self.groups),
          fingerprint: DecoderFingerprint(
            sha256: ContentHash.sha256(ofParts: ["\(decoder)"]), files: []))
      },
      unavailable: [],
      settings: RunSettings(
        jobs: 1, timeoutSeconds: 5, memoryLimitBytes: nil, deathsBeforeGivingUp: 10),
      provenance: Provenance(
        harnessVersion: "bench", commit: nil, startedAt: "", system: "", processor: "", cores: 1))
  }
}

/// The slices of one run, joined: the time grows with observations and with slices, and not with their
/// product.
struct MergeBench {
  func measurements() throws -> [Measurement] {
    let counts = [2, 64, 256]
    let times = try counts.map(seconds)
    // The cost of a slice beside its observations, with few slices and with many.
    let (few, many) = ((times[1] - times[0]) / 62, (times[2] - times[1]) / 192)
    return zip(counts, times).map {
      Measurement("store: a million observations in \($0) slices, merged", $1, "s")
    } + [
      Measurement(
        "store: time of a slice, of 256 over of 64", many / few, "ratio", .atMost(1.5))
    ]
  }

  private func seconds(slices: Int) throws -> Double {
    let folder = FileManager.default.temporaryDirectory.path + "/merge-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bench = StoreBench(millions: 1)
    let paths = try (1...slices).map { index in
      let path = "\(folder)/\(index)/observations.sqlite"
      let store = try SQLiteStore(path: path)
      var record = bench.record
      record.shard = Shard(index: index, count: slices)
      let run = try store.begin(record).number
      try bench.write(to: store, run, slice: record.shard)
      let outcome = RunOutcome(wallSeconds: 1, cost: RunCost(), givenUp: [], wasStopped: false)
      try store.finish(run: run, outcome: outcome)
      return path
    }
    let merged = try SQLiteStore(path: folder + "/all.sqlite")
    let start = ContinuousClock.now
    _ = try StoreMerge(into: merged).take(paths)
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
