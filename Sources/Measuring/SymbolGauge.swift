import Base
import DecoderKit

/// Measures where symbols lie in an image, how large their modules are, and how they are seen.
///
/// It registers the symbol's own structure to the image. Decoders' corners are only a first guess:
/// many give none, or the ends of a scan line.
public struct SymbolGauge: Sendable {
  /// The standard error, in pixels, of a symbol's width that comes from the model alone: it takes the
  /// pixel's square for a Gaussian, so that sharp edges of one direction all lie off alike.
  private static let shapeError = 0.0015

  private let limit: Duration?

  public init() { limit = nil }

  /// A gauge that gives up symbols that it does not find soon.
  ///
  /// A phantom, which is nowhere in the image, takes the longest.
  ///
  /// - Parameter limit: The processor time after which no further place is looked at for a reading: its symbol
  ///   is not found then.
  public init(within limit: Duration) { self.limit = limit }

  /// Measures the symbol that a decoder read.
  ///
  /// - Parameters:
  ///   - reading: The symbology and the bytes, with corners if the decoder gives them.
  ///   - image: The image in which it was read.
  public func measure(_ reading: Reading, in image: GrayImage) -> SymbolMeasurement {
    measure([reading], in: image)[0]
  }

  /// Measures the symbols that were read in one image; equal symbols are told apart by their
  /// places.
  ///
  /// - Returns: One measurement for each reading, in order.
  public func measure(_ readings: [Reading], in image: GrayImage) -> [SymbolMeasurement] {
    let measured = LuminancePlane.with(image) { plane in
      var search = ImageSearch(plane, within: limit)
      return readings.map { reading in
        switch search.register(reading) {
        case .failure(let failure): failed(reading, failure)
        case .success(let symbol): measurement(symbol, reading.symbology, plane)
        }
      }
    }
    return measured ?? readings.map { failed($0, .notFound) }
  }

  private func failed(_ reading: Reading, _ failure: GaugeFailure) -> SymbolMeasurement {
    guard let corners = reading.corners else {
      return SymbolMeasurement(source: .none(failure), outline: nil)
    }
    return SymbolMeasurement(source: .decoder(failure), outline: corners)
  }

  private func measurement(
    _ symbol: RegisteredSymbol, _ symbology: Symbology?, _ plane: LuminancePlane
  ) -> SymbolMeasurement {
    let fit = symbol.fit
    let registration = symbol.registration
    let pattern = registration.pattern
    let (columns, rows) = (pattern.width, Double(pattern.rows))
    let hasHeight = symbol.hasSquareModules
    let other =
      symbol.outlineOfRows != nil && symbology != .dataBarStacked
      ? .dataBarStacked : LinearPatterns.otherSymbology(symbology, fitted: pattern)
    let covariances = fit.covariances()
    let ink = InkFit(registration, in: plane)
    let shifts = fit.hasRows ? ink?.gridShifts() : nil
    let rest = shifts?.sizeError ?? .zero
    let bend = registration.bend ?? Bend()
    func value(
      along modules: Double, _ rest: Double, _ figure: (Homography, Bend) -> Double
    ) -> MeasuredValue {
      let value = figure(registration.map, bend)
      let fitted = fit.standardError(covariances, of: figure)
      let end = symbol.longerMap.map { figure($0, bend) - value } ?? 0
      let shape = fit.hasRows ? Self.shapeError / max(modules, 1) : 0
      let moved = rest * value
      let squares = fitted * fitted + end * end + shape * shape + moved * moved
      return MeasuredValue(value, standardError: squares.squareRoot())
    }
    func across(_ map: Homography, _ bend: Bend, _ u: Double, _ v: Double) -> Double {
      map.derivatives(u, v).across / bend.slope(u, v, half: columns / 2)
    }
    // A flat symbol's smallest and largest modules are at its corners.
    let steps = registration.bend == nil ? 1 : 8
    let places = (0...steps).flatMap { step -> [(Double, Double)] in
      let column = columns * Double(step) / Double(steps)
      return [(column, 0), (column, rows)]
    }
    let fewest = hasHeight ? min(columns, rows) : columns
    func sizes(_ map: Homography, _ bend: Bend) -> [Double] {
      places.flatMap { u, v in
        let size = across(map, bend, u, v)
        return hasHeight ? [size, map.derivatives(u, v).down] : [size]
      }
    }
    return SymbolMeasurement(
      source: .measured, outline: symbol.outline,
      dimension: SymbolDimension(
        columns: Int(pattern.width.rounded()),
        rows: symbol.outlineOfRows == nil ? pattern.part?.rows ?? pattern.rows : 2),
      moduleSize: symbol.bent?.moduleSize(rest)
        ?? ModuleSize(
          across: value(along: columns, rest.x) { across($0, $1, columns / 2, rows / 2) },
          down: hasHeight
            ? value(along: rows, rest.y) { map, _ in map.derivatives(columns / 2, rows / 2).down }
            : nil,
          smallest: value(along: fewest, 2 * rest.max()) { sizes($0, $1).min() ?? 0 },
          largest: value(along: fewest, 2 * rest.max()) { sizes($0, $1).max() ?? 0 }),
      condition: ConditionGauge(
        plane: plane, registration: registration, ink: ink, shifts: shifts,
        symbology: other ?? symbology,
        hasSquareModules: hasHeight, fixed: symbol.layout?.fixed ?? [],
        anisotropyError: symbol.bent?.anisotropyError
          ?? fit.standardError(
            covariances,
            of: { map, _ in SeenPose.anisotropy(of: map.derivatives(columns / 2, rows / 2)) }),
        blurError: RegistrationFit.standardError(
          covariances, ofUnknown: RegistrationFit.blur)
      ).condition(), symbology: other, backing: symbol.backing(of: other ?? symbology))
  }
}

extension SymbolGauge {
  /// Finds places that look like symbols.
  ///
  /// Writing and textures can look like symbols too: a place is a guess.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - known: Outlines of symbols that were read; places that overlap them are left out.
  /// - Returns: The places, the likeliest first: large ones that have a symbol's texture all over.
  public func potentialSymbols(in image: GrayImage, besides known: [Corners]) -> [PotentialSymbol] {
    LuminancePlane.with(image) { plane in
      PotentialSearch(plane).places(besides: known)
    } ?? []
  }
}
