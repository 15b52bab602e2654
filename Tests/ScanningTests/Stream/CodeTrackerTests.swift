import DecoderKit
import Scanning
import TestSupport
import Testing

@Suite struct CodeTrackerTests {
  private func reading(_ text: String, _ symbology: Symbology = .qrCode) -> Reading {
    Reading(symbology: symbology, bytes: Array(text.utf8))
  }

  private func texts(_ readings: [Reading]) -> [String] {
    readings.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func aCodeInViewIsReportedOnce() {
    var tracker = CodeTracker(rules: CodeRules())
    var reports = 0
    for frame in 0..<100 {
      reports += tracker.take([reading("A"), reading("A")], at: .milliseconds(33 * frame)).count
    }
    #expect(reports == 1)
  }

  @Test func aCodeOutOfSightForLongIsNewAgain() {
    var tracker = CodeTracker(rules: CodeRules(forgetAfter: .seconds(1)))
    #expect(tracker.take([reading("A")], at: .zero).count == 1)
    #expect(tracker.take([], at: .milliseconds(900)).isEmpty)
    #expect(tracker.take([reading("A")], at: .milliseconds(999)).isEmpty)
    #expect(tracker.take([], at: .milliseconds(1_999)).isEmpty)
    #expect(tracker.take([reading("A")], at: .milliseconds(2_000)).count == 1)
    var never = CodeTracker(rules: CodeRules(forgetAfter: nil))
    #expect(never.take([reading("A")], at: .zero).count == 1)
    #expect(never.take([], at: .seconds(500)).isEmpty)
    #expect(never.take([reading("A")], at: .seconds(1_000)).isEmpty)
  }

  @Test func kOfNCountsTheLatestFramesOnly() {
    var tracker = CodeTracker(rules: CodeRules(confirmations: 2, window: 3))
    // Seen, then twice not: the first sighting is too old.
    let sightings = [true, false, false, true, false, true]
    let reports = sightings.enumerated().map { index, isSeen in
      tracker.take(isSeen ? [reading("A")] : [], at: .milliseconds(index)).count
    }
    #expect(reports == [0, 0, 0, 0, 0, 1])
    // Another code's sightings do not count for it.
    var two = CodeTracker(rules: CodeRules(confirmations: 2))
    #expect(two.take([reading("A")], at: .zero).isEmpty)
    #expect(two.take([reading("B")], at: .milliseconds(1)).isEmpty)
    #expect(texts(two.take([reading("B")], at: .milliseconds(2))) == ["B"])
  }

  @Test func rejectedCodesAreNeitherReportedNorCounted() {
    let rules = CodeRules(stopAfterCodes: 2) { $0.bytes.starts(with: Array("01".utf8)) }
    var tracker = CodeTracker(rules: rules)
    #expect(texts(tracker.take([reading("0123"), reading("9")], at: .zero)) == ["9"])
    #expect(!tracker.isDone)
    #expect(texts(tracker.take([reading("8")], at: .milliseconds(1))) == ["8"])
    #expect(tracker.isDone)
    #expect(tracker.take([reading("7")], at: .milliseconds(2)).isEmpty)
  }

  @Test func theSameCodeTwiceIsOneOfTheCodesToStopAfter() {
    var tracker = CodeTracker(
      rules: CodeRules(forgetAfter: .milliseconds(1), stopAfterCodes: 2))
    #expect(tracker.take([reading("A")], at: .zero).count == 1)
    #expect(tracker.take([], at: .seconds(1)).isEmpty)
    #expect(tracker.take([reading("A")], at: .seconds(2)).count == 1)
    #expect(!tracker.isDone)
    // A third code in the frame of the second is not reported any more.
    #expect(texts(tracker.take([reading("B"), reading("C")], at: .seconds(3))) == ["B"])
    #expect(tracker.isDone)
  }

  @Test func theMemoryHoldsOnlyWhatWasSeenLately() {
    var reporting = CodeTracker(rules: CodeRules(forgetAfter: .seconds(1)))
    var confirming = CodeTracker(rules: CodeRules(confirmations: 2, window: 5))
    for frame in 0..<10_000 {
      let time = Duration.milliseconds(33 * frame)
      _ = reporting.take([reading("\(frame)")], at: time)
      _ = confirming.take([reading("\(frame)")], at: time)
    }
    // 31 and 5 codes are alive; the forgotten ones are thrown out now and then.
    #expect(reporting.size <= 64 && confirming.size <= 64)
  }

  @Test func whatIsNeverForgottenHasRoomForSoManyCodesOnly() {
    var tracker = CodeTracker(rules: CodeRules(forgetAfter: nil, remembered: 100))
    var (reports, largest) = (0, 0)
    for code in 0..<2_000 {
      // The first one stays in sight: it is not the one that makes room.
      let readings = [reading("first"), reading("\(code)")]
      reports += tracker.take(readings, at: .milliseconds(code)).count
      largest = max(largest, tracker.size)
    }
    #expect(reports == 2_001 && largest == 100)
    // 87 were seen lately enough to be known still, whenever room was made.
    for code in (1_913..<2_000).reversed() {
      #expect(tracker.take([reading("\(code)")], at: .seconds(10)).isEmpty)
    }
    #expect(tracker.take([reading("1000")], at: .seconds(10)).count == 1)
  }

  @Test func itForgetsAsASlowTwinDoesThatKeepsNothingBack() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<10 {
      let rules = CodeRules(
        confirmations: 2, window: Int.random(in: 2...4, using: &random),
        forgetAfter: .milliseconds(Int.random(in: 20...200, using: &random)))
      var tracker = CodeTracker(rules: rules)
      var twin = EagerTracker(rules: rules)
      var (told, right): ([[String]], [[String]]) = ([], [])
      for frame in 0..<200 {
        let codes = (0..<4).map { _ in Int.random(in: 0..<120, using: &random) }
        let time = Duration.milliseconds(frame * 5)
        told.append(texts(tracker.take(codes.map { reading("\($0)") }, at: time)))
        right.append(twin.take(codes, at: time).map { "\($0)" })
      }
      #expect(told == right && told.joined().count > 20)
    }
  }

