import DecoderKit
import Testing

@testable import Measuring

/// The tolerance that widths leave, with the figures of the reference decodes.
@Suite struct DecodabilityTests {
  /// Code 128: start A, one character, stop.
  private static let code128 = [2, 1, 1, 4, 1, 2, 2, 1, 2, 2, 2, 2, 2, 3, 3, 1, 1, 1, 2]
  /// Three narrow and two wide elements of each colour.
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
    #expect(value(.code39, Self.twoWidths) == 1)
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
    let found = try #require(value(.code39, Self.twoWidths) { $0[2] -= 0.3 })
    let (narrow, wide) = (1.0, (3 + 3 - 0.3) / 2)
    #expect(abs(found - (2.7 - (narrow + wide) / 2) / ((wide - narrow) / 2)) < 1e-9)
  }

  @Test func anElementThatIsNotSeenLeavesNothing() {
    #expect(Decodability.value(.code128, widths: nil, nominal: Self.code128) == 0)
    #expect(Decodability.value(.code39, widths: nil, nominal: Self.twoWidths) == 0)
  }

  @Test func symbologiesWithoutARuleHaveNone() {
    #expect(value(.dataBar, Self.code128) == nil)
    #expect(value(.qrCode, Self.code128) == nil)
  }
}
