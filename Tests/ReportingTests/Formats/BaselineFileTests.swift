import Foundation
import ResultStore
import Results
import TestSupport
import Testing

@testable import RunFixtures

@Suite struct BaselineFileTests {
  private let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory.path + "/baseline-test-\(UUID().uuidString)/a/b.json"
  }

  private func refusal(_ text: String) -> String {
    do throws(BaselineFileError) {
      _ = try BaselineFile.read(text, path: "b.json")
      return "taken"
    } catch {
      return error.description
    }
  }

  @Test func aFileReadsBackAsAnEqualBaseline() throws {
    for name in ScoreFixture.Name.allCases {
      var baseline = try ScoreFixture.baseline(name)
      if let cell = baseline.cells.first, let day = CalendarDay(parsing: "2027-01-01") {
        baseline.acknowledge(
          Acknowledgement(cell: cell, classes: [.crashes], reason: "\"so\"\n<b>", expires: day))
      }
      #expect(try BaselineFile.read(BaselineFile.text(baseline), path: "b.json") == baseline)
    }
  }

  @Test func theSameBaselineGivesTheSameBytesWithItsVersionFirst() throws {
    let baseline = try ScoreFixture.baseline(.hostile)
    let text = try BaselineFile.text(baseline)
    #expect(text.hasPrefix("{\n  \"schemaVersion\" : 1,\n") && text.hasSuffix("}\n"))
    for _ in 0..<5 { #expect(try BaselineFile.text(baseline) == text) }
  }

  @Test func oneFlipChangesOneLine() throws {
    var baseline = try ScoreFixture.baseline(.realistic)
    let before = try BaselineFile.text(baseline).split(separator: "\n")
    baseline.decoders[0].groups[1].levels[3].trials[7] = .crash
    let after = try BaselineFile.text(baseline).split(separator: "\n")
    #expect(before.count == after.count)
    #expect(zip(before, after).count { $0 != $1 } == 1)
  }

  @Test func writingMakesTheFolderReplacesTheFileAndLeavesNothingElse() throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let baselines = try [ScoreFixture.baseline(.realistic), ScoreFixture.baseline(.partial)]
    for baseline in baselines {
      try BaselineFile.write(baseline, to: path)
      #expect(try BaselineFile.read(path: path) == baseline)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b.json"])
  }

  @Test func aFileThatIsNotThereSaysHowToMakeOne() {
    let error = #expect(throws: BaselineFileError.self) { try BaselineFile.read(path: path) }
    #expect(error?.code == .absent)
    #expect(error?.description.contains("harness gate accept") == true)
  }

  @Test func damageIsSaidWithFileAndPlace() throws {
    let text = try BaselineFile.text(ScoreFixture.baseline(.realistic))
    #expect(refusal("").hasPrefix("b.json: the file cannot be read"))
    #expect(refusal("{\"schemaVersion\": 99}").contains("schema version 99"))
    #expect(refusal("{\"corpus\": 1}").contains("lacks \"schemaVersion\""))
    #expect(
      refusal(text.replacing("\"unit\" :", with: "\"unite\" :")).contains("corpus lacks \"unit\""))
    #expect(
      refusal(text.replacing("\"trials\" : ", with: "\"trials\" : -"))
        .contains("corpus.groups[0].trials cannot be read: -"))
    #expect(
      refusal(text.replacing("\"harder\" : \"smaller\"", with: "\"harder\" : \"small\""))
        .contains("corpus.harder"))
    let level = try #require(text.firstRange(of: "\"0.8 "))
    var broken = text
    broken.insert("q", at: level.upperBound)
    let sentence = refusal(broken)
    #expect(sentence.hasPrefix("b.json: decoders[0].groups[0].levels[0] cannot be read"))
    #expect(sentence.contains("\"q\" is not an outcome"))
    broken = text
    broken.insert(contentsOf: "r", at: level.upperBound)
    #expect(refusal(broken).contains("201 outcomes at 0.8"))
  }

  @Test func noCutAndNoChangedByteIsFatal() throws {
    let bytes = Array(try BaselineFile.text(ScoreFixture.deserted.baseline()).utf8)
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      var damaged = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        damaged = Array(bytes.prefix(place))
      } else {
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      let sentence = refusal(String(decoding: damaged, as: UTF8.self))
      #expect(!sentence.isEmpty, "round \(round), seed \(seed)")
    }
  }
}
