import DecoderKit

/// Looks for the symbols of one image's readings, one after the other.
struct ImageSearch {
  private let plane: LuminancePlane
  /// The outlines of the symbols that were found.
  private(set) var taken: [Corners] = []
  // Each search takes as long as a fit: it is made once an image, and only if there is a need.
  private var cells: [CellGrid]?
  private var linear: LinearGauge?
  private var blocks: [Corners]?
  /// The processor time after which no further place is looked at for a reading.
  private let limit: Duration?

  init(_ plane: LuminancePlane, within limit: Duration? = nil) {
    self.plane = plane
    self.limit = limit
  }

  /// Registers the symbol of a reading; a second equal reading gets another symbol.
  mutating func register(_ reading: Reading) -> Result<RegisteredSymbol, GaugeFailure> {
    guard let symbology = reading.symbology else { return .failure(.unknownSymbology) }
    let result: Result<RegisteredSymbol, GaugeFailure>
    if let wanted = LinearPatterns.wanted(reading) {
      let single = bars().register(wanted, taken: taken)
      // Decoders call the stacked one DataBar as well.
      if symbology == .dataBar, case .failure = single {
        result = StackedDataBar(bars()).register(reading, taken: taken)
      } else {
        result = single
      }
    } else if symbology == .dataBarStacked {
      result = StackedDataBar(bars()).register(reading, taken: taken)
    } else if symbology == .pdf417 {
      result = StackedGauge(bars()).register(
        near: reading.corners, taken: taken, isOther: { $0.contradicts(reading) })
    } else {
      result = matrix(symbology, reading)
    }
    if case .success(let symbol) = result { taken.append(symbol.outline) }
    return result
  }

  /// Registers a matrix symbol near the decoder's corners, else at any place full of edges.
  private mutating func matrix(
    _ symbology: Symbology, _ reading: Reading
  ) -> Result<RegisteredSymbol, GaugeFailure> {
    guard !MatrixLayout.layouts(of: symbology).isEmpty else {
      return .failure(.unsupportedSymbology)
    }
    let gauge = MatrixGauge(plane: plane)
    var failure = GaugeFailure.notFound
    if let corners = reading.corners {
      switch gauge.register(symbology, near: corners) {
      case .success(let symbol):
        if !symbol.contradicts(reading) { return .success(symbol) }
        failure = .poorFit
      case .failure(let reason): failure = reason
      }
    }
    let hint = reading.corners?.centre
    let places = outlines().filter { place in !taken.contains { $0.contains(place.centre) } }
    let near = places.filter { place in hint.map(place.contains) ?? true }
    let time = SearchTime(limit)
    for place in near.prefix(8) {
      if time.isUp { break }
      switch gauge.register(symbology, near: place, isRough: true) {
      case .success(let symbol):
        // Chance has many places to look like a symbol where nobody has pointed.
        if symbol.isLikely(symbology), !symbol.contradicts(reading) { return .success(symbol) }
        failure = .poorFit
      case .failure(.poorFit): failure = .poorFit
      case .failure: break
      }
    }
    return .failure(failure)
  }

  private mutating func pyramid() -> [CellGrid] {
    let pyramid = cells ?? CellGrid.pyramid(plane)
    cells = pyramid
    return pyramid
  }

  private mutating func bars() -> LinearGauge {
    var gauge = linear ?? LinearGauge(plane, pyramid())
    linear = gauge
    gauge.time = SearchTime(limit)
    return gauge
  }

  private mutating func outlines() -> [Corners] {
    let outlines = blocks ?? Blocks.find(plane, pyramid())
    blocks = outlines
    return outlines
  }
}
