import Measuring

/// The symbols of one image after the readings that contradict better ones are put below those.
struct DetectedSymbols {
  /// A symbol with what backs its contents, and the readings that contradict them.
  struct Symbol {
    let readings: MergedReadings
    let support: ReadingSupport?
    fileprivate(set) var contradictions: [Detection.Contradiction] = []
  }

  private(set) var symbols: [Symbol] = []

  /// Judges the merged readings of an image.
  ///
  /// - Parameter decoders: The decoders of the scan, in the order of the readings' indices.
  init(_ merged: [MergedReadings], decoders: [ScanDecoder]) {
    let owners = merged.indices.flatMap { symbol in merged[symbol].entries.map { (symbol, $0) } }
    let evidence = ReadingEvidence(
      owners.map { symbol, entry in
        .init(
          decoder: decoders[entry.decoder], reading: entry.reading,
          measurement: merged[symbol].measurement)
      })
    let supports = merged.indices.map { symbol in
      owners.indices.filter { owners[$0].0 == symbol }.compactMap { evidence.supports[$0] }.max()
    }
    let places = merged.indices.map { symbol in
      supports[symbol] == nil ? Self.better(than: symbol, in: merged, supports) : nil
    }
    var indices: [Int: Int] = [:]
    for symbol in merged.indices where places[symbol] == nil {
      indices[symbol] = symbols.count
      symbols.append(Symbol(readings: merged[symbol], support: supports[symbol]))
    }
    for symbol in merged.indices {
      guard let index = places[symbol].flatMap({ indices[$0] }) else { continue }
      symbols[index].contradictions += merged[symbol].entries.map {
        .init(decoder: decoders[$0.decoder].label, reading: $0.reading)
      }
    }
  }

  /// The symbol that is backed at the place of one that is not; `nil` if there is none.
  private static func better(
    than symbol: Int, in merged: [MergedReadings], _ supports: [ReadingSupport?]
  ) -> Int? {
    merged.indices.first { other in
      supports[other] != nil && merged[symbol].isContradicted(by: merged[other])
    }
  }
}

extension MergedReadings {
  /// True if another symbol lies at the same place, or, where the place is not known, has these
  /// contents as a part of its own.
  fileprivate func isContradicted(by other: MergedReadings) -> Bool {
    let places = entries.compactMap(\.reading.corners) + [measurement.outline].compactMap(\.self)
    guard let there = other.measurement.outline, !places.isEmpty else {
      let (own, whole) = (representative, other.representative)
      return own.symbology?.carrier == whole.symbology?.carrier && own.bytes.count >= 2
        && own.bytes.count < whole.bytes.count && whole.bytes.contains(own.bytes)
    }
    return places.contains { there.isAtPlace(of: $0) }
  }
}
