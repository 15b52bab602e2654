import DecoderKit
import Foundation

/// Registers PDF417 symbols, ISO/IEC 15438: rows of codewords between two patterns of full height.
struct StackedGauge {
  let linear: LinearGauge
  private var plane: LuminancePlane { linear.plane }

  init(_ linear: LinearGauge) { self.linear = linear }

  /// Registers the symbol: first its two patterns as a linear symbol, then the rows between them.
  ///
  /// The usual places are tried first; the search on lines in all directions costs more.
  ///
  /// - Parameter isOther: Returns true for a symbol that is not the one that is looked for.
  func register(
    near corners: Corners?, taken: [Corners], isOther: (RegisteredSymbol) -> Bool
  ) -> Result<RegisteredSymbol, GaugeFailure> {
    var failure = GaugeFailure.notFound
    func first(
      _ places: [BarRegion], _ find: @escaping (StackedSearch) -> ProfileMatch?,
      _ symbol: (Registration) -> RegisteredSymbol?
    ) -> RegisteredSymbol? {
      for place in places {
        switch linear.register(wanted(place, find), taken: taken) {
        case .success(let ends):
          if let symbol = symbol(ends.registration), !isOther(symbol) { return symbol }
          failure = .poorFit
        case .failure(let reason): if reason == .poorFit { failure = reason }
        }
      }
      return nil
    }
    if let symbol = first(places(corners), \.best, whole) { return .success(symbol) }
    var finders: [StackedFinder] = []
    for band in [0.0, 2] where !linear.time.isUp {
      let finder = StackedFinder(plane, band: band, search)
      if let symbol = first(Array(finder.pairs.prefix(12)), \.best, whole) {
        return .success(symbol)
      }
      finders.append(finder)
    }
    let growth = StackedGrowth(plane: plane, budget: linear.budget)
    for finder in finders {
      if let symbol = first(finder.startRegions, \.bestStart, growth.symbol) {
        return .success(symbol)
      }
    }
    return .failure(failure)
  }

  private func search(_ profile: BarProfile) -> StackedSearch {
    StackedSearch(
      profile: profile, patterns: Self.patterns,
      start: MatrixLayout.pdf417Start.map { $0 ? 1 : 0 },
      stop: MatrixLayout.pdf417Stop.map { $0 ? 1 : 0 })
  }

  private func wanted(
    _ place: BarRegion, _ find: @escaping (StackedSearch) -> ProfileMatch?
  ) -> LinearGauge.Wanted {
    LinearGauge.Wanted(
      fewestModules: 17 + 17, find: { find(search($0)) }, places: [place],
      // The patterns are found by chance elsewhere too, but fit there badly.
      leastScore: 0.7, leastCorrelation: 0.85)
  }

  /// Registers the symbol between its two ends.
  private func whole(_ ends: Registration) -> RegisteredSymbol? {
    guard let found = rows(ends) else { return nil }
    var best: RegisteredSymbol?
    // Between the ends nothing has been compared yet: the middle may lie off by a module.
    for shift in [0, 0.6, -0.6, 1.2, -1.2] {
      guard let fitted = fitted(ends, found, shift: shift) else { continue }
      if fitted.backing(of: .pdf417).isProof { return fitted }
      if fitted.quality > best?.quality ?? 0 { best = fitted }
    }
    return best
  }

  /// Fits the symbol of the size that its indicators tell.
  ///
  /// - Parameter shift: The modules by which its middle is moved between its ends.
  private func fitted(
    _ ends: Registration, _ found: IndicatorRows, shift: Double
  ) -> RegisteredSymbol? {
    let matrix = MatrixGauge(plane: plane, budget: linear.budget)
    let columns = PDF417Patterns.modules * (found.columns + 4) + 1
    guard let map = map(ends, found, columns: columns, shift: shift),
      var fitted = matrix.fit(MatrixLayout.pdf417(columns: columns, rows: found.rows), map)
    else { return nil }
    fitted.hasSquareModules = false
    let seen = fitted.rowsSeen(plane)
    if let cut = seen.flatMap({ fitted.cut(to: $0, matrix) }) { return cut }
    let agreement = fitted.fixedAgreement ?? 0
    // Coarse drawing moves the bars by half a module: the codewords tell that they are those.
    guard fitted.registration.correlation > 0.55,
      agreement > 0.9 || (agreement > 0.75 && fitted.backing(of: .pdf417).isProof)
    else { return nil }
    fitted.otherOutline = seen.flatMap { fitted.outlineOfInk(in: $0, plane) }
    return fitted
  }

