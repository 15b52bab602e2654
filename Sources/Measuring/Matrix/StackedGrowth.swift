import DecoderKit

/// Registers a PDF417 from its start pattern on, where nothing like a stop pattern is found.
///
/// Compact PDF417 ends with one bar in place of the row indicators on the right and the stop pattern;
/// in others the stop pattern is hidden. The row indicators on the left tell the size. From there the
/// fit grows to the right, by half as many codewords as it has, so that each step reaches hardly further
/// than what it knows.
struct StackedGrowth {
  let plane: LuminancePlane
  let budget: Int
  private let length = PDF417Patterns.modules

  private var matrix: MatrixGauge { MatrixGauge(plane: plane, budget: budget) }

  /// Registers the symbol whose start pattern is known.
  ///
  /// - Returns: `nil` unless its codewords prove that it is there.
  func symbol(_ start: Registration) -> RegisteredSymbol? {
    let height = start.middleDerivatives.down
    guard height > 6, height < 20_000,
      let found = IndicatorRows(
        IndicatorScores(start, sides: [.left], in: plane), height: height),
      found.likeness > StackedGauge.leastLikeness,
      let map = grown(start, found), var symbol = end(found, map)
    else { return nil }
    symbol.hasSquareModules = false
    guard symbol.registration.correlation > 0.55, symbol.backing(of: .pdf417).isProof else {
      return nil
    }
    return symbol
  }

  /// The map that fits the start pattern, the indicators after it and all codewords of data.
  private func grown(_ start: Registration, _ found: IndicatorRows) -> Homography? {
    let width = Double(start.pattern.columns)
    func corner(_ column: Double, _ row: Int) -> Point {
      start.map.apply(column, Double(found.left.line(ofRow: Float(row))))
    }
    var map = Homography(
      width: width, height: Double(found.rows),
      to: Corners(
        topLeft: corner(0, 0), topRight: corner(width, 0), bottomRight: corner(width, found.rows),
        bottomLeft: corner(0, found.rows)))
    let last = found.columns + 1
    var codewords = 1
    while let start = map {
      let layout = MatrixLayout.pdf417(codewords: codewords, rows: found.rows)
      map = fit(layout, start)?.registration.map
      if codewords == last { break }
      codewords = min(last, codewords + max(1, codewords / 2))
    }
    return map
  }

  /// Fits a layout after whose last column anything may follow.
  private func fit(_ layout: MatrixLayout, _ map: Homography) -> RegisteredSymbol? {
    matrix.fit(layout, map, openColumns: Double(layout.columns) - 0.4...(.infinity))
  }

  /// Tells how the symbol ends after its data, and fits all of it.
  private func end(_ found: IndicatorRows, _ map: Homography) -> RegisteredSymbol? {
    let rows = found.rows
    let whole = MatrixLayout.pdf417(columns: length * (found.columns + 4) + 1, rows: rows)
    if let fitted = matrix.fit(whole, map), fitted.fixedAgreement ?? 0 > 0.9 { return fitted }
    var part = StackedPart(rows: rows, columns: found.columns)
    let compact = MatrixLayout.compactPDF417(columns: found.columns, rows: rows)
    if let fitted = matrix.fit(compact, map), fitted.fixedAgreement ?? 0 > 0.9,
      isLight(fitted.registration)
    {
      part.hasRightIndicators = false
      return self.part(fitted, part)
    }
    let open = MatrixLayout.pdf417(codewords: found.columns + 2, rows: rows, isFollowed: false)
    return fit(open, map).map { self.part($0, part) }
  }

  private func part(_ symbol: RegisteredSymbol, _ part: StackedPart) -> RegisteredSymbol {
    var symbol = symbol
    symbol.registration.pattern.part = part
    return symbol
  }

  /// True if two modules after the last column are light in nearly all rows.
  private func isLight(_ registration: Registration) -> Bool {
    let (columns, rows) = (registration.pattern.columns, registration.pattern.rows)
    let lights = (0..<rows).count { row in
      [0.7, 1.5].allSatisfy { offset in
        let point = registration.map.apply(Double(columns) + offset, Double(row) + 0.5)
        return !plane.contains(point) || !registration.isDark(point, plane)
      }
    }
    return lights * 10 > rows * 9
  }
}

