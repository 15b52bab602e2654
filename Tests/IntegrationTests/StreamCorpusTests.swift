import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// A corpus of streams, end to end: by a decoder whose threshold is known, on both clocks.
@Suite(.waits) struct StreamCorpusTests {
  private let scratch: ScratchFolder
  private let corpus: String

  init() throws {
    scratch = try ScratchFolder()
    corpus = try scratch.file(
      "film.yaml",
      """
      format: 1
      name: film
      version: 1
      title: Film
      question: When?
      seed: 5
      symbols: [{name: qr, symbology: qr-code, version: 2, ecc: M, width: 20mm, payload: {literals: [RULER]}}]
      conditions:
        - {name: hand, camera: iphone-11, mode: 1920x1080, distance: 0.8, exposure: 8, light: 100}
      sweep: {axis: time, duration: 0.7s, second: {axis: approach, levels: [0.4, 0.6]}}
      trials: 3

      """)
  }

  private func compare(_ folder: String, _ options: [String]) throws -> StreamTable {
    let plugin = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-ruler"
    let run = try HarnessRun.run(
      [
        "compare", "--corpus", corpus, "--plugin", plugin, "--decoder", "ruler", "--quiet",
        "--full", "--output",
        scratch.path + "/" + folder,
      ] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Time to first correct read"))
    return try #require(try ScoreFile(scratch.path + "/" + folder).table.streams)
  }

  /// The ruler reads from 65 px for 33 modules on; see `WalkAwayTests`.
  private static let crossing =
    26 / 1872.0.squareRoot() * 5040 / 2.1 * 0.8 / (65.0 / 33) / 1000

  private func verdicts(_ folder: String) throws -> [String] {
    let run = try HarnessRun.run(["runs", "export", scratch.path + "/" + folder])
    let lines = run.output.split(separator: "\n").map { $0.split(separator: ",") }
    let names = try #require(lines.first)
    let kept = names.indices.filter {
      !names[$0].contains("nanoseconds") && !names[$0].contains("_ms")
    }
    return lines.map { line in kept.map { $0 < line.count ? String(line[$0]) : "" }.joined() }
  }

  @Test func theFirstReadIsAtTheCrossingWhateverTheJobs() throws {
    let table = try compare("one", ["--policy", "all", "--jobs", "1"])
    for (group, speed) in zip(table.groups, [0.4, 0.6]) {
      let expected = (0.8 - Self.crossing) / speed
      let time = try #require(group.decoders.first?.median.value)
      let cost = try #require(group.decoders.first?.cpuSecondsPerFirstRead)
      #expect(time >= expected && time <= expected + 1.0 / 30 + cost, "\(time) for \(expected)")
    }
    _ = try compare("four", ["--policy", "all", "--jobs", "4"])
    let (one, four) = try (verdicts("one"), verdicts("four"))
    #expect(one.count == 2 * 21 * 3 + 1)
    #expect(Set(one).count > 3 && one.sorted() == four.sorted())
  }

  @Test func theVirtualClockGivesTheSameReportFromTheSameTimes() throws {
    let first = try compare("r", ["--confirm", "2/3"])
    #expect(first.rules == StreamRules(confirmations: 2, window: 3))
    #expect(try compare("r", ["--confirm", "2/3"]) == first)
    func page(_ options: [String]) throws -> String {
      let run = try HarnessRun.run(
        ["report", scratch.path + "/r", "--corpus", corpus, "--no-decoders"] + options)
      #expect(run.status == 0, "\(run.errors)")
      return try String(contentsOfFile: scratch.path + "/r/report.html", encoding: .utf8)
    }
    let pages = try (page([]), page([]))
    #expect(pages.0 == pages.1 && pages.0.contains("2 of the latest 3"))
    #expect(try page(["--policy", "latest:200ms"]).contains("one frame every 200 ms at most"))
    // Other rules are another reading of the same times.
    #expect(try compare("r", []).effects.contains { $0.rules == first.rules })
  }

  /// Times depend on the machine; that they are not before the crossing does not.
  @Test func theRealClockWatchesEveryStream() throws {
    let table = try compare(
      "live", ["--clock", "real", "--trials", "1", "--policy", "latest:33ms"])
    #expect(table.rules.clock == .real)
    for (group, speed) in zip(table.groups, [0.4, 0.6]) {
      let score = try #require(group.decoders.first)
      #expect(score.streams == 1 && score.judgedShare ?? 0 > 0)
      guard let time = score.median.value else { continue }
      #expect(time >= (0.8 - Self.crossing) / speed)
    }
    #expect(try ScoreFile(scratch.path + "/live").table.outcome.streams?.count == 2)
  }

  @Test(arguments: [
    (["--policy", "all"], "are for streams, and the sweep of smoke is over module-size"),
    (["--clock", "real", "--shard", "1/2"], "--clock real needs whole streams"),
    (["--policy", "often"], "--policy"),
  ])
  func rulesAreRefusedWhereTheyMeanNothing(options: [String], message: String) throws {
    let run = try HarnessRun.run(["compare", "--corpus", "smoke", "--decoder", "null"] + options)
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
  }
}
