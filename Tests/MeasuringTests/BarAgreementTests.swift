import DecoderKit
import TestSupport
import Testing

@testable import Measuring

/// A linear symbol is measured for the value that it shows, and for no other.
@Suite struct BarAgreementTests {
  /// A scene with its picture.
  private struct Shot {
    let scene: Scene
    let image: GrayImage

    func source(_ bytes: [UInt8]) -> MeasurementSource {
      SymbolGauge().measure(Reading(symbology: scene.symbol.symbology, bytes: bytes), in: image)
        .source
    }
  }

  /// Scenes whose modules are large and clean enough to tell every bar.
  private func shots(_ symbology: Symbology, _ numbers: [Int]) -> [Shot] {
    numbers.map { number in
      var scene = Scene(random: symbology, number: number, seed: 39)
      scene.sigmaPixels = min(scene.sigmaPixels, 0.4 * scene.moduleSize.across)
      return Shot(scene: scene, image: BruteForceRasteriser(scene: scene).image())
    }
  }

  /// All other bars fit, so the whole symbol correlates well; the check digit is right in both.
  @Test func anEAN13WithOneOtherDigitIsNotMeasured() {
    for shot in shots(.ean13, Proof.all(Array(0..<8), orFirst: 3)) {
      let scene = shot.scene
      var digits = scene.symbol.payload
      digits[5] = digits[5] == 57 ? 48 : digits[5] + 1
      let sum = digits[..<12].enumerated().reduce(0) { sum, digit in
        sum + Int(digit.element - 48) * (digit.offset % 2 * 2 + 1)
      }
      digits[12] = 48 + UInt8((10 - sum % 10) % 10)
      #expect(shot.source(scene.symbol.payload) == .measured, "\(scene.details)")
      #expect(shot.source(digits) != .measured, "\(scene.details)")
    }
  }

  @Test func aCode128WithOneCharacterMoreOrLessIsNotMeasured() {
    // Of these, a search for what is not there ends within a second or so.
    let numbers = [0, 6, 10, 11, 12, 15, 16, 17]
    for shot in shots(.code128, Proof.all(numbers, orFirst: 2)) {
      let (scene, text) = (shot.scene, shot.scene.symbol.payload)
      #expect(shot.source(text) == .measured, "\(scene.details)")
      for other in [text + [65], Array(text.dropLast()), Array(text.dropFirst())] {
        #expect(shot.source(other) != .measured, "\(scene.details)")
      }
    }
  }

  /// A can's print is fainter than the writing around it: its cells are no strong ones.
  @Test func faintBarsBesideStrongWritingAreFound() throws {
    var scene = Scene(random: .ean13, number: 1, seed: 39)
    (scene.light, scene.dark, scene.noise, scene.gradient) = (0.62, 0.48, 1, 0)
    let drawn = BruteForceRasteriser(scene: scene).image()
    var pixels = drawn.pixels
    let height = drawn.height + 96
    for row in 0..<96 {
      pixels += (0..<drawn.width).map { ($0 / 5 + row / 7) % 2 == 0 ? 250 : 5 }
    }
    let image = try GrayImage(width: drawn.width, height: height, pixels: pixels)
    let reading = Reading(symbology: .ean13, bytes: scene.symbol.payload)
    #expect(SymbolGauge().measure(reading, in: image).source == .measured)
  }
}