extension Registration {
  /// True if a point is nearer to the level of dark than to that of light.
  func isDark(_ point: Point, _ plane: LuminancePlane) -> Bool {
    let contrast = contrast(at: point)
    guard contrast != 0 else { return false }
    return (light.value(at: point) - plane.value(point.x, point.y)) / contrast > 0.5
  }
}

extension RegisteredSymbol {
  /// The symbol cut to the rows that are seen of it.
  ///
  /// - Returns: `nil` if their codewords prove nothing.
  func cut(to seen: Range<Int>, _ gauge: MatrixGauge) -> RegisteredSymbol? {
    guard seen.count >= 3 else { return nil }
    let (columns, rows) = (registration.pattern.columns, registration.pattern.rows)
    var layout = MatrixLayout.pdf417(columns: columns, rows: seen.count)
    layout.part = PDF417Codewords.whole(columns: columns, rows: rows)
    layout.part?.firstRow = seen.lowerBound
    let shift = Homography(x: [1, 0, 0], y: [0, 1, Double(seen.lowerBound)], w: [0, 0, 1])
    guard var fitted = gauge.fit(layout, registration.map.after(shift)),
      fitted.fixedAgreement ?? 0 > 0.9, fitted.backing(of: .pdf417).isProof
    else { return nil }
    fitted.hasSquareModules = false
    return fitted
  }

  /// The outline of the rows that are seen; `nil` if there is ink where the others must be.
  func outlineOfInk(in seen: Range<Int>, _ plane: LuminancePlane) -> Corners? {
    let missing = (layout?.fixed ?? []).filter { !seen.contains($0.row) }
    let dark = missing.count { module in
      let point = centre(of: module)
      return plane.contains(point) && registration.isDark(point, plane)
    }
    guard dark * 10 < missing.count else { return nil }
    let width = registration.pattern.width
    let (top, bottom) = (Double(seen.lowerBound), Double(seen.upperBound))
    let map = registration.map
    return Corners(
      topLeft: map.apply(0, top), topRight: map.apply(width, top),
      bottomRight: map.apply(width, bottom), bottomLeft: map.apply(0, bottom))
  }

  /// The rows from the first to the last whose fixed modules are seen as they must be, of a PDF417 whose
  /// top or bottom is cut off or covered; `nil` if all rows are seen, or none.
  func rowsSeen(_ plane: LuminancePlane) -> Range<Int>? {
    var (right, all) = ([Int](repeating: 0, count: registration.pattern.rows), 0)
    for module in layout?.fixed ?? [] {
      let point = centre(of: module)
      if module.row == 0 { all += 1 }
      if plane.contains(point), registration.isDark(point, plane) == module.isDark {
        right[module.row] += 1
      }
    }
    // Without ink or without light, two modules in five are right by chance.
    let good = right.indices.filter { Double(right[$0]) > 0.75 * Double(all) }
    guard let first = good.first, let last = good.last, last - first + 1 < right.count else {
      return nil
    }
    return first..<last + 1
  }

  private func centre(of module: MatrixLayout.FixedModule) -> Point {
    registration.map.apply(Double(module.column) + 0.5, Double(module.row) + 0.5)
  }
}

extension MatrixLayout {
  /// Codewords after a start pattern, each of which begins with a bar and ends with a space.
  ///
  /// - Parameter isFollowed: True if one more bar follows.
  fileprivate static func pdf417(
    codewords: Int, rows: Int, isFollowed: Bool = true
  ) -> MatrixLayout {
    let length = PDF417Patterns.modules
    let end = length * (codewords + 1)
    var layout = MatrixLayout(columns: end + (isFollowed ? 1 : 0), rows: rows)
    for row in 0..<rows {
      for first in stride(from: length, to: end, by: length) {
        layout.set(first, row, true)
        layout.set(first + length - 1, row, false)
      }
      if isFollowed { layout.set(end, row, true) }
    }
    return layout
  }

  /// The start pattern and the last bar of Compact PDF417 in each row.
  fileprivate static func compactPDF417(columns: Int, rows: Int) -> MatrixLayout {
    var layout = MatrixLayout(columns: PDF417Patterns.modules * (columns + 2) + 1, rows: rows)
    for row in 0..<rows {
      for (column, isDark) in pdf417Start.enumerated() { layout.set(column, row, isDark) }
      layout.set(layout.columns - 1, row, true)
    }
    return layout
  }
}
