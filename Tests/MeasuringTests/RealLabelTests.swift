import DecoderKit
import Foundation
import Symbols
import TestSupport
import Testing

@testable import Measuring

/// Labels as they are met: bent, in a shadow, cut off, called by another name.
@Suite struct RealLabelTests {
  private func bars(_ text: String, _ kind: LinearKind) throws -> [UInt8] {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(Array(text.utf8), options: .linear(kind, height: 40))
    return Array(symbol.modules.prefix(symbol.columns))
  }

  private func measured(
    _ text: String, _ symbology: Symbology, in image: GrayImage
  ) -> SymbolMeasurement {
    SymbolGauge().measure(Reading(symbology: symbology, bytes: Array(text.utf8)), in: image)
  }

  /// A can whose radius is that of a drink's beside the symbol: 33 mm to 31 mm.
  @Test func aLabelOnACanIsMeasuredInItsMiddleAndAtItsEnds() throws {
    let (radius, size) = (350.0, 3.5)
    let drawing = LabelDrawing(place: { x, _ in
      let share = min(max((x - 230) / radius, -1), 1)
      return 47.5 + radius * asin(share) / size
    })
    let can = measured(
      "4006381333931", .ean13, in: drawing.image(try bars("400638133393", .ean13(addOn: nil))))
    #expect(can.source == .measured)
    let half = 47.5 * size / radius
    let sizes = try #require(can.moduleSize)
    #expect(abs(sizes.across.value / size - 1) < 0.01, "\(sizes.across)")
    #expect(abs(sizes.smallest.value / (size * cos(half)) - 1) < 0.05, "\(sizes.smallest)")
    let outline = try #require(can.outline)
    #expect(abs(outline.topLeft.x - (230 - radius * sin(half))) < 1, "\(outline)")
    #expect(abs(outline.bottomRight.x - (230 + radius * sin(half))) < 1, "\(outline)")
  }

  @Test func aFlatLabelHasNoBend() throws {
    let flat = measured(
      "4006381333931", .ean13,
      in: LabelDrawing().image(try bars("400638133393", .ean13(addOn: nil))))
    let sizes = try #require(flat.moduleSize)
    #expect(abs(sizes.across.value - 3.5) < 0.002, "\(sizes.across)")
    #expect(abs(sizes.smallest.value - sizes.largest.value) < 0.01, "\(sizes)")
  }

