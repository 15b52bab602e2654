import DecoderKit
import Foundation
import Symbols
import Testing

@testable import Measuring

/// Symbols of narrow and wide elements whose ratio is not the encoder's, as print has them.
@Suite struct TwoWidthsTests {
  /// A printed symbol, each of whose pixels is known in closed form.
  struct Printed: CustomTestStringConvertible {
    var kind: LinearKind
    var symbology: Symbology
    var payload: String
    var ratio: Double
    var module: Double
    /// The left edge, in pixels.
    var left: Double
    var blur: Double
    /// The widening of bars on each side, in modules.
    var growth = 0.0

    var testDescription: String { "\(symbology), ratio \(ratio), \(module) px, blur \(blur) px" }

    static let top = 30
    static let height = 70

    /// The places of the edges, in pixels.
    func edges(_ symbol: Symbol) -> [Double] {
      let bars = Array(symbol.modules.prefix(symbol.columns)) + [0]
      var edges = [left]
      var start = 0
      for index in 1..<bars.count where bars[index] != bars[index - 1] {
        edges.append(edges[edges.count - 1] + module * (index - start > 1 ? ratio : 1))
        start = index
      }
      return edges
    }

    /// The share of a pixel behind a blurred edge: the integral of the normal distribution.
    private func share(_ pixel: Int, behind edge: Double) -> Double {
      func integral(_ x: Double) -> Double {
        let z = (x - edge) / blur
        return blur
          * (z * erfc(-z / 2.0.squareRoot()) / 2 + exp(-z * z / 2) / (2 * Double.pi).squareRoot())
      }
      return integral(Double(pixel) + 1) - integral(Double(pixel))
    }

    func image(_ symbol: Symbol) -> GrayImage {
      let edges = edges(symbol)
      let width = Int((edges.last ?? 0) + left)
      var image = GrayImage(width: width, height: Self.height + 2 * Self.top, filledWith: 220)
      for x in 0..<width {
        var dark = 0.0
        for (index, edge) in edges.enumerated() {
          let isFalling = index % 2 == 0
          let grown = edge + (isFalling ? -1 : 1) * growth * module
          dark += (isFalling ? 1 : -1) * share(x, behind: grown)
        }
        let level = UInt8((220 - 190 * dark).rounded())
        for y in Self.top..<(Self.top + Self.height) { image[x, y] = level }
      }
      return image
    }
  }

  private static let symbols: [(LinearKind, Symbology, String)] = [
    (.itf(hasCheckDigit: false), .itf, "12345670"),
    (.code39(isFullASCII: false, hasCheckCharacter: false), .code39, "ABC-123"),
    (.codabar(hasCheckCharacter: false), .codabar, "A40156B"),
  ]

  private static let all = symbols.flatMap { kind, symbology, payload in
    [2, 2.3, 2.5, 3].flatMap { ratio in
      [(2.3, 40.25, 0.7), (4.1, 60.6, 1.3)].map { module, left, blur in
        Printed(
          kind: kind, symbology: symbology, payload: payload, ratio: ratio, module: module,
          left: left, blur: blur)
      }
    }
  }

  private func expect(_ printed: Printed) throws {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      Array(printed.payload.utf8), options: .linear(printed.kind, height: nil))
    let found = SymbolGauge().measure(
      Reading(symbology: printed.symbology, bytes: symbol.payload), in: printed.image(symbol))
    #expect(found.source == .measured)
    let size = try #require(found.moduleSize?.across)
    #expect(abs(size.value / printed.module - 1) < 0.01, "\(size)")
    let condition = try #require(found.condition)
    let ratio = try #require(condition.wideToNarrowRatio)
    #expect(abs(ratio - printed.ratio) < 0.05, "\(ratio)")
    #expect(abs(condition.barGrowthModules - 2 * printed.growth) < 0.05)
    let outline = try #require(found.outline)
    // The gap that libzint writes behind Codabar's last character is no part of the symbol.
    let right = printed.edges(symbol).last ?? 0
    let tolerance = 0.05 * printed.module
    #expect(abs(outline.topLeft.x - printed.left) < tolerance, "\(outline)")
    #expect(abs(outline.bottomRight.x - right) < tolerance, "\(outline)")
    // As much of it as the image holds.
    let margin = min(printed.left / printed.module, SymbolCondition.quietZoneReach)
    #expect(abs(condition.quietZone.narrowest - margin) < 0.6, "\(condition.quietZone)")
    #expect((condition.grades.decodability ?? 0) > 0.6)
  }

  @Test(arguments: all) func ratioOfWideToNarrowElementsIsMeasured(_ printed: Printed) throws {
    try expect(printed)
  }

  @Test func barGrowthIsToldFromTheRatio() throws {
    for (kind, symbology, payload) in Self.symbols {
      try expect(
        Printed(
          kind: kind, symbology: symbology, payload: payload, ratio: 2.4, module: 3.7, left: 55.4,
          blur: 0.9, growth: -0.1))
    }
  }

  @Test func columnsOfNarrowElementsAreModules() throws {
    // A wide bar, a narrow space, a narrow bar, a wide space, a narrow bar.
    let elements = try #require(TwoWidths([1, 1, 1, 0, 1, 0, 0, 0, 1], ratio: 2.4))
    #expect(abs(elements.width - 7.8) < 1e-5)
    let expected: [Float] = [0, 0.8, 1.6, 2.4, 3.4, 4.4, 5.2, 6, 6.8, 7.8]
    for (edge, place) in zip(elements.edges, expected) { #expect(abs(edge - place) < 1e-5) }
    for column in 0..<9 {
      let middle = (expected[column] + expected[column + 1]) / 2
      elements.edges.withUnsafeBufferPointer {
        #expect(TwoWidths.column($0, at: middle) == column)
      }
    }
    #expect(abs(elements.distance(4.3) - 0.1) < 1e-5)
    // Of three widths, or of one, there is no ratio.
    #expect(TwoWidths([1, 0, 0, 1, 1, 1], ratio: 2) == nil)
    #expect(TwoWidths([1, 0, 1], ratio: 2) == nil)
  }
}
