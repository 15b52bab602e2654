import DecoderKit
import Judging
import Measuring
import Scanning
import Symbols

/// Measures the symbols of an image whose truth is known, as a scan of the image does.
struct TruthGauge {
  private let image: GrayImage
  private let gauge = SymbolGauge()

  init(_ image: GrayImage) { self.image = image }

  /// Measures the symbols of a truth.
  ///
  /// - Parameters:
  ///   - expected: The symbols.
  ///   - readings: Each decoder's readings of the image. Wrong ones change nothing.
  /// - Returns: One measurement for each symbol, in order.
  func measure(
    _ expected: [ExpectedSymbol], given readings: [[Reading]]
  ) -> [SymbolMeasurement] {
    guard !expected.isEmpty else { return [] }
    let right = readings.map { readings in
      readings.filter { reading in expected.contains { Self.isRead($0, by: reading) } }
    }
    var merged = ReadingMerge.merge(right) { gauge.measure($0, in: image) }
    var measurements = expected.map { symbol -> SymbolMeasurement? in
      let index = merged.firstIndex { candidate in
        candidate.measurement.source == .measured
          && Self.isRead(symbol, by: candidate.representative)
      }
      return index.map { merged.remove(at: $0).measurement }
    }
    let missing = measurements.indices.filter { measurements[$0] == nil }
    let found = search(
      missing.map { index in
        Reading(
          symbology: expected[index].symbology, bytes: expected[index].bytes,
          corners: Self.corners(of: expected[index], in: right))
      }, drawnAt: missing.map { expected[$0].corners })
    for (index, measurement) in zip(missing, found) { measurements[index] = measurement }
    return measurements.compactMap(\.self)
  }

  /// Looks for symbols with the data of the truth.
  ///
  /// - Parameter outlines: The places where they were drawn. Nothing is looked for far away from them: what looks
  ///   like the symbol in writing or cloth would be taken for it.
  private func search(_ wanted: [Reading], drawnAt outlines: [Corners?]) -> [SymbolMeasurement] {
    guard !wanted.isEmpty else { return [] }
    let known = outlines.compactMap(\.self)
    guard known.count == wanted.count,
      let part = ImagePart(around: known.flatMap(\.points), margin: Self.margin(known), in: image),
      (part.width, part.height) != (image.width, image.height)
    else { return gauge.measure(wanted, in: image) }
    let moved = wanted.map { $0.mapped(part.inside) }
    return gauge.measure(moved, in: image.cropped(to: part)).map { measurement in
      var measurement = measurement
      measurement.outline = measurement.outline?.mapped(part.place)
      return measurement
    }
  }

  /// The surroundings that are searched as well, in pixels: half of the largest symbol's longer side, and room
  /// for the widest quiet zone.
  private static func margin(_ outlines: [Corners]) -> Double {
    max((outlines.map(\.longestSide).max() ?? 0) / 2, leastMargin)
  }

  private static let leastMargin = 64.0

  private static func isRead(_ symbol: ExpectedSymbol, by reading: Reading) -> Bool {
    TruthMatching.match(reading, symbol) != nil
  }

  /// The first corners that a decoder gave with the symbol.
  private static func corners(
    of symbol: ExpectedSymbol, in readings: [[Reading]]
  ) -> Corners? {
    readings.joined().first { $0.corners != nil && isRead(symbol, by: $0) }?.corners
  }
}
