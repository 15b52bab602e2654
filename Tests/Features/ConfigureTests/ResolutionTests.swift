import DecoderKit
import Testing

@testable import Configure

/// The resolution that samples need, by what is read of them.
@Suite struct ResolutionTests {
  /// Samples of given module sizes, in frames of 1000 × 500.
  private static func survey(_ sizes: [Double?], _ symbology: Symbology = .ean13) -> SampleSurvey {
    Fixture.survey(
      sizes.map { size in
        [
          size.map { Fixture.symbol(symbology, "4006381333931", module: $0) }
            ?? Fixture.unmeasured(symbology, "4006381333931")
        ]
      })
  }

  private static func reads(_ survey: SampleSurvey, missing: Set<Int>) -> [String: Bool] {
    Dictionary(
      uniqueKeysWithValues: survey.images.enumerated().map {
        ($0.element.name, !missing.contains($0.offset))
      })
  }

  private static func need(
    _ sizes: [Double?], missing: Set<Int>, twin: [(Double, reads: Int)] = [], least: Double? = nil
  ) throws -> ResolutionNeed {
    let survey = survey(sizes)
    return try #require(
      ResolutionNeed(
        survey,
        reserve: twin.map { .init(moduleSizePixels: $0.0, reads: $0.reads, trials: 100) },
        sampleReads: reads(survey, missing: missing), leastScale: least))
  }

  /// The twin is harder than the samples: none of its sizes is read at 95 %.
  @Test func samplesThatAreReadNeedNoMorePixelsWhateverTwinsSay() throws {
    let sizes = (0..<20).map { 1.5 + Double($0) / 10 }
    let need = try Self.need(sizes, missing: [3], twin: [(1.5, 20), (3.4, 80)])
    #expect(need.samples.verdict == .enough && need.reliableFromPixels == nil)
    #expect(need.factor == 1)
    #expect(need.advice == .init(width: 1280, height: 720))
    // A twin that is read from 3 px on would have asked for twice as many pixels.
    let strict = try Self.need(sizes, missing: [], twin: [(1.5, 20), (3, 99), (3.4, 99)])
    #expect(strict.reliableFromPixels == 3 && strict.factor == 1)
  }

  @Test func twinsSayHowMuchCoarserFramesMayBe() throws {
    let need = try Self.need(Array(repeating: 4, count: 12), missing: [], twin: [(2, 99), (4, 99)])
    #expect(need.factor == 0.5)
    let held = try Self.need(
      Array(repeating: 4, count: 12), missing: [], twin: [(2, 99), (4, 99)], least: 0.75)
    #expect(held.factor == 0.75)
  }

  @Test func missedSamplesOfAllSizesAskForNoNearerCamera() throws {
    let sizes = (0..<20).map { 1.5 + Double($0) / 10 }
    let need = try Self.need(sizes, missing: [1, 6, 11, 16], twin: [(1.5, 20), (3.4, 80)])
    #expect(need.samples.verdict == .unexplained && (need.samples.p ?? 0) > 0.3)
    #expect(need.factor == 1 && need.advice != nil)
  }

  @Test func missedSamplesWithSmallModulesAskForMorePixels() throws {
    let sizes = (0..<20).map { 1 + Double($0) / 10 }
    let need = try Self.need(sizes, missing: [0, 1, 2, 3, 4, 5], twin: [(1, 20), (2.8, 80)])
    #expect(need.samples.verdict == .tooSmall)
    #expect(need.samples.readFromPixels == sizes[6])
    // 1.6 times as many pixels along a side as 1000 × 500 has.
    #expect(abs((need.factor ?? 0) - 1.6) < 1e-9)
    #expect(need.advice == .init(width: 1920, height: 1080))
  }

  @Test func missesWithoutASizeSayNothing() throws {
    let need = try Self.need([2, 2.5, 3, nil, nil], missing: [3, 4])
    #expect(need.samples.verdict == .unexplained && need.samples.p == nil)
    #expect(need.samples.measuredMisses == 0 && need.samples.reads == 3)
  }

  /// All of one symbology are missed, and they are the smaller ones: that is no word about sizes.
  @Test func symbologiesAreNotComparedWithEachOther() throws {
    let images = (0..<20).map { index in
      index < 10
        ? [Fixture.symbol(.code128, "A", module: 1)] : [Fixture.symbol(.ean13, "4006381333931")]
    }
    let survey = Fixture.survey(images)
    let evidence = SizeEvidence(survey, reads: Self.reads(survey, missing: Set(0..<10)))
    #expect(evidence.verdict == .unexplained && evidence.p == nil)
  }

  /// The p-value beside all divisions of the samples, counted one by one.
  @Test(arguments: [[0, 1, 2], [0, 2, 5], [4, 7], [8]])
  func chanceIsThatOfAllDivisions(_ missing: [Int]) throws {
    let sizes = [1.1, 1.3, 1.3, 1.7, 2, 2.2, 2.9, 3.5, 4]
    let survey = Self.survey(sizes)
    let p = try #require(
      SizeEvidence(survey, reads: Self.reads(survey, missing: Set(missing))).p)
    func mean(_ places: [Int]) -> Double {
      places.reduce(0) { $0 + Self.logarithm(sizes[$1]) } / Double(places.count)
    }
    let all = Array(sizes.indices)
    let divisions = Self.choices(of: missing.count, from: all)
    func difference(_ chosen: [Int]) -> Double {
      mean(all.filter { !chosen.contains($0) }) - mean(chosen)
    }
    let observed = difference(missing)
    let exact =
      Double(divisions.count { difference($0) >= observed - 1e-12 }) / Double(divisions.count)
    #expect(abs(p - exact) < 0.03 + 0.3 * exact, "\(p) for \(exact)")
  }

  private static func logarithm(_ size: Double) -> Double {
    // A series of its own: ln x = 2 artanh((x − 1) ÷ (x + 1)).
    let ratio = (size - 1) / (size + 1)
    return 2
      * stride(from: 1, through: 199, by: 2).reduce((0.0, ratio)) { sum, odd in
        (sum.0 + sum.1 / Double(odd), sum.1 * ratio * ratio)
      }.0
  }

  private static func choices(of count: Int, from places: [Int]) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return places.indices.flatMap { start in
      choices(of: count - 1, from: Array(places[(start + 1)...])).map { [places[start]] + $0 }
    }
  }
}
