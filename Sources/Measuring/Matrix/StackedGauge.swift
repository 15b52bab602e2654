import DecoderKit
import Foundation

/// Registers PDF417 symbols, ISO/IEC 15438: rows of codewords between two patterns of full height.
struct StackedGauge {
  let linear: LinearGauge
  private var plane: LuminancePlane { linear.plane }

  init(_ linear: LinearGauge) { self.linear = linear }

  /// Registers the symbol: first the two patterns as a linear symbol, then the rows between them.
  func register(near corners: Corners?, taken: [Corners]) -> Result<RegisteredSymbol, GaugeFailure>
  {
    let wanted = LinearGauge.Wanted(
      fewestModules: 17 + 69,
      find: { profile in
        StackedSearch(
          profile: profile, patterns: Self.patterns,
          start: MatrixLayout.pdf417Start.map { $0 ? 1 : 0 },
          stop: MatrixLayout.pdf417Stop.map { $0 ? 1 : 0 }
        ).best
      }, places: places(corners), hint: corners?.centre,
      // The two patterns are found by chance elsewhere too, but fit there badly.
      leastScore: 0.7, leastCorrelation: 0.85)
    let found = linear.register(wanted, taken: taken)
    return found.flatMap { ends in
      let matrix = MatrixGauge(plane: plane, budget: linear.budget)
      guard let (rows, map) = rows(ends.registration),
        var fitted = matrix.fit(
          MatrixLayout.pdf417(columns: ends.registration.pattern.columns, rows: rows), map)
      else { return .failure(.notFound) }
      guard fitted.registration.correlation > 0.55, fitted.fixedAgreement ?? 0 > 0.9 else {
        return .failure(.poorFit)
      }
      fitted.hasSquareModules = false
      return .success(fitted)
    }
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
    return places
      + linear.regions.prefix(8).map { region in
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

  /// Counts the rows: where one ends and the next begins, most codewords change.
  ///
  /// - Returns: The number of rows, and the map whose rows are these.
  private func rows(_ ends: Registration) -> (Int, Homography)? {
    let columns = ends.pattern.columns
    let height = ends.map.derivatives(Double(columns) / 2, 0.5).down
    guard height > 6, height < 20_000 else { return nil }
    // Steps of half a pixel, from above the symbol to below it.
    let step = 0.5 / height
    let margin = 0.12
    let count = Int((1 + 2 * margin) / step)
    let data = 17..<(columns - 18)
    let everyOther = Swift.stride(
      from: data.lowerBound, to: data.upperBound, by: max(1, data.count / 120))
    var lines = [[Float]]()
    lines.reserveCapacity(count)
    for index in 0..<count {
      let v = Double(index) * step - margin
      lines.append(
        everyOther.map { column in
          let point = ends.map.apply(Double(column) + 0.5, v)
          return Float(plane.value(point.x, point.y))
        })
    }
    // The change over two pixels.
    var changes = [Float](repeating: 0, count: count)
    for index in 2..<(count - 2) {
      var sum: Float = 0
      for (a, b) in zip(lines[index - 2], lines[index + 2]) { sum += abs(a - b) }
      changes[index] = sum
    }
    func change(_ v: Double) -> Double {
      let place = min(max((v + margin) / step, 0), Double(count - 2))
      let index = Int(place)
      let fraction = Float(place - Double(index))
      return Double(changes[index] + (changes[index + 1] - changes[index]) * fraction)
    }
    var best = (score: 0.0, rows: 0, start: 0.0, end: 1.0)
    for rows in 3...90 where height / Double(rows) > 1.8 {
      let row = 1 / Double(rows)
      for startShift in -1...1 {
        for endShift in -1...1 {
          let start = Double(startShift) * row / 4
          let end = 1 + Double(endShift) * row / 4
          let pitch = (end - start) / Double(rows)
          guard start > -margin, end < 1 + margin else { continue }
          var (edges, middles) = (0.0, 0.0)
          for k in 1..<rows { edges += change(start + Double(k) * pitch) }
          for k in 0..<rows { middles += change(start + (Double(k) + 0.5) * pitch) }
          let score = edges / Double(rows - 1) - middles / Double(rows)
          if score > best.score { best = (score, rows, start, end) }
        }
      }
    }
    guard best.rows > 0 else { return nil }
    let outline = Corners(
      topLeft: ends.map.apply(0, best.start),
      topRight: ends.map.apply(Double(columns), best.start),
      bottomRight: ends.map.apply(Double(columns), best.end),
      bottomLeft: ends.map.apply(0, best.end))
    return Homography(width: Double(columns), height: Double(best.rows), to: outline).map {
      (best.rows, $0)
    }
  }
}

extension MatrixLayout {
  fileprivate static let pdf417Start = bars([8, 1, 1, 1, 1, 1, 1, 3])
  fileprivate static let pdf417Stop = bars([7, 1, 1, 3, 1, 1, 1, 2, 1])

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
