import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// Plugins that misbehave. Each does its worst on a black image and works on a white one.
@Suite(.serialized)
struct HostilePluginTests {
  /// A hostile plugin and the expected outcome of a black image.
  struct Case: Sendable, CustomTestStringConvertible {
    let plugin: String
    /// The beginning of the outcome's summary; `mention` must occur in it, too.
    let outcome: String
    var mention = ""
    var wasRetried = true
    var decodeMilliseconds = 20_000
    var memoryLimitBytes: Int?
    var testDescription: String { plugin }
  }

  static let cases: [Case] = [
    Case(plugin: "aborts", outcome: "crashed: killed by SIGABRT", mention: "lineCount() == 1"),
    Case(plugin: "hangs-stubbornly", outcome: "timed out", decodeMilliseconds: 500),
    Case(plugin: "leaves-its-group", outcome: "timed out", decodeMilliseconds: 500),
    Case(plugin: "obeys-but-child-does-not", outcome: "timed out", decodeMilliseconds: 500),
    Case(plugin: "leaves-child", outcome: "crashed: killed by SIGABRT"),
    Case(
      plugin: "prints-first", outcome: "failed: broke the protocol: the plugin sent a frame header",
      mention: "the limit is 1048576"),
    Case(
      plugin: "lies-about-header", outcome: "failed: broke the protocol",
      mention: "4294967295 bytes"),
    Case(
      plugin: "lies-about-payload", outcome: "failed: broke the protocol",
      mention: "a plugin's frames have none"),
    Case(
      plugin: "closes-output", outcome: "failed: broke the protocol",
      mention: "closed its output and went on running"),
    Case(
      plugin: "eats-memory", outcome: "crashed: exited with code 1", mention: "MemoryError",
      memoryLimitBytes: 1 << 30),
    Case(
      plugin: "wrong-id", outcome: "failed: broke the protocol",
      mention: "answered request 2 when 1 was asked"),
    Case(
      plugin: "makes-nonces-up", outcome: "failed: broke the protocol",
      mention: "answered request 1 with the nonce of another"),
    Case(
      plugin: "garbage", outcome: "failed: broke the protocol",
      mention: "a header that is no message"),
    Case(
      plugin: "truncates", outcome: "failed: broke the protocol",
      mention: "closed its output inside a frame"),
    Case(
      plugin: "million-corners", outcome: "failed: broke the protocol",
      mention: "sent a header of more than 65536 values"),
    Case(
      plugin: "many-readings", outcome: "failed: broke the protocol",
      mention: "sent 1025 readings of one image; the limit is 1024"),
    Case(plugin: "gives-up", outcome: "failed: gave up", mention: "the model file is gone"),
    Case(
      plugin: "reports-error", outcome: "failed: the licence has run out", wasRetried: false),
    Case(plugin: "answers-twice", outcome: "readings 0", wasRetried: false),
    Case(plugin: "drips", outcome: "readings 0", wasRetried: false),
    Case(plugin: "floods-stderr", outcome: "readings 0", wasRetried: false),
    // Much like one of those above.
    Case(plugin: "segfaults", outcome: "crashed: killed by SIGSEGV"),
    Case(plugin: "exits-early", outcome: "crashed: exited with code 0"),
    Case(
      plugin: "no-readings", outcome: "failed: broke the protocol",
      mention: "a header that is no message"),
    Case(
      plugin: "bad-base64", outcome: "failed: broke the protocol",
      mention: "a header that is no message"),
    Case(
      plugin: "nan-corners", outcome: "failed: broke the protocol",
      mention: "a header that is no message"),
    Case(plugin: "closes-stderr", outcome: "readings 0", wasRetried: false),
    Case(plugin: "unknown-symbology", outcome: "readings 1", wasRetried: false),
    Case(plugin: "hangs", outcome: "timed out", decodeMilliseconds: 500),
  ]

