import DecoderKit

/// Follows the bars of a linear symbol to their ends.
struct BarEnds {
  let plane: LuminancePlane

  /// Follows the bars up and down from the middle of the present band to their ends.
  ///
  /// Each sixth of the symbol is followed alone: the ends may lie on a slope.
  ///
  /// - Returns: The map whose rows 0 and 1 are the ends, with the columns as they are; and by how
  ///   much it is higher than the band.
  func follow(
    _ registration: Registration, _ bars: [UInt8], _ longColumns: [ClosedRange<Double>]
  ) -> (Homography, growth: Double)? {
    let map = registration.map
    let pattern = registration.pattern
    let parts = 6
    var ends: [(point: Point, row: Double)] = []
    var heights: [Double] = []
    // Where the middle is open, the two ends are followed.
    let closed = bars.indices.filter { index in
      bars[index] != openModule && !longColumns.contains { $0.contains(Double(index) + 0.5) }
    }
    let polarity = registration.light.level > registration.dark.level ? 1.0 : -1
    func contrast(_ columns: ArraySlice<Int>, _ row: Double) -> Double {
      polarity * self.contrast(registration, bars, columns, row)
    }
    for part in 0..<parts {
      let columns = closed[
        (closed.count * part / parts)..<(closed.count * (part + 1) / parts)]
      let middle =
        (pattern.edge(columns.first ?? 0) + pattern.edge((columns.last ?? 0) + 1)) / 2
      let step = 0.5 / max(map.derivatives(middle, 0.5).down, 0.5)
      let reference =
        [0.3, 0.5, 0.7].reduce(0) { $0 + contrast(columns, $1) } / 3
      guard reference > Self.leastContrast else { continue }
      func end(_ direction: Double) -> Double {
        var last = 0.5
        var row = 0.5
        var misses = 0
        // Extrapolation is trusted up to one height of the band on either side.
        while abs(row - 0.5) < 1.5, misses < 4 {
          row += direction * step
          if contrast(columns, row) > reference * 0.5 {
            last = row
            misses = 0
          } else {
            misses += 1
          }
        }
        return last + direction * step / 2
      }
      let (top, bottom) = (end(-1), end(1))
      guard bottom - top > 0.01 else { continue }
      ends.append((registration.point(middle, top), 0))
      ends.append((registration.point(middle, bottom), 1))
      heights.append(bottom - top)
    }
    guard heights.count >= 3, let next = map.withRows(through: ends) else { return nil }
    return (next, heights.median)
  }

  /// The luminance that is added to the sum of two, so that black has no contrast of its own.
  private static let blackLevel = 16.0
  /// The least contrast of bars that can be followed.
  private static let leastContrast = 0.005

  /// The difference between light and dark modules on a line, over their sum: the same in a shadow.
  private func contrast(
    _ registration: Registration, _ bars: [UInt8], _ columns: ArraySlice<Int>, _ row: Double
  ) -> Double {
    var (light, lights, dark, darks) = (0.0, 0.0, 0.0, 0.0)
    for index in columns {
      let bar = bars[index]
      let point = registration.point(registration.pattern.middle(index), row)
      guard plane.contains(point) else { return 0 }
      let value = plane.value(point.x, point.y)
      if bar != 0 {
        dark += value
        darks += 1
      } else {
        light += value
        lights += 1
      }
    }
    (light, dark) = (light / max(lights, 1), dark / max(darks, 1))
    return (light - dark) / (light + dark + Self.blackLevel)
  }
}

extension Homography {
  /// The map with the same columns whose rows go through points of the image, by least deviations:
  /// writing and creases move the ends of some bars far away.
  func withRows(through points: [(point: Point, row: Double)]) -> Homography? {
    guard var inverse else { return nil }
    var weights = [Double](repeating: 1, count: points.count)
    for _ in 0..<10 {
      var a = [Double](repeating: 0, count: 9)
      var b = [Double](repeating: 0, count: 3)
      for ((point, row), weight) in zip(points, weights) {
        let place = SIMD3(point.x, point.y, 1)
        let scale = (inverse.w * place).sum()
        for i in 0..<3 {
          for j in 0..<3 { a[i * 3 + j] += place[i] * place[j] * weight }
          b[i] += place[i] * row * scale * weight
        }
      }
      guard solveSymmetric(&a, &b, 3) else { return nil }
      inverse.y = SIMD3(b[0], b[1], b[2])
      weights = points.map { point, row in
        1 / max(abs(inverse.apply(point.x, point.y).y - row), Self.sureRow)
      }
    }
    return inverse.inverse
  }

  /// The share of the height within which ends are as good as on the row.
  private static let sureRow = 0.01
}