  /// Lines across the whole image: as the decoder's corners run, and across each place with bars.
  ///
  /// Rows of codewords do not look like bars everywhere, so that such places end within the symbol.
  private func places(_ corners: Corners?) -> [BarRegion] {
    let reach = Double(plane.width + plane.height) / 2
    var places: [BarRegion] = []
    if let corners {
      let way = SIMD2(
        corners.topRight.x + corners.bottomRight.x - corners.topLeft.x - corners.bottomLeft.x,
        corners.topRight.y + corners.bottomRight.y - corners.topLeft.y - corners.bottomLeft.y)
      let length = (way * way).sum().squareRoot()
      if length > 20 {
        let height =
          hypot(
            corners.topLeft.x - corners.bottomLeft.x, corners.topLeft.y - corners.bottomLeft.y)
        places.append(
          BarRegion(
            centre: corners.centre, across: way / length, halfLength: min(length * 0.8, reach),
            halfHeight: min(height / 2, reach), factor: 1))
      }
    }
    let regions = linear.regions.prefix(8)
    // The place that the decoder's corners point to comes first.
    let sorted =
      corners.map { corners in
        regions.filter { $0.contains(corners.centre) }
          + regions.filter { !$0.contains(corners.centre) }
      } ?? Array(regions)
    return places
      + sorted.map { region in
        BarRegion(
          centre: region.centre, across: region.across,
          halfLength: min(region.halfLength * 4, reach), halfHeight: region.halfHeight,
          factor: region.factor)
      }
  }

  /// The start and the stop pattern of each width, with codewords of any colour between them.
  private static let patterns = (1...30).map { codewords -> [UInt8] in
    // Each codeword begins with a bar and ends with a space.
    let middle = [1] + [UInt8](repeating: openModule, count: 17 * (codewords + 2) - 2) + [0]
    return MatrixLayout.pdf417Start.map { $0 ? 1 : 0 } + middle
      + MatrixLayout.pdf417Stop.map { $0 ? 1 : 0 }
  }

  /// Finds the rows by their indicators; `nil` if the indicators do not tell them.
  private func rows(_ ends: Registration) -> IndicatorRows? {
    let height = ends.middleDerivatives.down
    guard height > 6, height < 20_000,
      let found = IndicatorRows(IndicatorScores(ends, in: plane), height: height),
      found.likeness > Self.leastLikeness
    else { return nil }
    return found
  }

  /// The map from the whole symbol to the image.
  ///
  /// The ends tell its columns, with their perspective, better than the rows of a flat symbol would.
  private func map(
    _ ends: Registration, _ found: IndicatorRows, columns: Int, shift: Double
  ) -> Homography? {
    let width = Double(ends.pattern.columns)
    // The indicators' middles lie one and a half codewords from either end.
    let sides = [(found.left, 25.5), (found.right, width - 26.5)]
    let points = sides.flatMap { scale, column in
      [0, found.rows].map { row in
        (point: ends.map.apply(column, Double(scale.line(ofRow: Float(row)))), row: Double(row))
      }
    }
    return ends.map.scaled(from: width, to: Double(columns), shift: shift)?
      .withRows(through: points)
  }

  /// The least mean likeness of the indicators at which they are believed.
  static let leastLikeness: Float = 0.15
}

extension MatrixLayout {
  static let pdf417Start = bars([8, 1, 1, 1, 1, 1, 1, 3])
  static let pdf417Stop = bars([7, 1, 1, 3, 1, 1, 1, 2, 1])

  private static func bars(_ widths: [Int]) -> [Bool] {
    widths.enumerated().flatMap { [Bool](repeating: $0.offset % 2 == 0, count: $0.element) }
  }

  /// The start and the stop pattern in each row.
  static func pdf417(columns: Int, rows: Int) -> MatrixLayout {
    var layout = MatrixLayout(columns: columns, rows: rows)
    for row in 0..<rows {
      for (column, isDark) in pdf417Start.enumerated() { layout.set(column, row, isDark) }
      for (column, isDark) in pdf417Stop.enumerated() {
        layout.set(columns - pdf417Stop.count + column, row, isDark)
      }
    }
    return layout
  }
}
