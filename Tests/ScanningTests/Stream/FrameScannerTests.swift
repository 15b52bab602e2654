import DecoderKit
import Foundation
import Images
import Scanning
import Synchronization
import Testing

@Suite struct FrameScannerTests {
  @Test func aSlowDecoderSeesExactlyTheFramesOfThePolicy() async throws {
    // 30 frames a second, 80 ms of decoding, one every 100 ms: each third frame, on the stream's clock.
    let reader = FakeReader(decodeTime: .milliseconds(80)) { _ in [] }
    let scanner = FrameScanner(
      reader: reader, options: ScannerOptions(policy: .latest(every: .milliseconds(100))))
    let ending = try await scanner.runToEnd(FakeSource(count: 30))
    #expect(reader.marks == Array(stride(from: 0, to: 30, by: 3)))
    #expect(ending.counts.arrived == 30 && ending.counts.judged == 10)
    #expect(ending.counts.dropped == 20 && ending.ending == .sourceEnded)
    // 150 ms of decoding: a frame that comes while another is in work is dropped.
    let slower = FakeReader(decodeTime: .milliseconds(150)) { _ in [] }
    _ = try await FrameScanner(
      reader: slower, options: ScannerOptions(policy: .latest(every: .milliseconds(100)))
    ).runToEnd(FakeSource(count: 30))
    #expect(slower.marks == Array(stride(from: 0, to: 30, by: 5)))
    let everyOne = FakeReader(decodeTime: .seconds(1)) { _ in [] }
    _ = try await FrameScanner(reader: everyOne, options: ScannerOptions(policy: .all))
      .runToEnd(FakeSource(count: 30))
    #expect(everyOne.marks == Array(0..<30))
  }

  @Test func aFailureIsAnEventAndScanningGoesOn() async throws {
    let reader = FakeReader { mark in
      if mark == 3 { throw DecoderError("its worker died of signal 6") }
      return [Reading(symbology: .qrCode, bytes: [UInt8(mark)])]
    }
    let scanner = FrameScanner(reader: reader, options: ScannerOptions(policy: .all))
    let result = try await scanner.runToEnd(FakeSource(count: 6))
    #expect(result.codes.map(\.reading.bytes) == [[0], [1], [2], [4], [5]])
    #expect(result.codes.map(\.frame) == [0, 1, 2, 4, 5])
    #expect(result.failures == ["3: its worker died of signal 6"])
    #expect(result.counts.failed == 1)
  }

  @Test func aSourceThatFailsEndsTheScanWithItsReason() async throws {
    let scanner = FrameScanner(
      reader: FakeReader { _ in [] }, options: ScannerOptions(policy: .all))
    let result = try await scanner.runToEnd(FakeSource(count: 4, failsAfter: 2))
    #expect(result.ending == .sourceFailed("the file is cut off"))
    #expect(result.counts.judged == 2)
  }

  @Test func nothingIsCalledAfterStop() async throws {
    for round in 0..<200 {
      let reader = FakeReader { mark in
        await Task.yield()
        return [Reading(symbology: .qrCode, bytes: [UInt8(truncatingIfNeeded: mark)])]
      }
      let scanner = FrameScanner(
        reader: reader,
        options: ScannerOptions(policy: .all, rules: CodeRules(forgetAfter: .zero)))
      let isStopped = Mutex(false)
      let late = Mutex(0)
      try await scanner.start(source: FakeSource(count: 1_000_000)) { (_: [ScannedCode]) in
        if isStopped.withLock({ $0 }) { late.withLock { $0 += 1 } }
      }
      for _ in 0..<round % 20 { await Task.yield() }
      await scanner.stop()
      isStopped.withLock { $0 = true }
      for _ in 0..<20 { await Task.yield() }
      #expect(late.withLock { $0 } == 0)
      #expect(await scanner.counts == nil)
    }
  }

