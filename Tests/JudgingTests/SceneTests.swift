import DecoderKit
import Judging
import Results
import Symbols
import Testing

/// Verdicts on images with several symbols, with none, and with an incomplete truth.
@Suite struct SceneTests {
  /// A square with a side of 10 pixels; each next one stands 20 pixels further to the right.
  private func place(_ number: Int) -> Corners {
    let left = Double(number) * 20
    return Corners(
      topLeft: Point(x: left, y: 0), topRight: Point(x: left + 10, y: 0),
      bottomRight: Point(x: left + 10, y: 10), bottomLeft: Point(x: left, y: 10))
  }

  private func symbol(_ text: String, at number: Int? = nil) -> ExpectedSymbol {
    ExpectedSymbol(symbology: .qrCode, bytes: Array(text.utf8), corners: number.map(place))
  }

  private func reading(
    _ text: String, at number: Int? = nil, _ name: Symbology = .qrCode
  ) -> Reading {
    Reading(symbology: name, bytes: Array(text.utf8), corners: number.map(place))
  }

  @Test func anImageIsReadWhenAllItsSymbolsAre() {
    let truth = Truth(expected: [symbol("a"), symbol("b")])
    let all = TruthMatching.judge([reading("b"), reading("a")], against: truth)
    #expect(all.verdict == .read)
    #expect(all.isStrict)
    #expect(all.symbols.map(\.reading) == [1, 0])
    let one = TruthMatching.judge([reading("b")], against: truth)
    #expect(one.verdict == .noRead)
    #expect(!one.isStrict)
    #expect(one.symbols.map(\.verdict) == [.noRead, .read])
  }

  @Test func twoIdenticalSymbolsTakeTwoReadings() {
    let truth = Truth(expected: [symbol("a", at: 0), symbol("a", at: 1)])
    let one = TruthMatching.judge([reading("a", at: 1)], against: truth)
    #expect(one.symbols.map(\.verdict) == [.noRead, .read], "the one that it lies in")
    #expect(TruthMatching.judge([reading("a"), reading("a")], against: truth).verdict == .read)
    let three = TruthMatching.judge(
      [reading("a"), reading("a"), reading("a")], against: truth)
    #expect(three.extras == Extras(duplicates: 1))
  }

  @Test func exactReadingsAreGivenOutBeforeThoseThatNeedRules() {
    func number(_ text: String) -> ExpectedSymbol {
      ExpectedSymbol(symbology: .ean13, bytes: Array(text.utf8), corners: nil)
    }
    let truth = Truth(expected: [number("978080481663212"), number("9780804816632")])
    let judgement = TruthMatching.judge(
      [reading("9780804816632", .ean13), reading("9780804816632 12", .ean13)], against: truth)
    #expect(judgement.verdict == .read)
    #expect(judgement.symbols.map(\.reading) == [1, 0])
    #expect(judgement.symbols.map(\.isStrict) == [false, true])
    #expect(judgement.rules == [.addOnSeparator])
  }

  @Test func aWrongReadingIsAMisreadOfTheSymbolThatItLiesIn() {
    let truth = Truth(expected: [symbol("a", at: 0), symbol("b", at: 1), symbol("c", at: 2)])
    let judgement = TruthMatching.judge(
      [reading("a", at: 0), reading("x", at: 2, .code39)], against: truth)
    #expect(judgement.verdict == .misread)
    #expect(judgement.symbols.map(\.verdict) == [.read, .noRead, .misread])
    #expect(judgement.misreading == reading("x", at: 2, .code39))
    #expect(judgement.misreadClass == .substitution)
    #expect(judgement.extras == Extras())
  }

  @Test func aWrongReadingOutsideOfAllSymbolsOrInAFoundOneIsAnExtra() {
    let truth = Truth(expected: [symbol("a", at: 0), symbol("b", at: 1)])
    for number in [0, 5] {
      let judgement = TruthMatching.judge(
        [reading("a", at: 0), reading("x", at: number)], against: truth)
      #expect(judgement.verdict == .noRead)
      #expect(judgement.extras == Extras(wrong: 1))
    }
  }

