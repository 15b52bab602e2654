import Corpora
import Foundation
import Results
import Testing

@testable import RunFixtures

/// Sums by bands of module sizes, from runs made by hand.
@Suite struct BandScoreTests {
  private static let levels = [0.8, 2.9, 3, 4.9, 5, 10, 19, 20, 32]

  private func bands(
    _ text: String = "bands: article", failure: Verdict = .noRead,
    reads: (_ level: Double, _ trial: Int) -> Bool
  ) throws -> [BandScore]? {
    let corpus = try Fixture.corpus(
      levels: Self.levels.map { "\($0)" }.joined(separator: ", ").replacing(".0,", with: ",")
        .replacing("32.0", with: "32"), trials: 40, rest: text)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, place in
      reads(Self.levels[place.level], place.trial) ? .read : failure
    }
    return table.decoders[0].groups[0].bands
  }

  /// The largest rate at which so many reads or more are no more likely than 5 %, by halving and
  /// summing the binomial's terms one by one.
  private func slowBound(_ reads: Int, _ trials: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let rate = (low + high) / 2
      let tail = (reads...trials).reduce(0.0) { sum, k in
        let ways =
          lgamma(Double(trials) + 1) - lgamma(Double(k) + 1) - lgamma(Double(trials - k) + 1)
        return sum + exp(ways + Double(k) * log(rate) + Double(trials - k) * log(1 - rate))
      }
      if tail <= 0.05 { low = rate } else { high = rate }
    }
    return low
  }

  @Test func aBandIsTheSumOfItsLevelsWithItsExactBound() throws {
    let bands = try #require(
      try bands { level, trial in
        level == 0.8 ? trial < 10 : level == 2.9 ? trial < 30 : level == 10 ? trial < 39 : true
      })
    #expect(bands.map(\.band) == ModuleSizeBand.allCases)
    #expect(bands.map(\.tried) == [80, 80, 40, 80, 80])
    #expect(bands.map(\.read) == [80, 79, 40, 80, 40])
    for band in bands {
      #expect(abs(band.certified - slowBound(band.read, band.tried)) < 1e-9, "\(band.band)")
      #expect(band.rate == Double(band.read) / Double(band.tried))
    }
    #expect(bands[4].worst?.text == "0.8" && bands[4].worstRate == 0.25)
    #expect(bands[1].worst?.text == "10" && bands[1].worstRate == 39.0 / 40)
    #expect(bands[0].worst?.text == "32" && bands[0].worstRate == 1)
    // Only the easiest band promises anything.
    #expect(bands.allSatisfy { $0.counterexample == nil })
  }

  @Test func oneFailureBreaksThePromiseOfTheEasiestBand() throws {
    let bands = try #require(
      try bands(failure: .crash) { level, trial in level != 20 || trial != 3 })
    let example = try #require(bands[0].counterexample)
    #expect(example.levels.map(\.text) == ["20"] && example.counts.crash == 1)
    #expect(!example.isIsland)
    let dip = try #require(try self.bands { level, trial in level != 32 || trial < 10 })
    #expect(dip[0].counterexample?.isIsland == true)
    #expect(dip[0].counterexample?.worst.text == "32")
  }

  @Test func bandsWithoutLevelsAreAbsentAndNothingIsSummedUnasked() throws {
    #expect(try bands("") { _, _ in true } == nil)
    let corpus = try Fixture.corpus(levels: "1, 4", trials: 3, rest: "bands: article")
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, _ in .read }
    #expect(table.decoders[0].groups[0].bands?.map(\.band) == [.difficult, .extreme])
  }

  @Test func aBandEndsWhereTheNextBegins() {
    for band in ModuleSizeBand.allCases {
      #expect(ModuleSizeBand(pixels: band.lowerPixels) == band)
      if let end = band.upperPixels { #expect(ModuleSizeBand(pixels: end.nextDown) == band) }
    }
    #expect(ModuleSizeBand.excellent.upperPixels == nil)
  }
}
