import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Decoders whose answers cannot be trusted, in whole comparisons: what can be found out is shown.
@Suite(.waits) struct ConductTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A plugin that answers each image with the outcome of some Python.
  private func plugin(_ name: String, hello: String = "{}", _ answer: String) throws -> String {
    let file = try scratch.file(
      "harness-decoder-\(name)",
      """
      #!/usr/bin/env -S python3 -S
      import base64, json, os, struct, sys
      INPUT, OUTPUT = sys.stdin.buffer, sys.stdout.buffer
      HELLO = {"type": "hello", "protocol": 1, "name": "\(name)", "library": "none",
               "libraryVersion": "1", "symbologies": ["qr-code"], **\(hello)}

      def send(message):
          text = json.dumps(message).encode()
          OUTPUT.write(struct.pack("<II", len(text), 0) + text)
          OUTPUT.flush()

      count = 0
      while len(prelude := INPUT.read(8)) == 8:
          header, payload = struct.unpack("<II", prelude)
          message, pixels = json.loads(INPUT.read(header)), INPUT.read(payload)
          if message["type"] == "hello":
              send(HELLO)
          elif message["type"] == "configure":
              send({"type": "ready"})
          else:
              count += 1
              answer = {"type": "result", "id": message["id"], "readings": []}
              if "nonce" in message:
                  answer["nonce"] = message["nonce"]
      \(answer.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
              send(answer)
      """, isExecutable: true)
    return file
  }

  private func compare(
    _ plugin: String, on corpus: String = "qr-small", trials: String = "2"
  ) throws -> (HarnessRun, ScoreTable) {
    let run = try HarnessRun.run([
      "compare", "--corpus", corpus, "--trials", trials, "--plugin", plugin, "--decoder",
      plugin.split(separator: "-").last.map(String.init) ?? "", "--jobs", "1", "--output",
      scratch.path + "/out", "--quiet", "--full",
    ])
    return (run, try ScoreFile(scratch.path + "/out").table)
  }

  @Test func whatIsReadInEmptyImagesIsNamed() throws {
    let file = try plugin(
      "seer",
      """
      answer["readings"] = [{"symbology": "qr-code", "bytes": base64.b64encode(b"HELLO").decode()}]
      """)
    let (run, table) = try compare(file)
    let conduct = try #require(table.outcome.conduct?.first)
    #expect(conduct.blanks >= 1 && conduct.readBlanks == conduct.blanks)
    #expect(run.output.contains("seer reads something in empty images"), "\(run.output)")
    // They are no samples: each of those was decoded, and nothing else was judged.
    #expect(table.decoders[0].total.tried == table.decoders[0].total.planned)
    #expect(table.outcome.cost.decodes == table.decoders[0].total.planned)
  }

  @Test func aDecoderThatReadsNothingReadsNothingInEmptyImages() throws {
    let (run, table) = try compare(plugin("blind", "pass"))
    let conduct = try #require(table.outcome.conduct?.first)
    #expect(conduct.blanks >= 1 && conduct.readBlanks == 0 && conduct.impossibleTimes == 0)
    #expect(conduct.repeated >= 4 && conduct.different == 0)
    #expect(!run.output.contains("Answers to be doubted"), "\(run.output)")
  }

  @Test func timesThatCannotBeAreAWarning() throws {
    let (run, table) = try compare(
      plugin("liar", "answer.update(wallNanoseconds=1000, cpuNanoseconds=10**15)"))
    let conduct = try #require(table.outcome.conduct?.first)
    #expect(conduct.impossibleTimes == table.decoders[0].total.tried + conduct.blanks)
    #expect(run.output.contains("liar reports impossible times"), "\(run.output)")
    let used = table.outcome.cost.efficiency(
      wallSeconds: table.outcome.wallSeconds, cores: table.provenance.cores)
    #expect(used <= 1.05, "the decoder used \(used) of the time that there was")
  }

  @Test func exchangesThatBreakAndAreRetriedStandBesideTheErrors() throws {
    // Each process answers one image, and breaks the protocol at the next.
    let (run, table) = try compare(
      plugin("breaker", "if count > 1: answer[\"id\"] += 1"),
      on: scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 3)), trials: "3")
    let total = table.decoders[0].total
    #expect(total.broken == 0 && total.retried > total.tried / 2)
    #expect(run.output.contains("0 (\(total.retried) retried)"), "\(run.output)")
    #expect(run.output.contains("breaker: no error in \(total.tried) decodes"), "\(run.output)")
  }

  @Test func anAnswerThatIsMadeUpBeforeItsQuestionDoesNotKnowTheNonce() throws {
    let (run, table) = try compare(
      plugin("early", hello: "{\"nonces\": True}", "answer[\"nonce\"] = 4711"), trials: "1")
    #expect(table.decoders[0].total.read == 0 && table.decoders[0].standing == .givenUp)
    #expect(run.output.contains("with the nonce of another"), "\(run.output)")
  }

  /// The first worker of the run is another one than that of the plan.
  @Test func aDecoderThatIsAnotherOneAfterARestartIsLostAndNamed() throws {
    let (run, table) = try compare(
      plugin("shifter", hello: "{\"libraryVersion\": os.urandom(4).hex()}", "pass"), trials: "1")
    #expect(run.status == 2 && run.errors.contains(" at first, and is none "), "\(run.errors)")
    #expect(table.decoders[0].standing == .lost && table.decoders[0].total.tried == 0)
  }

  /// At one in a hundred decodes by chance, at two by the time, or by the images before.
  @Test(arguments: Proof.all(["yes", "time", "count"], orFirst: 1))
  func aDecoderThatFlipsIsFoundAndTheSteadyOneIsNot(fickle: String) throws {
    let flipper = try scratch.doctoredPlugin("fickle", perMille: 10, fickle: fickle)
    let run = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--trials", "25", "--plugin", flipper, "--decoder",
      "doctored", "--decoder", "zxing", "--output", scratch.path + "/out", "--quiet",
    ])
    let table = try ScoreFile(scratch.path + "/out").table
    let conduct = try #require(table.outcome.conduct)
    let flipping = conduct.filter { !$0.flipping.isEmpty }.map(\.label)
    #expect(flipping == ["doctored"], "\(conduct)")
    #expect(run.output.contains("doctored gives different answers to the same image"))
    for one in conduct {
      let planned = try #require(table.decoders.first { $0.label == one.label }).total.planned
      #expect(one.repeated * 50 <= planned + 50, "\(one)")
      // A quarter of a per cent and one a job on average; four times that is beyond chance.
      #expect(one.blanks * 100 <= planned + 100, "\(one)")
    }
    #expect(conduct.first { $0.label == "zxing" }?.different == 0)
  }
}
