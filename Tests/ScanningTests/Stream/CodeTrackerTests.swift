import DecoderKit
import Scanning
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
    #expect(reporting.size == 31 && confirming.size == 5)
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
