import Base
import DecoderKit
import Foundation
import GRDB
import ResultStore
import Results
import Statistics

/// A small run: two groups of two levels, the second group with fewer trials by default.
enum StoreFixture {
  static let outcome = RunOutcome(
    wallSeconds: 1, cost: RunCost(), givenUp: [], wasStopped: false)

  static func record(
    decoders: [String], trials: Int = 5, seed: UInt64 = 1, fingerprintSalt: String = "",
    shard: Shard = .whole
  ) -> RunRecord {
    let groups = ["r/c", "r/d"].map { id in
      CorpusRecord.Group(
        id: id, symbologies: [.qrCode], trials: trials,
        cellHashes: ["1", "1.37"].map {
          ContentHash.sha256(ofParts: [id, $0, "\(seed)"])
        })
    }
    return RunRecord(
      corpus: CorpusRecord(
        name: "c", version: 1, title: "t", question: "q", sha256: "00", seed: seed,
        axis: "module-size", unit: "px", harder: .smaller,
        levels: ["1", "1.37"].compactMap { Level(parsing: $0) }, groups: groups,
        usesSymbologyHints: false),
      decoders: decoders.map { label in
        DecoderRecord(
          label: label, name: label, library: "lib", version: "1", options: ["o": "ä\u{1}"],
          supportedGroups: [true, true],
          fingerprint: DecoderFingerprint(
            sha256: ContentHash.sha256(ofParts: [label, fingerprintSalt]),
            files: [.init(path: "/p", sha256: nil)]))
      },
      unavailable: [],
      settings: RunSettings(
        jobs: 1, timeoutSeconds: 5, memoryLimitBytes: nil, deathsBeforeGivingUp: 10),
      shard: shard,
      provenance: Provenance(
        harnessVersion: "t", commit: nil, startedAt: "2026-01-01T00:00:00Z", system: "t",
        processor: "t", cores: 1))
  }

  /// Observations of every sample of a run, in the store's order.
  static func observations(decoders: Int, trials: Int = 5) -> [Observation] {
    var observations: [Observation] = []
    for decoder in 0..<decoders {
      for group in 0..<2 {
        for level in 0..<2 {
          for trial in 0..<trials {
            observations.append(
              observation(decoder, .init(group: group, level: level, trial: trial)))
          }
        }
      }
    }
    return observations
  }

  private static func observation(
    _ decoder: Int, _ place: SamplePlace
  ) -> Observation {
    let number = place.trial + 7 * place.level + 13 * place.group + 29 * decoder
    let verdict = Verdict.allCases[number % Verdict.allCases.count]
    return Observation(
      decoder: decoder, place: place,
      finding: Finding(
        verdict, isStrict: verdict == .read && number % 2 == 0,
        misreadClass: verdict == .misread
          ? MisreadClass.allCases[number % MisreadClass.allCases.count] : nil,
        symbols: number % 3 == 0 ? "rnmu" : nil,
        meanings: [nil, "s", "-", "du.s"][number % 4], outlines: outlines(number),
        extras: Extras(duplicates: number % 3, wrong: number % 2, unjudged: number % 5),
        detail: number % 4 == 0 ? "it said: \"quoted\"; DROP TABLE ä\u{1}" : nil,
        printed: number % 8 == 0 ? "line\n; it printed: \(number)" : nil),
      wallNanoseconds: 1000 + number, cpuNanoseconds: 900 + number, wasRetried: number % 5 == 0,
      readingCount: number % 7 == 0 ? nil : number % 4,
      readings: number % 7 == 0 ? [] : (0..<number % 4).map { reading(number + $0) })
  }

  private static func outlines(_ number: Int) -> SymbolOutlines? {
    func fit(_ number: Int) -> OutlineFit {
      OutlineFit(
        errorModules: Double(number) / 10, overlap: number % 2 == 0 ? nil : 0.9,
        isInOrder: number % 3 == 0)
    }
    return switch number % 5 {
    case 0: nil
    case 1: SymbolOutlines(nil)
    case 2: SymbolOutlines(fit(number))
    case 3: SymbolOutlines([nil, fit(number), nil, fit(number + 1)])
    default: SymbolOutlines([fit(number), nil])
    }
  }

  /// Made once: stores of thousands of observations take pieces of it.
  private static let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }

  /// A reading without a symbology, without corners, empty, or longer than what is kept.
  private static func reading(_ number: Int) -> KeptReading {
    KeptReading(
      Reading(
        symbology: number % 3 == 0 ? nil : Symbology.allCases[number % Symbology.allCases.count],
        bytes: number % 5 == 0
          ? [] : Array(bytes.prefix(number % 6 == 0 ? bytes.count : number)),
        corners: number % 4 == 0 ? nil : corners(Double(number))))
  }

  private static func corners(_ shift: Double) -> Corners {
    Corners(
      topLeft: Point(x: shift, y: -1.3), topRight: Point(x: shift + 100.7, y: 1e-3),
      bottomRight: Point(x: 1e7, y: 3), bottomLeft: Point(x: -shift, y: 99))
  }

  /// All observations with their readings.
  static func all(_ store: SQLiteStore, _ run: Int) throws -> [Observation] {
    var read: [Observation] = []
    try store.forEachObservation(ofRun: run, withReadings: true) { read.append(copy $0) }
    return read
  }

  /// Executes SQL in a database file, to make databases that are not the store's.
  static func execute(_ sql: String, inFile path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }
}