  /// The lower part of the label, more of it on the left, has a sixth of the light.
  @Test func aShadowDoesNotEndTheBars() throws {
    let drawing = LabelDrawing(shade: { x, y in 1 / (1 + 5 / (1 + exp((130 + x / 6 - y) / 4))) })
    let outline = try #require(
      measured(
        "4006381333931", .ean13, in: drawing.image(try bars("400638133393", .ean13(addOn: nil)))
      ).outline)
    for (point, place) in zip(
      outline.points, [(60.0, 60.0), (392.5, 60), (392.5, 200), (60, 200)])
    {
      #expect(abs(point.x - place.0) < 1 && abs(point.y - place.1) < 2, "\(outline)")
    }
  }

  @Test func barsMayReachTheImagesBorders() throws {
    let bars = try bars("A40156B", .codabar(hasCheckCharacter: false))
    let drawing = LabelDrawing(width: bars.count * 5 - 5, place: { x, _ in x / 5 })
    // The encoder writes a gap behind the last character.
    let codabar = measured("A40156B", .codabar, in: drawing.image(bars))
    #expect(codabar.source == .measured)
    #expect(abs((codabar.moduleSize?.across.value ?? 0) - 5) < 0.02)
    // Their outer edges are there, though the image ends with them.
    let parameters = try #require(codabar.condition?.grades)
    #expect(parameters.modulation > 0.9, "\(parameters.modulation)")
  }

  @Test func aSharpImageHasNoBlur() throws {
    for turn in [0.0, 3, 20, 45] {
      let (c, s) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
      let drawing = LabelDrawing(
        height: 460, rows: -60..<60, along: { x, y in (y - 230) * c - (x - 230) * s },
        place: { x, y in 47.5 + ((x - 230) * c + (y - 230) * s) / 3.3 })
      let blur = try #require(
        measured(
          "4006381333931", .ean13, in: drawing.image(try bars("400638133393", .ean13(addOn: nil)))
        ).condition?.blurSigmaPixels)
      #expect(blur.value < 0.08, "\(turn)°: \(blur)")
      #expect(blur.lower == 0, "\(turn)°: \(blur)")
    }
  }

  /// 0 12345 00005 8 in full is 01234558 in short.
  @Test func aSymbolOfUPCEIsCalledSoWhateverTheDecoderCallsIt() throws {
    let short = LabelDrawing().image(try bars("0123455", .upcE(addOn: nil)))
    for (text, symbology) in [
      ("0012345000058", Symbology.ean13), ("012345000058", .upcA), ("01234558", .upcE),
    ] {
      let symbol = measured(text, symbology, in: short)
      #expect(symbol.dimension?.columns == 51, "\(symbology): \(symbol.source)")
      #expect(symbol.symbology == (symbology == .upcE ? nil : .upcE))
    }
    let long = measured(
      "0012345000058", .ean13,
      in: LabelDrawing().image(try bars("001234500005", .ean13(addOn: nil))))
    #expect(long.dimension?.columns == 95 && long.symbology == nil)
  }

  /// Two characters differ, and with them little of the whole: what is left of a clean image tells.
  @Test func aUPCEWithOneOtherDigitIsNotMeasured() throws {
    let image = LabelDrawing().image(try bars("0637353", .upcE(addOn: nil)))
    #expect(measured("06373530", .upcE, in: image).source == .measured)
    for place in Proof.all([3, 1, 5, 2, 4], orFirst: 1) {
      for digit in UInt8(48)...57 {
        var body = Array("0637353".utf8)
        guard body[place] != digit else { continue }
        body[place] = digit
        guard let number = CheckDigits.upcA(expandingUPCE: body) else { continue }
        let other = String(decoding: body + [CheckDigits.modulo10(of: number)], as: UTF8.self)
        #expect(measured(other, .upcE, in: image).source != .measured, Comment(rawValue: other))
      }
    }
  }

  /// Codabar's first sets: characters with three wide elements are as wide as those with two.
  @Test func codabarsCharactersMayAllBeEquallyWide() throws {
    let bars = try bars("A3419500B", .codabar(hasCheckCharacter: false))
    var edges = [60.0]
    for character in runs(bars).chunks(of: 8) {
      let wides = character.count { $0 > 1 }
      for length in character {
        let wide = wides == 3 ? 19.5 / 3 : 8.25
        for _ in 0..<length {
          edges.append(edges[edges.count - 1] + (length > 1 ? wide / Double(length) : 3))
        }
      }
    }
    // The drawing asks for eight points a pixel.
    let places = (0..<8 * LabelDrawing().width).map { point in
      guard let next = edges.firstIndex(where: { $0 > (Double(point) + 0.5) / 8 }), next > 0
      else { return -1.0 }
      return Double(next) - 0.5
    }
    let drawing = LabelDrawing(place: { x, _ in places[Int(8 * x)] })
    let image = drawing.image(bars)
    let sizes = try #require(measured("A3419500B", .codabar, in: image).moduleSize)
    #expect(abs(sizes.across.value - 3) < 0.01, "\(sizes.across)")
    for other in ["A3419501B", "A3419500A", "A341950B", "A34195000B", "A3491500B"] {
      #expect(measured(other, .codabar, in: image).source != .measured, "\(other)")
    }
  }

  /// The lengths of runs of equal modules.
  private func runs(_ bars: [UInt8]) -> [Int] {
    var runs: [Int] = []
    for (index, bar) in bars.enumerated() {
      if index > 0, bar == bars[index - 1] { runs[runs.count - 1] += 1 } else { runs.append(1) }
    }
    return runs
  }
}

extension [Int] {
  fileprivate func chunks(of count: Int) -> [ArraySlice<Int>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
