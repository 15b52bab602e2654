import DecoderKit
import Foundation
import Statistics
import TestSupport
import Testing

@testable import Realism

@Suite struct RealismReportTests {
  /// Symbols of any size, blur and noise, read with a chance that is known.
  private static func seen(
    _ count: Int, seed: UInt64, symbology: Symbology = .qrCode, isDrawn: Bool = true,
    chance: (SeenCondition) -> Double = { 1 / (1 + exp(-3 * (log2($0.moduleSizePixels) - 1))) }
  ) -> SeenCorpus {
    var generator = SeededGenerator(seed: seed)
    var corpus = SeenCorpus(name: isDrawn ? "drawn" : "photos", decoders: ["a"])
    for index in 0..<count {
      let condition = SeenCondition(
        symbology: symbology, imageWidth: 200, imageHeight: 200, columns: 25, rows: 25,
        moduleSizePixels: exp2(Double.random(in: -0.5...3, using: &generator)),
        blurSigmaPixels: Double.random(in: 0...1, using: &generator),
        noiseGreyLevels: Double.random(in: 0...10, using: &generator))
      let isRead = Double.random(in: 0..<1, using: &generator) < chance(condition)
      corpus.symbols.append(
        SeenSymbol(
          key: "\(corpus.name)/qr/any/2/\(index)", file: isDrawn ? nil : "\(index).png",
          level: isDrawn ? Double(1 + index % 4) : nil, symbology: symbology, condition: condition,
          reads: [isRead]))
    }
    return corpus
  }

  private static let drawn = seen(600, seed: 1)

  @Test func photosSeenAsDrawnSamplesAreForecastWell() throws {
    let report = RealismReport(
      drawn: [Self.drawn], photos: [Self.seen(300, seed: 2, isDrawn: false)])
    let decoder = try #require(report.decoders.first)
    let skill = try #require(decoder.score?.skill)
    #expect(skill > 0.4, "\(skill)")
    #expect(try #require(decoder.worstBinError) < 0.1)
    #expect(try #require(decoder.areaUnderCurve) > 0.85)
    // The known chances themselves are the best forecasts there are.
    for forecast in decoder.forecasts {
      let seen = try #require(report.photos[forecast.photo].condition)
      let truth = 1 / (1 + exp(-3 * (log2(seen.moduleSizePixels) - 1)))
      #expect(abs(forecast.chance - truth) < 0.2)
    }
  }

