import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Distances at which codes of three sizes stop being read, by a decoder whose threshold is known.
@Suite(.waits) struct WalkAwayTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// The decoder needs 67 px for 33 modules: it reads while 33 × module size is above 65 px.
  private static let thresholdPixels = 65.0 / 33
  /// 26 mm as of film, 4032 × 3024 pixels, of which 2.1 make one of a frame of 1920 × 1080.
  private static let focalPixels: Double = 26 / filmDiagonal * 5040 / 2.1
  private static let filmDiagonal: Double = 1872.0.squareRoot()
  private static let widthsMillimetres = [20.0, 50, 100]

  private func corpus(_ condition: String, _ sweep: String) throws -> String {
    let symbols = Self.widthsMillimetres.map {
      """
        - {name: qr-\(Int($0)), symbology: qr-code, version: 2, ecc: M\
      \(condition.contains("camera") ? ", width: \(Int($0))mm" : ""), \
      payload: {literals: [RULER]}}
      """
    }
    return try scratch.file(
      "walk.yaml",
      """
      format: 1
      name: walk
      version: 1
      title: Walk
      question: How far?
      seed: 5
      symbols:
      \(symbols.joined(separator: "\n"))
      conditions: [{\(condition)}]
      sweep: {\(sweep)}
      trials: 60

      """)
  }

  private func thresholds(_ corpus: String, _ folder: String) throws -> ScoreTable {
    let plugin = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-ruler"
    let run = try HarnessRun.run([
      "compare", "--corpus", corpus, "--plugin", plugin, "--decoder", "ruler", "--quiet",
      "--output", scratch.path + "/" + folder,
    ])
    #expect(run.status == 0, "\(run.errors)")
    return try ScoreFile(scratch.path + "/" + folder).table
  }

  @Test func distanceThresholdIsTheModuleThresholdByThePinholeFormula() throws {
    let table = try thresholds(
      corpus(
        "name: pinhole, camera: iphone-11, mode: 1920x1080",
        "axis: distance, levels: [0.56, 0.58, 0.59, 0.6, 1.44, 1.46, 1.47, 1.48, 2.88, 2.92, 2.94, 3]"
      ),
      "distance")
    #expect(table.corpus.unit == "m" && table.corpus.harder == .larger)
    for (width, score) in zip(Self.widthsMillimetres, table.decoders[0].groups) {
      let metres = Self.focalPixels * width / 25 / Self.thresholdPixels / 1000
      let reliable = try #require(score.threshold.upper)
      let failing = try #require(score.threshold.lower)
      #expect(score.threshold.kind == .interval)
      #expect(reliable < metres && metres < failing, "\(width) mm: \(reliable) to \(failing)")
      #expect(failing - reliable <= 0.041, "\(width) mm: \(reliable) to \(failing)")
    }
    let text = try String(
      contentsOfFile: scratch.path + "/distance/scores.csv", encoding: .utf8)
    #expect(text.contains("distance") && text.contains(",m,"))
  }

  @Test func theSameDecoderHasTheSameThresholdInPixels() throws {
    let table = try thresholds(
      corpus("name: plain", "axis: module-size, levels: [1.9, 1.95, 1.96, 1.98, 2, 2.1]"), "pixels")
    for score in table.decoders[0].groups {
      #expect(score.threshold.lower == 1.96 && score.threshold.upper == 1.98)
    }
  }
}
