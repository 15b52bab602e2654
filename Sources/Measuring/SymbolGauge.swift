import DecoderKit

/// Measures where symbols lie in an image, how large their modules are, and how they are seen.
///
/// It registers the symbol's own structure to the image. Decoders' corners are only a first guess:
/// many give none, or the ends of a scan line.
public struct SymbolGauge: Sendable {
  /// Makes a gauge.
  public init() {}

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
      // Looking for bars takes as long as a fit: once an image, and only if there is a need.
      var linear: LinearGauge?
      var taken: [Corners] = []
      return readings.map { reading -> SymbolMeasurement in
        guard let symbology = reading.symbology else { return failed(reading, .unknownSymbology) }
        let registered: Result<RegisteredSymbol, GaugeFailure>
        if LinearPatterns.knows(symbology) || symbology == .pdf417 {
          let gauge = linear ?? LinearGauge(plane)
          linear = gauge
          registered =
            symbology == .pdf417
            ? StackedGauge(gauge).register(near: reading.corners, taken: taken)
            : gauge.register(
              LinearPatterns.candidates(symbology, reading.bytes),
              hint: reading.corners?.middle, taken: taken)
        } else if let corners = reading.corners {
          registered = MatrixGauge(plane: plane).register(symbology, near: corners)
        } else {
          registered = .failure(.notFound)
        }
        switch registered {
        case .failure(let failure): return failed(reading, failure)
        case .success(let symbol):
          let measurement = measurement(symbol.fit, hasSquareModules: symbology != .pdf417)
          if let outline = measurement.outline { taken.append(outline) }
          return measurement
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

  /// - Parameter hasSquareModules: False if the height of rows is free.
  private func measurement(_ fit: RegistrationFit, hasSquareModules: Bool) -> SymbolMeasurement {
    let registration = fit.registration
    let pattern = registration.pattern
    let (columns, rows) = (Double(pattern.columns), Double(pattern.rows))
    let hasHeight = pattern.rows > 1 && hasSquareModules
    let covariance = fit.mapCovariance()
    func value(_ figure: (Homography) -> Double) -> MeasuredValue {
      MeasuredValue(
        figure(registration.map), standardError: fit.standardError(covariance, of: figure))
    }
    func sizes(_ map: Homography) -> [Double] {
      [(0, 0), (columns, 0), (columns, rows), (0, rows)].flatMap { u, v in
        let there = map.derivatives(u, v)
        return hasHeight ? [there.across, there.down] : [there.across]
      }
    }
    return SymbolMeasurement(
      source: .measured, outline: registration.map.corners(width: columns, height: rows),
      dimension: SymbolDimension(columns: pattern.columns, rows: pattern.rows),
      moduleSize: ModuleSize(
        across: value { $0.derivatives(columns / 2, rows / 2).across },
        down: hasHeight ? value { $0.derivatives(columns / 2, rows / 2).down } : nil,
        smallest: value { sizes($0).min() ?? 0 }, largest: value { sizes($0).max() ?? 0 }))
  }
}
