import Foundation
import ResultStore
import Results

/// The results that a comparison wrote into its folder.
struct ScoreFile {
  let table: ScoreTable
  let folder: String

  init(_ folder: String) throws {
    self.folder = folder
    table = try JSONDecoder().decode(
      ScoreTable.self, from: Data(contentsOf: URL(filePath: folder + "/scores.json")))
  }

  /// All results that must not depend on the machine's speed, one line per observation.
  func verdicts(run: Int = 1) throws -> [String] {
    let store = try SQLiteStore(path: folder + "/observations.sqlite")
    var lines: [String] = []
    try store.forEachObservation(ofRun: run) { observation in
      lines.append(
        "\(observation.decoder) \(observation.place) \(observation.verdict.rawValue) "
          + "\(observation.finding)")
    }
    return lines
  }
}

extension ScoreFile {
  /// The number of observations in a folder's first run; its reports may be missing.
  static func observationCount(in folder: String, run: Int = 1) throws -> Int {
    let store = try SQLiteStore(path: folder + "/observations.sqlite")
    var count = 0
    try store.forEachObservation(ofRun: run) { _ in count += 1 }
    return count
  }
}

extension ScoreTable {
  /// The table without the values that may differ between runs of the same work: times, and the
  /// path of the corpus in commands.
  var withoutTimings: ScoreTable {
    var table = self
    table.outcome.wallSeconds = 0
    table.outcome.cost = RunCost()
    table.outcome.reused = 0
    // Which samples are decoded twice, and where empty images stand, is chance.
    table.outcome.conduct = nil
    table.provenance.startedAt = ""
    for pair in table.comparisons.indices { table.comparisons[pair].latencyRatio = nil }
    for decoder in table.decoders.indices {
      for cause in (table.decoders[decoder].causes ?? []).indices {
        table.decoders[decoder].causes?[cause].command = ""
      }
      for group in table.decoders[decoder].groups.indices {
        table.decoders[decoder].groups[group].latency = LatencyScore()
      }
    }
    return table
  }
}