  /// Photos that all come out the other way have the same forecasts: they never enter the fit.
  @Test func forecastsDoNotDependOnWhatPhotosShowed() throws {
    var photos = Self.seen(80, seed: 3, isDrawn: false)
    let before = RealismReport(drawn: [Self.drawn], photos: [photos])
    for index in photos.symbols.indices {
      photos.symbols[index].reads = photos.symbols[index].reads.map { $0.map { !$0 } }
    }
    let after = RealismReport(drawn: [Self.drawn], photos: [photos])
    #expect(before.decoders[0].forecasts.map(\.chance) == after.decoders[0].forecasts.map(\.chance))
    #expect(before.decoders[0].score != after.decoders[0].score)
    // Nor does a photo change another's forecast.
    photos.symbols.removeLast(70)
    let few = RealismReport(drawn: [Self.drawn], photos: [photos])
    #expect(
      few.decoders[0].forecasts.map(\.chance)
        == Array(before.decoders[0].forecasts.map(\.chance).prefix(10)))
  }

  @Test func whatCannotBeMeasuredOrLearntIsCountedAndNotForecast() throws {
    var photos = Self.seen(20, seed: 4, isDrawn: false)
    photos.symbols[0].condition = nil
    photos.symbols[0].gap = .notFound
    photos.symbols[0].reads = [true]
    photos.symbols[1].condition?.symbology = .maxiCode
    photos.symbols[2].reads = [nil]
    photos.withoutTruth = 3
    let report = RealismReport(drawn: [Self.drawn], photos: [photos])
    let decoder = report.decoders[0]
    #expect(decoder.forecasts.count == 17)
    #expect(decoder.unmeasured == (1, 1) && decoder.unknownSymbology == 1)
    #expect(report.coverage.gaps == [.notFound: 1] && report.coverage.measured == 19)
    #expect(report.withoutTruth == 3)
  }

  @Test func tooFewDrawnSamplesMakeNoModel() {
    let few = RealismReport(
      drawn: [Self.seen(40, seed: 5)], photos: [Self.seen(20, seed: 6, isDrawn: false)])
    #expect(few.decoders[0].sampleCount == 0 && few.decoders[0].score == nil)
    let certain = RealismReport(
      drawn: [Self.seen(200, seed: 5, chance: { _ in 1 })],
      photos: [Self.seen(20, seed: 6, isDrawn: false)])
    #expect(certain.decoders[0].score == nil)
  }

  /// A thing that photos have and drawn samples lack shows in the class that has it, and there alone.
  @Test func whatDrawingLacksShowsInTheResiduals() throws {
    let photos = Self.seen(400, seed: 7, isDrawn: false) { seen in
      (4..<8).contains(seen.moduleNoiseGreyLevels)
        ? 0 : 1 / (1 + exp(-3 * (log2(seen.moduleSizePixels) - 1)))
    }
    let decoder = RealismReport(drawn: [Self.drawn], photos: [photos]).decoders[0]
    let noise = decoder.residuals.filter { $0.axis == .noise }
    #expect(noise.map(\.count).reduce(0, +) == 400)
    let worst = try #require(noise.min { $0.z < $1.z })
    #expect(worst.range?.lowerBound == 4 && worst.z < -5)
    #expect(noise.filter { $0 != worst }.allSatisfy { abs($0.z) < 4 })
  }

  /// Pixel noise that averages out within a module costs a decoder nothing: large modules on paper.
  @Test func textureOfLargeModulesIsNotForecastAsSensorNoise() throws {
    var drawn = Self.seen(1500, seed: 21) { seen in
      1 / (1 + exp(2 * (seen.moduleNoiseGreyLevels - 5)))
    }
    for index in drawn.symbols.indices { drawn.symbols[index].condition?.lightReflectance = 0.3 }
    var photos = Self.seen(60, seed: 22, isDrawn: false)
    for index in photos.symbols.indices {
      photos.symbols[index].condition?.lightReflectance = 0.3
      photos.symbols[index].condition?.moduleSizePixels = 16
      photos.symbols[index].condition?.noiseGreyLevels = 18
    }
    let coarse = RealismReport(drawn: [drawn], photos: [photos]).decoders[0].forecasts
    #expect(coarse.allSatisfy { $0.chance > 0.75 }, "\(coarse.map(\.chance).min() ?? 0)")
    for index in photos.symbols.indices {
      photos.symbols[index].condition?.moduleSizePixels = 2
    }
    let fine = RealismReport(drawn: [drawn], photos: [photos]).decoders[0].forecasts
    #expect(fine.allSatisfy { $0.chance < 0.3 }, "\(fine.map(\.chance).max() ?? 0)")
  }

  /// Chances that fall with size, up to the largest that was drawn, say nothing of a photo four times as large.
  @Test func noLineIsDrawnBeyondTheDrawnSamples() throws {
    let drawn = Self.seen(1500, seed: 31) { 1 / (1 + exp(1.5 * (log2($0.moduleSizePixels) - 2.5))) }
    var photos = Self.seen(2, seed: 32, isDrawn: false)
    for index in photos.symbols.indices {
      photos.symbols[index].condition?.blurSigmaPixels = 0.5
      photos.symbols[index].condition?.noiseGreyLevels = 3
    }
    photos.symbols[0].condition?.moduleSizePixels = 7.99
    photos.symbols[1].condition?.moduleSizePixels = 28
    let chances = RealismReport(drawn: [drawn], photos: [photos]).decoders[0].forecasts.map(
      \.chance)
    #expect(chances[0] < 0.45 && chances[1] > 0.7 * chances[0], "\(chances)")
  }

  @Test func aSymbologyWithFewSamplesBorrowsFromItsKin() throws {
    // Ten drawn Aztecs, all read: alone they would say nothing of size.
    let kin = Self.seen(10, seed: 8, symbology: .aztec) { _ in 1 }
    let report = RealismReport(
      drawn: [Self.drawn, kin], photos: [Self.seen(60, seed: 9, symbology: .aztec, isDrawn: false)])
    let forecasts = report.decoders[0].forecasts
    let sizes = forecasts.map { report.photos[$0.photo].condition?.moduleSizePixels ?? 0 }
    let rho = try #require(RankCorrelation.spearman(sizes, forecasts.map(\.chance)))
    #expect(rho > 0.8)
  }

  @Test func smallerDrawnThresholdWithMorePhotosReadIsARankCorrelationOfOne() throws {
    func corpora(_ isDrawn: Bool) -> SeenCorpus {
      var corpus = SeenCorpus(name: "c", decoders: ["good", "fair", "poor"])
      for level in 1...4 {
        for trial in 0..<6 {
          corpus.symbols.append(
            SeenSymbol(
              key: "\(level)/\(trial)", level: isDrawn ? Double(level) : nil, symbology: .ean13,
              condition: nil, gap: .notFound, reads: [true, level > 1, level > 3]))
        }
      }
      return corpus
    }
    let report = RealismReport(drawn: [corpora(true)], photos: [corpora(false)])
    #expect(report.cells.map(\.photoRate) == [1, 0.75, 0.25])
    #expect(report.cells.map(\.meanThreshold.estimate) == [1, 1.5, 3.5])
    #expect(try #require(report.cellCorrelation) == 1)
  }
}
