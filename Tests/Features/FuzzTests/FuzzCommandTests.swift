import Foundation
import TestSupport
import Testing

/// `harness fuzz` on plugins with planted faults.
@Suite(.waits) struct FuzzCommandTests {
  private struct Report: Decodable {
    struct Group: Decodable {
      struct Example: Decodable {
        var width: Int
        var originalWidth: Int
        var file: String
        var reproduce: String?
      }
      var verdict: String
      var cause: String
      var count: Int
      var untouched: Int
      var example: Example
    }
    struct Slow: Decodable {
      var ratio: Double
      var usualMilliseconds: Double
      var example: Group.Example
    }
    var inputs: Int
    var slowest: [Slow]?
    var wasStopped: Bool
    var groups: [Group]
  }

  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 1))
  }

  private func arguments(_ plugin: String, _ more: [String]) -> [String] {
    let program = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-" + plugin
    return ["fuzz", plugin, "--plugin", program, "--corpus", "./tiny.yaml", "-o", "f"] + more
  }

  private func report() throws -> Report {
    let file = URL(filePath: scratch.path + "/f/fuzz.json")
    return try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
  }

  @Test func threePlantedCrashesAreThreeCausesAndTheirImagesMakeThemAgain() async throws {
    let run = try await HarnessRun.run(arguments("planted", ["--inputs", "14"]), in: scratch.path)
    #expect(run.status == 1, "\(run.errors)")
    let report = try report()
    #expect(report.inputs == 14 && !report.wasStopped && report.groups.count == 3)
    #expect(report.groups.allSatisfy { $0.verdict == "crash" && $0.untouched >= 1 })
    let causes = [
      "killed by SIGSEGV (segmentation fault)", "exited with code 3: no memory for … bytes",
      "killed by SIGABRT (abort): Assertion `rows == 1' failed.",
    ]
    #expect(Set(report.groups.map(\.cause)) == Set(causes))
    // The narrowest image of each: the plugin chooses the crash by the width.
    for (cause, width) in zip(causes, [1, 70, 100]) {
      let group = try #require(report.groups.first { $0.cause == cause })
      #expect(group.example.width == width)
      #expect(run.output.contains("crash: " + cause), "\(run.output)")
      let again = try await HarnessRun.run(
        ["reproduce", "f/" + group.example.file] + arguments("planted", [])[2...3],
        in: scratch.path)
      #expect(again.status == 0 && again.output.contains("planted: as kept"), "\(again.output)")
      let page = try String(contentsOfFile: scratch.path + "/f/fuzz.md", encoding: .utf8)
      let command = try #require(group.example.reproduce)
      #expect(command.contains(group.example.file.dropLast(4)) && page.contains(command))
    }
  }

  @Test func aContentThatIsNowhereIsAMisreadAndADecoderThatReadsNothingHasNone() async throws {
    let run = try await HarnessRun.run(arguments("ruler", ["--inputs", "40"]), in: scratch.path)
    #expect(run.status == 1, "\(run.errors)")
    let group = try #require(try report().groups.first)
    #expect(
      group.verdict == "misread" && group.cause.hasPrefix("QR Code read in an image of QR Code"))
    let quiet = try await HarnessRun.run(
      ["fuzz", "null", "--corpus", "./tiny.yaml", "--inputs", "40", "-o", "n"], in: scratch.path)
    #expect(quiet.status == 0 && quiet.output.contains("answered all 40 images"), "\(quiet.errors)")
    let wrong = try await HarnessRun.run(["fuzz", "null", "--minutes", "0"], in: scratch.path)
    #expect(wrong.status == 64)
  }

  @Test func theSlowestImageIsFoundByItsCauseAndKept() async throws {
    // An image that is mostly dark takes 30 times as long.
    try scratch.file(
      "slow",
      """
      #!/usr/bin/env python3
      import sys, time
      sys.path.insert(0, "\(HarnessRun.root)/Plugins/SDK/python")
      import harness_decoder

      class Slow(harness_decoder.Decoder):
          name = library = "slow"
          symbologies = ["qr-code"]

          @classmethod
          def load(cls): return "1"

          def decode(self, image, hints):
              pixels = bytes(image.packed())
              dark = sum(1 for pixel in pixels[::97] if pixel < 128) / max(len(pixels[::97]), 1)
              end = time.process_time() + 0.0003 * (30 if dark > 0.6 else 1)
              while time.process_time() < end: pass
              return []

      harness_decoder.main(Slow)
      """, isExecutable: true)
    let run = try await HarnessRun.run(
      [
        "fuzz", "slow", "--plugin", "./slow", "--corpus", "./tiny.yaml", "-o", "f", "--goal",
        "time", "--inputs", Proof.isAsked ? "400" : "80",
      ], in: scratch.path)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let text = try String(contentsOfFile: scratch.path + "/f/fuzz.json", encoding: .utf8)
    #expect(try PublishedSchema.objections(text, schema: "fuzz") == [])
    let slowest = try #require(try report().slowest?.first)
    #expect((15...60).contains(slowest.ratio), "\(slowest)")
    #expect(slowest.usualMilliseconds < 1, "\(slowest)")
    #expect(run.output.contains("slow 1 takes up to"), "\(run.output)")
    let again = try await HarnessRun.run(
      ["reproduce", "f/" + slowest.example.file, "--plugin", "./slow"], in: scratch.path)
    #expect(again.status == 0, "\(again.output)\(again.errors)")
    let quick = try await HarnessRun.run(
      ["fuzz", "null", "--corpus", "./tiny.yaml", "--inputs", "30", "--goal", "time", "-o", "n"],
      in: scratch.path)
    #expect(quick.status == 0, "\(quick.output)\(quick.errors)")
  }

  @Test func allDecodersAreFuzzedOneAfterTheOtherEachIntoAFolderOfItsOwn() async throws {
    let several = try await HarnessRun.run(
      ["fuzz", "all", "--corpus", "./tiny.yaml", "--inputs", "2", "-o", "all"], in: scratch.path)
    #expect(several.status == 0 || several.status == 1, "\(several.errors)")
    let folders = scratch.names(in: "all")
    #expect(Set(folders).isSuperset(of: ["zbar", "zxing"]), "\(folders): \(several.errors)")
    for folder in folders {
      #expect(scratch.names(in: "all/" + folder).contains("fuzz.json"), "\(folder)")
    }
  }

  @Test func anInterruptKeepsWhatWasFound() throws {
    let harness = try RunningHarness(
      arguments("planted", ["--minutes", "9"]), in: scratch.path,
      environment: ["HARNESS_PROGRESS_SECONDS": "0.1"])
    eventually("something is found") {
      harness.errorsSoFar.contains(" of 3 causes") || !harness.isRunning
    }
    harness.send(SIGINT)
    let run = harness.wait()
    #expect(run.status == 130, "\(run.errors)")
    let report = try report()
    #expect(report.wasStopped && report.groups.count == 3)
    #expect(scratch.names(in: "f/reproducers/planted").count >= 6)
  }
}
