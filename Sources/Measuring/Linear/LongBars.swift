import DecoderKit

/// The ends of bars that go on beyond what was fitted: those that curve away from straight lines, as on a
/// tilted can, fade in glare, or come out lighter than the spaces where metal mirrors a light.
///
/// They tell the outline alone: size and condition are those of what was fitted.
struct LongBars {
  let plane: LuminancePlane

  private static let parts = 6
  /// The fewest columns that are followed together: fewer are like anything.
  private static let fewestColumns = 10
  /// The least correlation of bars that go on, in a stretch of the symbol.
  private static let least = 0.6
  /// The least contrast, as a share of that in the middle.
  private static let leastShare = 0.08
  /// The same in grey levels.
  private static let leastContrast = 1.5
  /// The lines that may be missed, and those that must be found after more than that.
  private static let (usualGap, leastRun) = (4, 6)
  /// The furthest that bars may lie from straight lines, and the step by which they are followed, in modules.
  private static let (furthest, step) = (6.0, 0.25)
  /// The share of the height that more must be found for, so that fitted ends are given up.
  private static let leastGain = 0.06

  /// Moves the outline's corners to where most bars end, if they go on.
  func include(_ symbol: inout RegisteredSymbol, longColumns: [ClosedRange<Double>]) {
    let registration = symbol.registration
    let pattern = registration.pattern
    // Long bars of EAN and UPC symbols are longer at the foot alone.
    let all = Array(pattern.modules.indices)
    let usual = all.filter { index in !longColumns.contains { $0.contains(Double(index) + 0.5) } }
    let stretch = max(usual.count / Self.parts, Self.fewestColumns)
    let tops = ends(registration, all, -1, stretch: stretch)
    let bottoms = ends(registration, usual, 1, stretch: stretch)
    // Blurred ends are seen further away.
    let height = max(registration.middleDerivatives.down, 1)
    let gain = max(Self.leastGain, (2 * registration.blurPixels + 1) / height)
    let top = line(tops, width: pattern.width, fitted: 0, gain)
    let bottom = line(bottoms, width: pattern.width, fitted: 1, gain)
    guard top != nil || bottom != nil else { return }
    let rows = (0..<Self.parts).flatMap { part in
      let place = (Double(part) + 0.5) / Double(Self.parts)
      return [(top?(place) ?? 0, 0.0), (bottom?(place) ?? 1, 1.0)].map { row, wanted in
        (point: registration.point(place * pattern.width, row), row: wanted)
      }
    }
    guard let map = registration.map.withRows(through: rows) else { return }
    func corner(_ column: Double, _ end: End?, _ row: Double, isOther: Bool) -> Point {
      map.apply(column + (isOther ? end?.shift ?? 0 : 0), row)
    }
    symbol.otherOutline = Corners(
      topLeft: corner(0, tops.first, 0, isOther: top != nil),
      topRight: corner(pattern.width, tops.last, 0, isOther: top != nil),
      bottomRight: corner(pattern.width, bottoms.last, 1, isOther: bottom != nil),
      bottomLeft: corner(0, bottoms.first, 1, isOther: bottom != nil))
  }

  /// Where the bars end on one side, in stretches that overlap if the symbol is short.
  private func ends(
    _ registration: Registration, _ columns: [Int], _ way: Double, stretch: Int
  ) -> [End] {
    let room = max(columns.count - stretch, 0)
    return (0..<Self.parts).compactMap { part in
      let first = room * part / (Self.parts - 1)
      return follow(registration, Array(columns[first...].prefix(stretch)), way)
    }
  }

  /// The line on which most bars end (Theil and Sen); `nil` if there is none, or the fitted end is as good.
  private func line(
    _ ends: [End], width: Double, fitted: Double, _ gain: Double
  ) -> ((Double) -> Double)? {
    // Where the image ends is no end of bars, unless it cuts them all.
    let whole = ends.filter { !$0.isCut }
    let seen = (whole.count < 4 ? ends.filter(\.isCut) : whole).map { ($0.middle / width, $0.row) }
    guard seen.count >= 4 else { return nil }
    let slope = seen.indices.flatMap { one in
      seen.indices.filter { seen[$0].0 > seen[one].0 }.map { other in
        (seen[other].1 - seen[one].1) / (seen[other].0 - seen[one].0)
      }
    }.median
    let start = seen.map { $0.1 - slope * $0.0 }.median
    let isLine = seen.count { abs($0.1 - start - slope * $0.0) < gain } >= 4
    let differs = [0, 0.5, 1].map { abs(start + slope * $0 - fitted) > gain }
    let isOther = differs[1] || differs[0] && differs[2]
    return isLine && isOther ? { start + slope * $0 } : nil
  }

