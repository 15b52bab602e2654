import Analysis
import Base
import Foundation
import ResultStore
import Results
import Statistics

/// A run of ten million observations: the times to write and report it, and its size.
struct StoreBench {
  private static let decoders = 4
  private static let groups = 5
  private static let levels = 50
  private static let trials = 10_000

  func measurements() throws -> [Measurement] {
    let folder = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/observations.sqlite"
    let store = try SQLiteStore(path: path)
    let run = try store.begin(record).number
    let count = Self.decoders * Self.groups * Self.levels * Self.trials
    let writing = try seconds { try write(to: store, run) }
    let outcome = RunOutcome(wallSeconds: 1, cost: RunCost(), givenUp: [], wasStopped: false)
    try store.finish(run: run, outcome: outcome)
    let reporting = try seconds { _ = try Scorer.scores(ofRun: run, in: store) }
    let size = ["", "-wal"].reduce(0.0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + Double((attributes?[.size] as? Int) ?? 0)
    }
    return [
      Measurement(
        "store: 10 million observations, written", Double(count) / writing, "per second",
        .atLeast(50_000)),
      Measurement("store: 10 million observations, scored", reporting, "s", .atMost(10)),
      Measurement("store: 10 million observations, size", size / 1e9, "GB", .atMost(1.5)),
    ]
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// Writes batches of a second, as lanes do: trial by trial, all decoders, groups and levels.
  private func write(to store: SQLiteStore, _ run: Int) throws {
    var batch: [Observation] = []
    let outlines = (0..<100).map {
      SymbolOutlines(
        OutlineFit(errorModules: 0.05 * Double($0 + 1), overlap: 0.95, isInOrder: true))
    }
    for trial in 0..<Self.trials {
      for level in 0..<Self.levels {
        for group in 0..<Self.groups {
          for decoder in 0..<Self.decoders {
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

  private var record: RunRecord {
    RunRecord(
      corpus: CorpusRecord(
        name: "bench", version: 1, title: "Bench", question: "How fast is the store?",
        sha256: "", seed: 1, axis: "module-size", unit: "px", harder: .smaller,
        levels: (1...Self.levels).compactMap { Level(parsing: "\($0)") },
        groups: (0..<Self.groups).map { group in
          .init(
            id: "g\(group)/c", symbologies: [.qrCode], trials: Self.trials,
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
