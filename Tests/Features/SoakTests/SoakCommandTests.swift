import Foundation
import Statistics
import TestSupport
import Testing

@testable import Soak

/// `harness soak` on plugins with planted faults.
@Suite(.waits) struct SoakCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 1))
  }

  /// Soaks a plugin whose decodes do something beside reading nothing; `number` counts them from 1.
  private func soak(
    doing fault: String, _ arguments: String...
  ) async throws -> (run: HarnessRun, report: SoakReport) {
    let plugin = "harness-decoder-planted"
    try scratch.file(
      plugin,
      """
      #!/usr/bin/env -S python3 -S
      import json, os, struct, sys, threading, time
      incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
      kept, number = [], 0
      def send(message):
        text = json.dumps(message).encode()
        outgoing.write(struct.pack("<II", len(text), 0) + text)
        outgoing.flush()
      def receive():
        prelude = incoming.read(8)
        if len(prelude) < 8: sys.exit(0)
        header, payload = struct.unpack("<II", prelude)
        return json.loads(incoming.read(header)), incoming.read(payload)
      while True:
        message, pixels = receive()
        if message["type"] == "hello":
          send({"type": "hello", "protocol": 1, "name": "planted", "library": "none",
                "libraryVersion": "1", "symbologies": ["qr-code"]})
        elif message["type"] == "configure":
          send({"type": "ready"})
        else:
          number += 1
          start, used = time.monotonic_ns(), time.process_time_ns()
          \(fault)
          send({"type": "result", "id": message["id"], "readings": [],
                "wallNanoseconds": time.monotonic_ns() - start,
                "cpuNanoseconds": time.process_time_ns() - used})

      """)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/" + plugin)
    let run = try await HarnessRun.run(
      [
        "soak", "planted", "--plugin", "./" + plugin, "--corpus", "./tiny.yaml", "--quiet", "-o",
        "s",
      ]
        + arguments, in: scratch.path)
    let text = try String(contentsOfFile: scratch.path + "/s/soak.json", encoding: .utf8)
    #expect(try PublishedSchema.objections(text, schema: "soak") == [])
    return (run, try JSONDecoder().decode(SoakReport.self, from: Data(text.utf8)))
  }

  private func verdict(_ subject: SoakReport.Subject, in report: SoakReport) -> SoakReport.Verdict?
  {
    report.series.first { $0.subject == subject }?.verdict
  }

  @Test func aLeakOfAKilobyteADecodeIsFoundAndItsSizeIsTold() async throws {
    let (run, report) = try await soak(doing: "kept.append(bytearray(1024))", "--decodes", "40000")
    #expect(run.status == 1 && run.output.contains("leaks memory"), "\(run.output)\(run.errors)")
    let memory = try #require(report.series.first { $0.subject == .memory })
    #expect(memory.verdict == .grows && (900...1400).contains(memory.estimate ?? 0), "\(memory)")
    #expect(verdict(.descriptors, in: report) == .steady)
  }

  @Test func aDescriptorInAThousandDecodesIsFound() async throws {
    let (run, report) = try await soak(
      doing: "number % 1000 or kept.append(os.open('/dev/null', 0))", "--decodes", "40000")
    #expect(run.status == 1 && run.output.contains("leaks descriptors"), "\(run.output)")
    let growth = try #require(report.series.first { $0.subject == .descriptors })
    #expect(abs((growth.estimate ?? 0) - 0.001) < 0.0001, "\(growth)")
    #expect(verdict(.memory, in: report) == .steady)
  }

  @Test func aCleanDecoderIsCalledClean() async throws {
    let (run, report) = try await soak(doing: "pass", "--decodes", "40000")
    // Beside other tests the interval of the times may stay wide.
    #expect(verdict(.time, in: report) != .grows, "\(run.output)")
    #expect(verdict(.memory, in: report) == .steady, "\(run.output)")
    #expect(verdict(.descriptors, in: report) == .steady, "\(run.output)")
    #expect(run.output.contains("shows no growth of memory above"), "\(run.output)")
    #expect(run.status == (verdict(.time, in: report) == .steady ? 0 : 3), "\(run.output)")
    #expect(report.deaths == [] && report.p9999Milliseconds ?? 0 > 0)
  }

  /// Times that grow by a share over 400 points, about which 20 parts vary by two hundredths.
  @Test(arguments: [(0.05, SoakReport.Verdict.steady), (0.115, .undecided), (0.2, .grows)])
  func timesMustGrowByATenthForCertain(share: Double, verdict: SoakReport.Verdict) throws {
    let points = (0..<400).map { index in
      let part = Double(index - 100) / 15
      return (
        work: Double(index), value: 1 + share * part / 19 + 0.02 * sin(2.4 * part.rounded(.down))
      )
    }
    let series = SoakReport.Series(.time, Growth(points, .level, confidence: 0.98))
    #expect(series.verdict == verdict, "\(series)")
    #expect(verdict != .undecided || series.atLeast ?? 0 > 0, "\(series)")
  }

  /// From the middle to the end it takes eight times as long: other tests shake times by a half and more.
  @Test func aDecoderThatSlowsDownIsFoundBesideOtherWork() async throws {
    let (run, report) = try await soak(
      doing: "[0 for _ in range(200 + (number // 40) ** 3 // 12000)]", "--decodes", "16000")
    #expect(run.status == 1 && run.output.contains("slows down by"), "\(run.output)")
    let time = try #require(report.series.first { $0.subject == .time })
    #expect(time.verdict == .grows && (time.last ?? 0) > 3, "\(time)")
  }

  @Test func aDeadlockIsToldFromASlowReadAndFromOneWithoutAnEnd() async throws {
    // Slow is longer than 1 s, and the process is ended after 6.
    let (locked, hang) = try await soak(
      doing: "number == 20 and [(lock := threading.Lock()).acquire(), lock.acquire()]", "--timeout",
      "1s",
      "--decodes", "30")
    #expect(hang.deaths.map(\.kind) == [.hang] && hang.slowReads == 0, "\(hang.deaths)")
    #expect(locked.status == 1 && locked.output.contains("hangs without using the processor"))
    for wait in [
      "time.sleep(3)", "[0 for _ in iter(lambda: time.monotonic_ns() - start < 3e9, False)]",
    ] {
      let (_, slow) = try await soak(
        doing: "number == 20 and \(wait)", "--timeout", "1s", "--decodes", "30")
      #expect(slow.deaths == [] && slow.slowReads == 1, "\(wait): \(slow.deaths)")
      #expect((3000..<6000).contains(slow.worst?.milliseconds ?? 0), "\(wait)")
    }
    let (_, endless) = try await soak(
      doing: "number == 20 and [0 for _ in iter(lambda: True, False)]", "--timeout", "1s",
      "--decodes", "30")
    #expect(endless.deaths.map(\.kind) == [.endless], "\(endless.deaths)")
  }
}