  @Test func aScannerCanBeStartedAgainButNotTwice() async throws {
    let reader = FakeReader {
      [Reading(symbology: .qrCode, bytes: [UInt8(truncatingIfNeeded: $0)])]
    }
    let scanner = FrameScanner(reader: reader, options: ScannerOptions(policy: .all))
    try await scanner.start(source: FakeSource(count: 1_000_000)) { (_: [ScannedCode]) in }
    await #expect(throws: FrameScannerError.alreadyRunning) {
      try await scanner.start(source: FakeSource(count: 1)) { (_: [ScannedCode]) in }
    }
    await scanner.stop()
    let again = try await scanner.runToEnd(FakeSource(count: 3))
    #expect(again.codes.map(\.frame) == [0, 1, 2])
  }

  @Test func theSequenceHoldsTheSameCodesAndLeavingItStops() async throws {
    let reader = FakeReader {
      [Reading(symbology: .qrCode, bytes: [UInt8(truncatingIfNeeded: $0)])]
    }
    let scanner = FrameScanner(reader: reader, options: ScannerOptions(policy: .all))
    var frames: [Int] = []
    for try await code in scanner.codes(of: FakeSource(count: 5)) { frames.append(code.frame) }
    #expect(frames == [0, 1, 2, 3, 4])
    for _ in 0..<50 {
      for try await code in scanner.codes(of: FakeSource(count: 1_000_000)) where code.frame == 2 {
        break
      }
      // The next scan can begin at once: nobody awaits the one that was left.
      for try await code in scanner.codes(of: FakeSource(count: 1_000_000)) where code.frame == 1 {
        break
      }
    }
    while await scanner.counts != nil { await Task.yield() }
    await #expect(throws: FrameScannerError.sourceFailed("the file is cut off")) {
      for try await _ in scanner.codes(of: FakeSource(count: 4, failsAfter: 2)) {}
    }
  }

  @Test func aSequenceThatCannotStartSaysSoAndStopsNobody() async throws {
    let reader = FakeReader { _ in [] }
    let scanner = FrameScanner(reader: reader, options: ScannerOptions(policy: .all))
    try await scanner.start(source: FakeSource(count: 1_000_000)) { (_: [ScannedCode]) in }
    await #expect(throws: FrameScannerError.alreadyRunning) {
      for try await _ in scanner.codes(of: FakeSource(count: 1)) {}
    }
    #expect(await scanner.counts != nil)
    await scanner.stop()
  }

  @Test func theFrameInTheDecoderCountsThoughItsSourceFails() async throws {
    let reader = FakeReader { mark in
      try await Task.sleep(for: .milliseconds(20))
      return [Reading(symbology: .qrCode, bytes: [UInt8(mark)])]
    }
    let scanner = FrameScanner(
      reader: reader, options: ScannerOptions(policy: .latest(every: .zero)))
    let result = try await scanner.runToEnd(FakeSource(count: 3, failsAfter: 1, isLive: true))
    #expect(result.codes.map(\.frame) == [0])
    #expect(result.ending == .sourceFailed("the file is cut off"))
  }

  @Test func timesThatWereComputedFromARateKeepThePolicy() {
    // 1.2 s - 1.1 s is a little less than 100 ms where times are computed.
    var gate = FrameGate(.latest(every: .milliseconds(100)))
    let taken = (0..<300).filter { gate.admits(.seconds(Double($0) / 30), isBusy: false) }
    #expect(taken == Array(stride(from: 0, to: 300, by: 3)))
  }

  @Test func rulesEndAScan() async throws {
    let reader = FakeReader { [Reading(symbology: .qrCode, bytes: [UInt8($0)])] }
    func run(_ rules: CodeRules) async throws -> ScanEnd {
      try await FrameScanner(
        reader: reader, options: ScannerOptions(policy: .all, rules: rules)
      ).runToEnd(FakeSource(count: 90))
    }
    let three = try await run(CodeRules(stopAfterCodes: 3))
    #expect(three.codes.count == 3 && three.ending == .rulesMet && three.counts.judged == 3)
    // 30 frames a second: the frame at one second is the first that is too late.
    let second = try await run(CodeRules(stopAfter: .seconds(1)))
    #expect(second.ending == .rulesMet && second.counts.judged == 30)
  }

  @Test func theSnapshotIsTheImageThatWasJudged() async throws {
    let reader = FakeReader { _ in [] }
    let scanner = FrameScanner(reader: reader, options: ScannerOptions(policy: .all))
    #expect(await scanner.snapshot() == nil)
    _ = try await scanner.runToEnd(FakeSource(count: 4, orientation: .turnedLeft))
    let snapshot = try #require(await scanner.snapshot())
    #expect(snapshot.index == 3)
    #expect(snapshot.image == reader.lastImage)
    let file = try snapshot.png()
    #expect(try ImageFile.decode(file, name: "snapshot") == reader.lastImage)
    #expect(try Data(base64Encoded: snapshot.base64()) == Data(file))
  }

  @Test func aHundredThousandFramesLeaveNothingBehind() async throws {
    let reader = FakeReader { mark in
      [Reading(symbology: .qrCode, bytes: Array("\(mark)".utf8))]
    }
    let scanner = FrameScanner(
      reader: reader,
      options: ScannerOptions(policy: .all, rules: CodeRules(forgetAfter: .seconds(1))))
    let result = try await scanner.runToEnd(FakeSource(count: 100_000), keepsCodes: false)
    #expect(result.counts.judged == 100_000)
  }

  @Test func aDecoderInThisProcessIsAskedOnItsOwnThreadAndMayFail() async throws {
    #expect(throws: OptionError.self) {
      try InProcessReader(CountingDecoder.self, options: ["speed": "9"])
    }
    let scanner = FrameScanner(
      reader: try InProcessReader(CountingDecoder.self), options: ScannerOptions(policy: .all))
    let result = try await scanner.runToEnd(FakeSource(count: 8))
    #expect(result.codes.map(\.reading.bytes) == (0..<8).filter { $0 != 5 }.map { [UInt8($0)] })
    #expect(result.failures == ["5: five is too much"])
  }

  @Test func manyCallersAtOnceGetAnswersAndNothingAfterTheEnd() async throws {
    let scanner = FrameScanner(
      reader: try InProcessReader(CountingDecoder.self),
      options: ScannerOptions(policy: .latest(every: .zero), rules: CodeRules(forgetAfter: .zero)))
    let tally = Tally()
    await withTaskGroup { group in
      for caller in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            switch (caller + round) % 4 {
            case 0:
              let isStarted: Void? = try? await scanner.start(
                source: FakeSource(count: 1_000_000, isLive: caller % 2 == 0)
              ) { (event: ScannerEvent) in
                tally.count("events")
                if case .ended = event { tally.count("ends") }
              }
              if isStarted != nil { tally.count("starts") }
            case 1: await scanner.stop()
            case 2: if let shot = await scanner.snapshot() { #expect(shot.image.width == 8) }
            default:
              #expect(await scanner.request(.torch(true)) == false)
              _ = await scanner.counts
            }
          }
        }
      }
    }
    await scanner.stop()
    let events = tally["events"]
    for _ in 0..<50 { await Task.yield() }
    #expect(tally["events"] == events)
    #expect(tally["ends"] == tally["starts"] && tally["starts"] > 0)
  }

  @Test func aRegionCropsAndSelects() async throws {
    // The reader sees 64 columns of 128 and reports two symbols in its own pixels.
    let reader = FakeReader { _ in
      [
        Reading(
          symbology: .qrCode, bytes: [1],
          corners: Rectangle(x: 4, y: 10, width: 10, height: 10).corners),
        Reading(
          symbology: .qrCode, bytes: [2],
          corners: Rectangle(x: 27, y: 27, width: 10, height: 10).corners),
        Reading(symbology: .code128, bytes: [3]),
      ]
    }
    let region = ScanRegion(
      margins: ScanRegion.Margins(left: .fraction(0.25), right: .fraction(0.25)),
      selection: .radius(.pixels(2)))
    let scanner = FrameScanner(
      reader: reader, options: ScannerOptions(aim: ScanAim(region: region), policy: .all))
    let result = try await scanner.runToEnd(FakeSource(count: 1, width: 128, height: 64))
    #expect(reader.lastImage?.width == 64 && reader.lastImage?.height == 64)
    // The one without a place cannot be selected.
    #expect(result.codes.map(\.reading.bytes) == [[2]])
    #expect(result.codes.first?.reading.corners?.topLeft == Point(x: 59, y: 27))
  }
}