  @Test func withoutCornersTheOneSymbolLeftOverIsMeantIfTheNameIsRight() {
    let truth = Truth(expected: [symbol("a", at: 0), symbol("b", at: 1)])
    let named = TruthMatching.judge([reading("a"), reading("x")], against: truth)
    #expect(named.symbols.map(\.verdict) == [.read, .misread])
    let other = TruthMatching.judge([reading("a"), reading("x", .code39)], against: truth)
    #expect(other.verdict == .noRead)
    #expect(other.extras == Extras(wrong: 1))
    let twoLeft = TruthMatching.judge([reading("x")], against: truth)
    #expect(twoLeft.symbols.map(\.verdict) == [.noRead, .noRead])
    #expect(twoLeft.extras == Extras(wrong: 1))
  }

  @Test func theOrderOfReadingsDoesNotChangeAVerdict() {
    let truth = Truth(expected: [symbol("a", at: 0), symbol("a", at: 1), symbol("b", at: 2)])
    let readings = [
      reading("a", at: 1), reading("a", at: 0), reading("x", at: 2), reading("y", at: 7),
    ]
    let verdicts: [Verdict] = [.read, .read, .misread]
    for shift in readings.indices {
      let turned = Array(readings[shift...] + readings[..<shift])
      for order in [turned, turned.reversed()] {
        let judgement = TruthMatching.judge(order, against: truth)
        #expect(judgement.symbols.map(\.verdict) == verdicts)
        #expect(judgement.extras == Extras(wrong: 1))
      }
    }
  }

  @Test func anImageWithoutSymbolsIsCleanOrAFalsePositive() {
    #expect(TruthMatching.judge([], against: Truth(expected: [])).verdict == .clean)
    let judgement = TruthMatching.judge(
      [reading("x"), reading("y")], against: Truth(expected: []))
    #expect(judgement.verdict == .falsePositive)
    #expect(judgement.misreading == reading("x"))
    #expect(judgement.extras == Extras(wrong: 1))
    #expect(!judgement.isStrict)
  }

  @Test func withoutTruthReadingsAreOnlyCounted() {
    #expect(TruthMatching.judge([], against: .unknown).verdict == .undetected)
    let judgement = TruthMatching.judge([reading("x"), reading("y")], against: .unknown)
    #expect(judgement.verdict == .detected)
    #expect(judgement.extras == Extras(unjudged: 2))
    #expect(judgement.misreading == nil)
  }

  @Test func aPhotoMayShowMoreThanItsTruthNames() {
    let truth = Truth(expected: [symbol("a")], isComplete: false)
    let judgement = TruthMatching.judge([reading("x"), reading("a")], against: truth)
    #expect(judgement.verdict == .read)
    #expect(judgement.extras == Extras(unjudged: 1))
  }

  @Test func aPhotoWithNothingRightIsMisreadAllTheSame() {
    let truth = Truth(expected: [symbol("a")], isComplete: false)
    let judgement = TruthMatching.judge([reading("y", .code39), reading("x")], against: truth)
    #expect(judgement.verdict == .misread)
    #expect(judgement.misreading == reading("x"))
    #expect(judgement.extras == Extras(unjudged: 1))
  }

  @Test func aPhotoOfWhichOneSymbolIsReadHasNoMisreads() {
    let truth = Truth(expected: [symbol("a", at: 0), symbol("b", at: 1)], isComplete: false)
    let judgement = TruthMatching.judge([reading("a"), reading("x", at: 1)], against: truth)
    #expect(judgement.symbols.map(\.verdict) == [.read, .noRead])
    #expect(judgement.extras == Extras(unjudged: 1))
  }
}