  /// Where some bars end: the row, and how far they lie from where they were fitted, in modules.
  private struct End {
    /// The middle of the bars, in modules.
    var middle: Double
    var row = 0.5
    var shift = 0.0
    /// True if they are lighter than the spaces there, and darker in the middle, or the other way round.
    var isReversed = false
    /// True if they go on to the image's border.
    var isCut = false
  }

  /// Follows some bars up (-1) or down (1) from the middle; `nil` if they are not seen there.
  private func follow(_ registration: Registration, _ columns: [Int], _ way: Double) -> End? {
    let pattern = registration.pattern
    let middle = (pattern.middle(columns.first ?? 0) + pattern.middle(columns.last ?? 0)) / 2
    let usual = [0.3, 0.5, 0.7].map { seen(registration, columns, $0, 0).contrast }.median
    let height = max(registration.map.derivatives(middle, 0.5).down, 1)
    guard usual > 4 else { return nil }
    var (last, next) = (End(middle: middle), End(middle: middle))
    var (misses, run) = (0, 0)
    while abs(next.row - 0.5) < 1.5, misses < longestGap(last.row, height) {
      next.row += way / height
      let shifts = [0, -Self.step, Self.step].map { next.shift + $0 }
      let found = shifts.map { (shift: $0, line: seen(registration, columns, next.row, $0)) }
        .max {
          abs($0.line.correlation)
            < abs($1.line.correlation) + ($1.shift == next.shift ? 0.02 : 0)
        }
      guard let found, abs(found.line.correlation) > Self.least,
        abs(found.shift) < Self.furthest,
        abs(found.line.contrast) > max(Self.leastShare * usual, Self.leastContrast)
      else {
        (misses, run) = (misses + 1, 0)
        continue
      }
      let isReversed = found.line.correlation < 0
      run = isReversed == next.isReversed ? run + 1 : 1
      (next.shift, next.isReversed) = (found.shift, isReversed)
      // Beyond a gap of glare, or where bars change places with spaces, a single line is chance.
      let isNext = misses < Self.usualGap && isReversed == last.isReversed
      if isNext || run >= Self.leastRun { (last, misses) = (next, 0) }
    }
    last.isCut = !plane.contains(
      registration.point(middle + last.shift, last.row + 3 * way / height))
    // Blur leaves so little contrast about a standard deviation beyond the end.
    last.row -= way * registration.blurPixels / height
    return last
  }

  /// The lines that may be missed beyond a row, for a stripe of glare across the bars.
  private func longestGap(_ row: Double, _ height: Double) -> Int {
    max(Self.usualGap, Int(0.5 * abs(row - 0.5) * height))
  }

  private struct Seen {
    var correlation = 0.0
    /// Between light and dark modules, in grey levels.
    var contrast = 0.0
  }

  /// Compares a line across some bars with what they are.
  private func seen(
    _ registration: Registration, _ columns: [Int], _ row: Double, _ shift: Double
  ) -> Seen {
    let pattern = registration.pattern
    var (count, sum, squares, dark, darkSum) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for column in columns {
      let point = registration.point(pattern.middle(column) + shift, row)
      guard plane.contains(point) else { return Seen() }
      let value = plane.value(point.x, point.y)
      let ink = pattern.modules[column] != 0 ? 1.0 : 0
      count += 1
      sum += value
      squares += value * value
      dark += ink
      darkSum += value * ink
    }
    let spread = dark - dark * dark / max(count, 1)
    let variances = (squares - sum * sum / max(count, 1)) * spread
    guard spread > 0, variances > 0 else { return Seen() }
    let sign = registration.isInverted ? 1.0 : -1
    let covariance = sign * (darkSum - sum * dark / count)
    return Seen(correlation: covariance / variances.squareRoot(), contrast: covariance / spread)
  }
}