  /// A memory that throws out what is forgotten after each frame.
  private struct EagerTracker {
    let rules: CodeRules
    var frames: [Int: [Int]] = [:]
    var lastSeen: [Int: Duration] = [:]
    var reported: Set<Int> = []
    var judged = 0

    mutating func take(_ codes: [Int], at time: Duration) -> [Int] {
      judged += 1
      var new: [Int] = []
      var seen: Set<Int> = []
      for code in codes where seen.insert(code).inserted {
        frames[code, default: []].append(judged)
        lastSeen[code] = time
        let lately = frames[code, default: []].count { $0 > judged - rules.window }
        if !reported.contains(code), lately >= rules.confirmations {
          reported.insert(code)
          new.append(code)
        }
      }
      for (code, last) in lastSeen where reported.contains(code) {
        if let limit = rules.forgetAfter, time - last >= limit {
          reported.remove(code)
          (frames[code], lastSeen[code]) = (nil, nil)
        }
      }
      return new
    }
  }

  @Test func theTimeIsUpWhenItIs() {
    var tracker = CodeTracker(rules: CodeRules(stopAfter: .seconds(10)))
    let (early, late) = (
      tracker.hasEnded(at: .milliseconds(9_999)), tracker.hasEnded(at: .seconds(10))
    )
    #expect(!early && late)
  }

  @Test func spellingsOfOneCarrierAreOneCode() {
    var tracker = CodeTracker(rules: CodeRules())
    #expect(tracker.take([reading("(01)1", .gs1_128)], at: .zero).count == 1)
    #expect(tracker.take([reading("(01)1", .code128)], at: .milliseconds(1)).isEmpty)
    #expect(tracker.take([reading("(01)1", .code39)], at: .milliseconds(2)).count == 1)
  }
}
