import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// A decoder that damages an umlaut: its readings look right and mean something else.
@Suite struct MeaningTests {
  private let corpus = """
    format: 1
    name: names
    version: 1
    title: Names
    question: Does the name survive?
    seed: 3
    symbols:
      - name: network
        judge: meaning
        symbology: qr-code
        version: 4
        ecc: M
        payload: {literals: ["WIFI:S:Süd;P:x;;", "WIFI:S:Nord;P:x;;"]}
      - {name: plain, symbology: qr-code, version: 4, ecc: M, payload: {literals: [Süd, Nord]}}
    conditions: [{name: upright}]
    sweep: {axis: module-size, harder: unordered, levels: [4]}
    trials: 4
    """

  @Test func aDamagedUmlautIsAnotherMeaningThatLooksRight() async throws {
    let scratch = try ScratchFolder()
    try scratch.file("names.yaml", corpus)
    let plugin = try scratch.doctoredPlugin("d", perMille: 1000, symptom: "umlaut")
    let arguments = [
      "compare", "--corpus", "./names.yaml", "--plugin", plugin, "--decoder", "doctored",
      "--decoder", "zxing", "--output", "r", "--full",
    ]
    let run = try await HarnessRun.run(arguments, in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    let doctored = try #require(table.decoder("doctored"))
    let score = try #require(doctored.groups.first { $0.group == "network/upright" }?.meaning)
    #expect((score.tried, score.same, score.different, score.unreadable) == (4, 2, 2, 0))
    #expect(doctored.meaning == score)
    #expect(doctored.groups.first { $0.group == "plain/upright" }?.meaning == nil)
    // The verdict on the data is what it is without the question.
    #expect(doctored.groups.map(\.total.misread) == [2, 2])
    #expect(table.decoder("zxing")?.meaning?.same == 4)
    #expect(run.output.contains("doctored returns another meaning that looks right: 2 of 4"))
    // From the store, as the next run finds it.
    let again = try await HarnessRun.run(arguments, in: scratch.path)
    #expect(again.status == 0, "\(again.errors)")
    let stored = try ScoreFile(scratch.path + "/r").table
    #expect(stored.outcome.reused == 16 && stored.outcome.cost.decodes == 0)
    #expect(stored.decoder("doctored")?.meaning == score)
  }
}
