import DecoderKit
import Foundation
import Symbols
import Testing

@testable import Measuring

/// Labels that are bent, folded or wavy, and what else keeps bars from looking as they were printed.
@Suite struct BentLabelTests {
  private static let size = 3.5

  /// A way in which a label is not flat.
  enum Form: CaseIterable {
    case can, fold, wave

    /// The place in a symbol of 95 modules that is seen at a point of the image.
    func place(_ x: Double, _ y: Double) -> Double {
      let flat = (x - 60) / size
      switch self {
      case .can:
        // From the middle to the ends a can turns by 52 degrees.
        let radius = 47.5 * size / 0.9
        return 47.5 + radius * asin(min(max((x - 230) / radius, -1), 1)) / size
      case .fold:
        let fold = 35 + 0.1 * (y - 130) / size
        return flat < fold ? flat : fold + (flat - fold) / cos(20 * Double.pi / 180)
      case .wave: return flat + 0.9 * sin(2 * .pi * flat / 60 + 1)
      }
    }

    /// Where a place is seen on a row, by halving.
    func x(of place: Double, y: Double) -> Double {
      var (low, high) = (0.0, 460.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if self.place(middle, y) < place { low = middle } else { high = middle }
      }
      return low
    }
  }

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

  /// The ends of bars that are not straight are found to a tenth of their length alone.
  private func expect(
    _ outline: Corners?, _ places: [(x: Double, y: Double)], within pixels: Double,
    alongBars: Double
  ) throws {
    for (point, place) in zip(try #require(outline).points, places) {
      #expect(
        abs(point.x - place.x) < pixels && abs(point.y - place.y) < alongBars,
        "\(point.x) \(point.y), not \(place.x) \(place.y)")
    }
  }

  @Test(arguments: Form.allCases) func labelsThatAreNotFlatAreMeasured(_ form: Form) throws {
    let image = LabelDrawing(place: form.place).image(
      try bars("400638133393", .ean13(addOn: nil)))
    let label = measured("4006381333931", .ean13, in: image)
    #expect(label.source == .measured)
    try expect(
      label.outline,
      [(0.0, 60.0), (95, 60), (95, 200), (0, 200)].map { (form.x(of: $0, y: $1), $1) },
      within: 2, alongBars: 15)
    // Where the map has the middle, neighbours lie as far apart as they do there.
    let size = try #require(label.moduleSize).across.value
    let sizes = stride(from: 40.0, through: 55, by: 1).map {
      form.x(of: $0 + 1, y: 130) - form.x(of: $0, y: 130)
    }
    let range = ((sizes.min() ?? 0) * 0.95)...((sizes.max() ?? 0) * 1.05)
    #expect(range.contains(size), "\(size), not \(range)")
  }

  @Test(arguments: Form.allCases) func noBendMakesUpForAWrongDigit(_ form: Form) throws {
    let image = LabelDrawing(place: form.place).image(
      try bars("400638133393", .ean13(addOn: nil)))
    for wrong in ["4006381333832", "4006318333934", "4006381353935", "4009381333938"] {
      let label = measured(wrong, .ean13, in: image)
      #expect(label.source != .measured, "\(wrong)")
    }
  }

  /// Bars on the right are lighter than spaces on the left.
  @Test func barsAreFoundInGlare() throws {
    let drawing = LabelDrawing(
      shade: { _, _ in 0.4 }, haze: { x, _ in 145 / (1 + exp((270 - x) / 25)) })
    let label = measured(
      "4006381333931", .ean13, in: drawing.image(try bars("400638133393", .ean13(addOn: nil))))
    #expect(label.source == .measured)
    #expect(abs((label.moduleSize?.across.value ?? 0) - Self.size) < 0.05)
  }

  /// Bars that curve away by one module, as on a can that is seen from above.
  @Test func theOutlineEndsWithCurvedBars() throws {
    func curve(_ y: Double) -> Double { 4 * pow((y - 130) / 70, 2) }
    let drawing = LabelDrawing(
      rows: 30..<230, place: { x, y in (x - 60 - curve(y)) / Self.size })
    let label = measured(
      "4006381333931", .ean13, in: drawing.image(try bars("400638133393", .ean13(addOn: nil))))
    #expect(label.source == .measured)
    let (left, right) = (60 + curve(30), 60 + curve(30) + 95 * Self.size)
    try expect(
      label.outline, [(left, 30.0), (right, 30), (right, 230), (left, 230)], within: 8,
      alongBars: 20)
  }

  /// A QR Code on a can that turns by so many degrees from its middle to its ends, seen from the front: in the
  /// middle a module has 6 pixels.
  @Test(
    arguments: [
      (10.0, false), (20, false), (20, true), (40, false), (40, true), (60, false), (75, true),
    ])
  func matricesOnCansAreMeasuredOrRefused(degrees: Double, isTurned: Bool) throws {
    let symbol = try #require(DrawnSymbol(.qrCode, "QRCode", Array("CYLINDER 0123456789".utf8)))
    let half = Double(symbol.columns) / 2
    let radius = half / (degrees * .pi / 180)
    let edge = radius * sin(half / radius)
    let side = 6 * symbol.columns + 80
    var image = GrayImage(width: side, height: side, filledWith: 220)
    for y in 0..<side {
      for x in 0..<side {
        var dark = 0
        for part in 0..<64 {
          let u = (Double(x) + (Double(part % 8) + 0.5) / 8 - Double(side) / 2) / 6
          let v = (Double(y) + (Double(part / 8) + 0.5) / 8 - Double(side) / 2) / 6
          guard abs(u) < edge, abs(v) < half else { continue }
          let column = min(Int(half + radius * asin(u / radius)), symbol.columns - 1)
          if symbol.cells[Int(half + v) * symbol.columns + column] != 0 { dark += 1 }
        }
        let shade = UInt8(220 - 190 * dark / 64)
        if isTurned { image[side - 1 - y, x] = shade } else { image[x, y] = shade }
      }
    }
    let (left, top) = (Double(side) / 2 - 6 * edge, 40.0)
    let upright = [
      (left, top), (Double(side) - left, top), (Double(side) - left, Double(side) - top),
      (left, Double(side) - top),
    ]
    let places = upright.map { isTurned ? (Double(side) - $0.1, $0.0) : $0 }
    let corners = places.map { Point(x: $0.0, y: $0.1) }
    let label = SymbolGauge().measure(
      Reading(
        symbology: .qrCode, bytes: symbol.payload,
        corners: Corners(
          topLeft: corners[0], topRight: corners[1], bottomRight: corners[2],
          bottomLeft: corners[3])), in: image)
    guard let size = label.moduleSize else {
      #expect(degrees > 40 && label.source == .decoder(.poorFit), "\(label.source)")
      return
    }
    for (value, most) in [(size.across, 0.015), (try #require(size.down), 0.005)] {
      // The model of a blurred edge errs where sharp pixels are in line with modules.
      #expect(value.lower <= 6.03 && value.upper >= 5.97, "\(value)")
      #expect(abs(value.value - 6) < 6 * most, "\(value)")
    }
    let narrowest = 6 * cos(half / radius)
    #expect(size.smallest.lower < narrowest + 0.1 && size.smallest.upper > narrowest - 0.1)
    #expect(try #require(label.condition?.tiltDegrees) < 10)
    #expect(label.condition?.grades.unusedErrorCorrection == 1)
    #expect(label.backing == .codewords)
    try expect(label.outline, places.map { (x: $0.0, y: $0.1) }, within: 1, alongBars: 1)
  }

  /// Where metal mirrors a light, bars are lighter than spaces: there, too, the symbol goes on.
  @Test(arguments: [("4006381333931", Symbology.ean13), ("01264904", .upcE)])
  func theOutlineGoesOnWhereBarsAreLight(text: String, symbology: Symbology) throws {
    let drawing = LabelDrawing(
      rows: 30..<230, shade: { _, y in y < 90 ? -0.3 : 0.5 },
      haze: { _, y in y < 90 ? 200 : 60 })
    let bars = try bars(
      symbology == .upcE ? text : String(text.dropLast()),
      symbology == .upcE ? .upcE(addOn: nil) : .ean13(addOn: nil))
    let label = measured(text, symbology, in: drawing.image(bars))
    #expect(label.source == .measured)
    let (left, right) = (60.0, 60 + Double(bars.count) * Self.size)
    try expect(
      label.outline, [(left, 30.0), (right, 30), (right, 230), (left, 230)], within: 3,
      alongBars: 10)
  }

  /// A cut along a scan line, lower than the cells in which places are looked for.
  @Test func aStripIsMeasured() throws {
    let drawing = LabelDrawing(height: 8, rows: -1..<9)
    for isUpright in [false, true] {
      var image = drawing.image(try bars("400638133393", .ean13(addOn: nil)))
      if isUpright {
        var turned = GrayImage(width: image.height, height: image.width, filledWith: 0)
        for y in 0..<image.height {
          for x in 0..<image.width { turned[y, x] = image[x, y] }
        }
        image = turned
      }
      let label = measured("4006381333931", .ean13, in: image)
      #expect(abs((label.moduleSize?.across.value ?? 0) - Self.size) < 0.02, "\(isUpright)")
    }
  }

  /// Element by element as the standard has them, in thousandths of an inch: A 3 1 $ B, and the gaps up to a
  /// tenth of an inch.
  @Test func traditionalCodabarHasEighteenWidths() throws {
    let characters = [
      [6.5, 8.0, 19.6, 19.4, 6.5, 16.1, 6.5], [17.9, 24.3, 6.5, 10.4, 6.5, 10.4, 6.5],
      [6.5, 10.4, 6.5, 10.4, 17.9, 24.3, 6.5], [6.5, 10.0, 18.6, 24.4, 6.5, 10.0, 6.5],
      [6.5, 16.1, 6.5, 19.4, 6.5, 8.0, 19.6],
    ]
    let widths = characters.flatMap { $0 + [100 - $0.reduce(0, +)] }.dropLast()
    // A column is a tenth of a thousandth of an inch.
    let bars = widths.enumerated().flatMap { index, width in
      [UInt8](repeating: index % 2 == 0 ? 1 : 0, count: Int((width * 10).rounded()))
    }
    let drawing = LabelDrawing(place: { x, _ in (x - 40) * 6.5 * 10 / 4.5 })
    let label = measured("A31$B", .codabar, in: drawing.image(bars))
    #expect(label.source == .measured)
    #expect(abs((label.moduleSize?.across.value ?? 0) - 4.5) < 0.05)
  }

  @Test func aDataBarBelowACompositeComponentHasOtherBars() throws {
    let number = Array("00012345678905".utf8)
    let linked = try SymbolEncoder.barsBelowComposite(number)
    var encoder = SymbolEncoder()
    let alone = try encoder.encode(number, options: .linear(.dataBar, height: nil))
    #expect(linked.count == alone.columns)
    #expect(linked != Array(alone.modules.prefix(alone.columns)))
    let label = measured(
      "0100012345678905", .dataBar,
      in: LabelDrawing(place: { x, _ in (x - 60) / Self.size }).image(linked))
    #expect(label.source == .measured)
    #expect(abs((label.moduleSize?.across.value ?? 0) - Self.size) < 0.01)
  }
}