  @Test(arguments: Proof.all(cases, orFirst: 21))
  func endsAsTheRightVerdictAndTheNextImageIsAnswered(_ claim: Case) async throws {
    let notes = try ProcessNotes()
    let settings = WorkerSettings.hostile(
      claim.plugin, notes: notes, decodeMilliseconds: claim.decodeMilliseconds,
      memoryLimitBytes: claim.memoryLimitBytes)
    // Only plugins that hang have short deadlines; a white image has enough time.
    let (first, second) = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 5)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      return (worker.decode(Sample.black), worker.decode(Sample.white))
    }
    #expect(summary(of: first.outcome).hasPrefix(claim.outcome), "\(summary(of: first.outcome))")
    #expect(
      summary(of: first.outcome).contains(claim.mention) || claim.mention.isEmpty,
      "\(summary(of: first.outcome))")
    #expect(first.wasRetried == claim.wasRetried)
    #expect(summary(of: second.outcome) == "readings 0")
    #expect(!notes.all.isEmpty)
    #expect(notes.survivors() == [])
  }

  @Test(arguments: [
    ("exits-in-handshake", "ended before it was ready; it printed: cannot open shared object"),
    ("version-99", "speaks version 99 of the plugin protocol; this harness speaks version 1"),
    ("answers-before-hello", "sent \"result\" when \"hello\" was due"),
  ])
  func aFailedHandshakeIsAClearError(plugin: String, sentence: String) async throws {
    let settings = WorkerSettings.hostile(plugin)
    let error = await #expect(throws: PluginError.self) {
      _ = try await onThreadOfItsOwn { try DecoderWorker.identify(settings) }
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "no error")")
    #expect(error?.message.contains(settings.executable) == true)
  }

  @Test func aPluginThatNeverSaysHelloIsNotWaitedForForEver() async throws {
    let settings = WorkerSettings.hostile("silent", startMilliseconds: 300)
    let error = await #expect(throws: PluginError.self) {
      _ = try await onThreadOfItsOwn { try DecoderWorker.identify(settings) }
    }
    #expect(error?.message.contains("did not become ready in time") == true)
  }

  @Test func anExecutableThatIsNotThereIsAClearErrorAndLeaksNothing() async throws {
    let settings = WorkerSettings(executable: "/nonexistent/harness-decoder-x")
    let before = openPipes()
    for _ in 0..<30 {
      let error = await #expect(throws: PluginError.self) {
        _ = try await onThreadOfItsOwn { try DecoderWorker.identify(settings) }
      }
      #expect(error?.message.contains("does not start") == true)
    }
    #expect(openPipes() - before < 30)
  }

  @Test func timesThatCannotBeAreHeldToWhatTheExchangeTook() async throws {
    let attempts = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 5)
      let settings = WorkerSettings.hostile("clock-jumps")
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      return (0..<2).map { _ in worker.decode(Sample.black) }
    }
    #expect(attempts.allSatisfy { summary(of: $0.outcome) == "readings 0" })
    #expect(attempts[0].wallNanoseconds == 0 && attempts[0].cpuNanoseconds == 0)
    #expect(attempts[1].wallNanoseconds == attempts[1].exchangeNanoseconds)
    #expect(attempts[1].exchangeNanoseconds > 0)
    let processors = ProcessInfo.processInfo.processorCount
    #expect(attempts[1].cpuNanoseconds <= attempts[1].exchangeNanoseconds * processors)
    #expect(attempts.allSatisfy { $0.hasImpossibleTimes })
  }

  @Test(arguments: [("dies-mid-image", "crashed: exited with code 3")])
  func aWorkerMayDieWhileTwelveMegapixelsAreSent(plugin: String, outcome: String) async throws {
    let settings = WorkerSettings.hostile(plugin)
    let attempt = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 5)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      return worker.decode(Sample.twelveMegapixels)
    }
    #expect(summary(of: attempt.outcome).hasPrefix(outcome), "\(summary(of: attempt.outcome))")
  }

  @Test func timesThatCanBeAreNotDoubted() async throws {
    let attempt = try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: .hostile("aborts"), health: DecoderHealth(givingUpAfter: 5), stop: StopSignal())
      defer { worker.close() }
      return worker.decode(Sample.white)
    }
    #expect(summary(of: attempt.outcome) == "readings 0" && !attempt.hasImpossibleTimes)
  }

  @Test func aPluginThatSaysNothingOfNoncesGetsNone() async throws {
    let attempt = try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: .hostile("knows-no-nonces"), health: DecoderHealth(givingUpAfter: 5),
        stop: StopSignal())
      defer { worker.close() }
      return worker.decode(Sample.white)
    }
    #expect(summary(of: attempt.outcome) == "readings 0")
  }

  /// Of the larger one the pipe takes a part alone.
  @Test(arguments: [(200, "read"), (4000, "taken")])
  func anAnswerToAnImageThatWasNotReadIsABreach(size: Int, verb: String) async throws {
    let settings = WorkerSettings.hostile("answers-unread")
    let attempt = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 5)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      return worker.decode(GrayImage(width: size, height: size, filledWith: 255))
    }
    #expect(summary(of: attempt.outcome).contains("before it had \(verb) the whole request"))
  }

  @Test func unknownFieldsAreIgnoredAndUnknownSymbologiesAreNone() async throws {
    let attempt = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 5)
      let worker = DecoderWorker(
        settings: .hostile("unknown-symbology"), health: health, stop: StopSignal())
      defer { worker.close() }
      return worker.decode(Sample.black)
    }
    guard case .readings(let readings) = attempt.outcome else {
      Issue.record("\(attempt.outcome)")
      return
    }
    #expect(readings == [Reading(symbology: nil, bytes: Array("hi".utf8))])
  }
}

/// The pipes and process handles that this process holds.
func openPipes() -> Int {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.count { name in
    let target =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))
    return target?.hasPrefix("pipe:") == true || target?.contains("pidfd") == true
  }
}
