import DecoderKit
import Testing

@testable import Measuring

/// The tolerance that widths leave, with the figures of the reference decodes.
@Suite struct DecodabilityTests {
  /// Code 128: start A, one character, stop.
  private static let code128 = [2, 1, 1, 4, 1, 2, 2, 1, 2, 2, 2, 2, 2, 3, 3, 1, 1, 1, 2]
  /// Code 39: the start character alone, its wide elements three modules wide.
  private static let code39 = [1, 3, 1, 1, 3, 1, 3, 1, 1]
  /// ITF: start, two digits, stop.
  private static let itf = [1, 1, 1, 1] + [1, 1, 1, 3, 3, 1, 3, 3, 1, 1] + [3, 1, 1]
  /// Codabar-like: three narrow and two wide elements of each colour.
  private static let twoWidths = [1, 1, 3, 1, 1, 3, 3, 3, 1, 1]

  private func value(
    _ symbology: Symbology, _ nominal: [Int], _ change: (inout [Double]) -> Void = { _ in }
  ) -> Double? {
    var widths = nominal.map(Double.init)
    change(&widths)
    return Decodability.value(symbology, widths: widths, nominal: nominal)
  }

  @Test func idealWidthsLeaveTheWholeTolerance() {
    #expect(value(.code128, Self.code128) == 1)
    #expect(value(.code39, Self.code39) == 1)
    #expect(value(.itf, Self.itf) == 1)
    #expect(value(.codabar, Self.twoWidths) == 1)
  }

  @Test func aMovedEdgeTakesTwiceItsWay() throws {
    let found = try #require(
      value(.code128, Self.code128) {
        $0[6] += 0.2
        $0[7] -= 0.2
      })
    #expect(abs(found - 0.6) < 1e-9)
  }

  @Test func growthOfBarsCountsInTheirSumAlone() throws {
    let found = try #require(
      value(.code128, Self.code128) {
        for index in $0.indices { $0[index] += index % 2 == 0 ? 0.1 : -0.1 }
      })
    // Three bars have grown by a tenth each; the tolerance is 1.75.
    #expect(abs(found - (1.75 - 0.3) / 1.75) < 1e-9)
  }

  @Test func theWorstOfTwoWidthsCounts() throws {
    // The threshold lies at 2 modules, one away from either.
    let found = try #require(value(.codabar, Self.twoWidths) { $0[2] -= 0.3 })
    let (narrow, wide) = (1.0, (3 + 3 - 0.3) / 2)
    #expect(abs(found - (2.7 - (narrow + wide) / 2) / ((wide - narrow) / 2)) < 1e-9)
  }

  /// The sum of the nine widths is 15 + 0.2: the threshold 1.9, between narrow elements of 1.2 at most
  /// and a mean of 6.2 / 6.
  @Test func elementsOfCode39HaveAnEighthOfTheirCharacterForThreshold() throws {
    let found = try #require(value(.code39, Self.code39) { $0[2] += 0.2 })
    let narrow = 6.2 / 6
    #expect(abs(found - (1.9 - 1.2) / (1.9 - narrow)) < 1e-9)
  }

  /// The sum of the ten widths is 18 − 0.4: the threshold 7/64 of it, 1.925; wide elements have a mean of
  /// 2.9.
  @Test func elementsOfITFHaveSevenSixtyFourthsOfTheirPairForThreshold() throws {
    let found = try #require(value(.itf, Self.itf) { $0[7] -= 0.4 })
    #expect(abs(found - (2.6 - 1.925) / (2.9 - 1.925)) < 1e-9)
    #expect(value(.itf, Array(Self.itf.dropLast())) == nil, "no whole number of pairs")
  }

  @Test func anElementThatIsNotSeenLeavesNothing() {
    #expect(Decodability.value(.code128, widths: nil, nominal: Self.code128) == 0)
    #expect(Decodability.value(.code39, widths: nil, nominal: Self.code39) == 0)
  }

  @Test func symbologiesWithoutARuleHaveNone() {
    #expect(value(.dataBar, Self.code128) == nil)
    #expect(value(.qrCode, Self.code128) == nil)
  }
}
