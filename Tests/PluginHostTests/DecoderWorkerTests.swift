import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

@Suite(.serialized, .waits)
struct DecoderWorkerTests {
  private static let example =
    Package.root.appending(path: "Plugins/Examples/python/harness-decoder-nothing").path

  @Test func theDependencyFreeExampleIntroducesItselfAndAnswers() async throws {
    let settings = WorkerSettings(executable: Self.example)
    let (identity, outcomes) = try await onThreadOfItsOwn {
      let identity = try DecoderWorker.identify(settings)
      let health = DecoderHealth(givingUpAfter: 1)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      let images = [
        Sample.white, Sample.twelveMegapixels, GrayImage(width: 0, height: 0, filledWith: 0),
        try GrayImage(width: 2, height: 2, rowStride: 5, pixels: [1, 2, 0, 0, 0, 3, 4]),
      ]
      return (identity, images.map { summary(of: worker.decode($0).outcome) })
    }
    #expect(identity.name == "nothing")
    #expect(identity.symbologies == [.qrCode])
    #expect(identity.isOptIn)
    #expect(outcomes == Array(repeating: "readings 0", count: 4))
  }

  @Test func aDecoderThatDiesAtEveryImageIsGivenUpAndNotStartedAgain() async throws {
    let notes = try ProcessNotes()
    let settings = WorkerSettings.hostile("exits-early", notes: notes)
    let (outcomes, isGivenUp) = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 3)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      let outcomes = (0..<6).map { _ in summary(of: worker.decode(Sample.black).outcome) }
      return (outcomes, health.isGivenUp)
    }
    #expect(outcomes[..<3].allSatisfy { $0.hasPrefix("crashed") })
    #expect(outcomes[3...].allSatisfy { $0 == "given up" })
    #expect(isGivenUp)
    // Each fatal image was tried twice, in a process of its own.
    #expect(notes.all.count == 6)
    #expect(notes.survivors() == [])
  }

  @Test func aPluginThatCannotStartIsGivenUpToo() async throws {
    let outcomes = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 2)
      let worker = DecoderWorker(
        settings: .hostile("exits-in-handshake"), health: health, stop: StopSignal())
      return (0..<3).map { _ in summary(of: worker.decode(Sample.black).outcome) }
    }
    #expect(outcomes[0].hasPrefix("failed: no worker: the plugin"))
    #expect(outcomes[2] == "given up")
  }

  @Test func aDecoderThatDiesNowAndThenIsMeasuredToTheEnd() async throws {
    let attempts = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 2)
      let worker = DecoderWorker(
        settings: .hostile("dies-every-third"), health: health, stop: StopSignal())
      defer { worker.close() }
      return (0..<7).map { _ in worker.decode(Sample.white) }
    }
    #expect(attempts.allSatisfy { summary(of: $0.outcome) == "readings 0" })
    // The third image of a process is fatal; its second try is the first image of the next process.
    #expect(attempts.map(\.wasRetried) == [false, false, true, false, true, false, true])
  }

  @Test func aWorkerKilledByAnotherIsReplacedWithoutAWordAtAnyMoment() async throws {
    let notes = try ProcessNotes()
    let attempts = try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: .hostile("killed-at-bad-moments", notes: notes),
        health: DecoderHealth(givingUpAfter: 1), stop: StopSignal())
      defer { worker.close() }
      return (0..<3).map { _ in worker.decode(Sample.white) }
    }
    #expect(attempts.map { summary(of: $0.outcome) } == ["readings 0", "readings 0", "readings 0"])
    #expect(attempts.map(\.wasRetried) == [false, false, false])
    #expect(notes.all.count == 3)
  }

  @Test func anAnswerThatComesTooManyTimesIsNeverTakenForTheNextImages() async throws {
    let attempts = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 2)
      let worker = DecoderWorker(
        settings: .hostile("answers-twice"), health: health, stop: StopSignal())
      defer { worker.close() }
      return (0..<3).map { _ in worker.decode(Sample.black) }
    }
    #expect(attempts.map(\.wasRetried) == [false, true, true])
    #expect(attempts.allSatisfy { summary(of: $0.outcome) == "readings 0" })
  }

  @Test func whatIsSentBetweenTwoImagesIsABreach() async throws {
    let (attempts, isUsable) = try await onThreadOfItsOwn {
      let worker = try LiveWorker(settings: .hostile("answers-twice"), stop: StopSignal())
      defer { worker.hangUp() }
      _ = worker.decode([PendingDecode(Sample.black)])
      usleep(200_000)
      return worker.decode([PendingDecode(Sample.black)])
    }
    let outcomes = attempts.map { summary(of: $0.outcome) }
    #expect(!isUsable && outcomes.count == 1)
    #expect(outcomes[0].contains("sent something before it was asked"), "\(outcomes)")
  }

  @Test func answersThatWereThereBeforeTheirQuestionsAreNone() async throws {
    let attempts = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 2)
      let worker = DecoderWorker(
        settings: .hostile("answers-unasked"), health: health, stop: StopSignal())
      defer { worker.close() }
      return (0..<3).map { _ in worker.decode(Sample.white) }
    }
    let outcomes = attempts.map { summary(of: $0.outcome) }
    // They may be there before the request is sent, or after it and before it is read.
    let breaches = [
      "sent something before it was asked", "answered before it had taken the whole request",
      "answered before it had read the whole request",
    ].map { "failed: broke the protocol: the plugin " + $0 }
    #expect(outcomes.prefix(2).allSatisfy(breaches.contains), "\(outcomes)")
    #expect(outcomes.last == "given up")
  }

  @Test func aLibraryThatIsReplacedMeanwhileEndsItsDecoder() async throws {
    let attempts = try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 5)
      let worker = DecoderWorker(
        settings: .hostile("changes-version"), health: health, stop: StopSignal())
      defer { worker.close() }
      return [Sample.white, Sample.black, Sample.white].map { worker.decode($0) }
    }
    let outcomes = attempts.map { summary(of: $0.outcome) }
    #expect(outcomes[0] == "readings 0")
    #expect(outcomes[1].contains("at first, and is none"), "\(outcomes)")
    #expect(outcomes[2] == outcomes[1])
  }

  @Test func aWishToStopEndsAHangingDecode() async throws {
    let notes = try ProcessNotes()
    let stop = StopSignal()
    let settings = WorkerSettings.hostile("hangs-stubbornly", notes: notes)
    async let outcome = onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 2)
      let worker = DecoderWorker(settings: settings, health: health, stop: stop)
      defer { worker.close() }
      return (worker.decode(Sample.black), worker.decode(Sample.white))
    }
    // The decode is under way as soon as the worker and its child are noted.
    try await onThreadOfItsOwn { while notes.all.count < 2 { usleep(1000) } }
    stop.request()
    let (during, after) = try await outcome
    #expect(summary(of: during.outcome) == "stopped")
    #expect(summary(of: after.outcome) == "stopped")
    #expect(notes.all.count == 2)
    #expect(notes.survivors() == [])
  }

  @Test func aHundredRespawnsLeakNoDescriptorAndNoProcess() async throws {
    let notes = try ProcessNotes()
    let settings = WorkerSettings.hostile("exits-early", notes: notes)
    let before = openPipes()
    try await onThreadOfItsOwn {
      let health = DecoderHealth(givingUpAfter: 1000)
      let worker = DecoderWorker(settings: settings, health: health, stop: StopSignal())
      defer { worker.close() }
      for _ in 0..<50 { _ = worker.decode(Sample.black) }
    }
    // Fewer than one per process; other tests may hold some at the same time.
    #expect(openPipes() - before < 50)
    #expect(notes.all.count == 100)
    #expect(notes.survivors() == [])
  }

  @Test func aWorkerInheritsItsThreePipesAndNothingElse() async throws {
    let folder = try TemporaryFolder()
    let list = folder.path + "/descriptors"
    let plugin = folder.path + "/lists-descriptors"
    try "#!/bin/sh\nls /proc/$$/fd > \(list)\n".write(
      toFile: plugin, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plugin)
    let held = try FileHandle(forReadingFrom: URL(fileURLWithPath: plugin))
    defer { try? held.close() }
    var settings = WorkerSettings(executable: plugin)
    settings.sandbox = .none
    _ = try? await onThreadOfItsOwn { [settings] in try DecoderWorker.identify(settings) }
    let names = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
    // A shell opens its own script as descriptor 10 or above.
    #expect(names.compactMap { Int($0) }.filter { $0 < 10 } == [0, 1, 2])
  }
}
