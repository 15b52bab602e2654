import DecoderKit

/// Looks for the symbols of one image's readings, one after the other.
struct ImageSearch {
  private let plane: LuminancePlane
  /// The search for bars takes as long as a fit: once an image, and only if there is a need.
  private var linear: LinearGauge?
  /// The outlines of the symbols that were found.
  private var taken: [Corners] = []

  init(_ plane: LuminancePlane) { self.plane = plane }

  /// Registers the symbol of a reading; a second equal reading gets another symbol.
  mutating func register(_ reading: Reading) -> Result<RegisteredSymbol, GaugeFailure> {
    guard let symbology = reading.symbology else { return .failure(.unknownSymbology) }
    let result: Result<RegisteredSymbol, GaugeFailure>
    if let wanted = LinearPatterns.wanted(reading) {
      result = bars().register(wanted, taken: taken)
    } else if symbology == .pdf417 {
      result = StackedGauge(bars()).register(near: reading.corners, taken: taken)
    } else if let corners = reading.corners {
      result = MatrixGauge(plane: plane).register(symbology, near: corners)
    } else {
      result = .failure(
        MatrixLayout.layouts(of: symbology).isEmpty ? .unsupportedSymbology : .notFound)
    }
    if case .success(let symbol) = result { taken.append(symbol.outline) }
    return result
  }

  private mutating func bars() -> LinearGauge {
    let gauge = linear ?? LinearGauge(plane)
    linear = gauge
    return gauge
  }
}
