import Screen
import Symbols
import Testing

/// Which sample an answer belongs to: no clock runs here, times are handed in.
@Suite struct AnswerWatchTests {
  private var watch = AnswerWatch(timeout: .seconds(2), noRead: "NOREAD")

  private static func truth(_ text: String) -> Truth {
    Truth(expected: [ExpectedSymbol(symbology: .qrCode, bytes: Array(text.utf8), corners: nil)])
  }

  private mutating func receive(_ text: String, _ seconds: Double) -> AnswerWatch.Fate {
    watch.receive(Array(text.utf8), at: .seconds(seconds))
  }

  @Test mutating func anAnswerInTimeIsTakenWithItsTime() {
    watch.show(Self.truth("A1"), at: .seconds(10))
    #expect(receive("A1", 11.5) == .taken)
    #expect(watch.result?.duration == .seconds(1.5))
    #expect(watch.result?.readings.map(\.bytes) == [Array("A1".utf8)])
  }

  @Test mutating func noAnswerInTimeIsAMiss() {
    watch.show(Self.truth("A1"), at: .seconds(10))
    watch.pass(to: .seconds(11.9))
    #expect(watch.result == nil)
    watch.pass(to: .seconds(12))
    #expect(watch.result?.readings == [] && watch.result?.duration == nil)
  }

  @Test mutating func anAnswerAfterItsTimeIsLateAndLeavesTheNextSampleAlone() {
    watch.show(Self.truth("A1"), at: .seconds(0))
    // Nobody has looked at the clock: the answer itself comes too late.
    #expect(receive("A1", 2.1) == .late)
    #expect(watch.result?.duration == nil)
    watch.show(Self.truth("B2"), at: .seconds(3))
    #expect(receive("A1", 3.2) == .late)
    #expect(watch.result == nil)
    #expect(receive("B2", 3.4) == .taken)
  }

  @Test mutating func theSameAnswerOnceMoreIsDoubled() {
    watch.show(Self.truth("A1"), at: .seconds(0))
    #expect(receive("A1", 0.5) == .taken)
    #expect(receive("A1", 0.6) == .doubled)
    watch.show(Self.truth("B2"), at: .seconds(1))
    #expect(receive("A1", 1.1) == .doubled)
    #expect(watch.result == nil)
    #expect(receive("B2", 1.2) == .taken)
  }

  @Test mutating func aWrongAnswerIsTakenAndDoubledLikeARightOne() {
    watch.show(Self.truth("A1"), at: .seconds(0))
    #expect(receive("A7", 0.5) == .taken)
    #expect(watch.result?.readings.count == 1)
    #expect(receive("A7", 0.6) == .doubled)
    #expect(receive("Z9", 0.7) == .stray)
  }

  @Test mutating func aScannerMaySayThatItReadsNothing() {
    for text in ["", "NOREAD"] {
      watch.show(Self.truth("A1"), at: .seconds(0))
      #expect(receive(text, 0.5) == .taken)
      #expect(watch.result?.readings == [] && watch.result?.duration == .seconds(0.5))
      #expect(receive(text, 0.6) == .stray)
    }
  }

  /// What a sample shows counts, even if the one before it showed the same.
  @Test mutating func contentsThatRepeatAreTaken() {
    watch.show(Self.truth("A1"), at: .seconds(0))
    #expect(receive("A1", 0.5) == .taken)
    watch.show(Self.truth("A1"), at: .seconds(1))
    #expect(receive("A1", 1.5) == .taken)
  }

  @Test mutating func charactersOfLatin1StandForBytes() {
    let bytes: [UInt8] = [0x41, 0xE9, 0x1D, 0x42]
    watch.show(
      Truth(expected: [ExpectedSymbol(symbology: .qrCode, bytes: bytes, corners: nil)]),
      at: .seconds(0))
    #expect(receive("A\u{E9}\u{1D}B", 0.5) == .taken)
    #expect(watch.result?.readings.map(\.bytes) == [bytes])
  }
}
