import DecoderKit

/// Measures the light margins of a registered symbol.
///
/// Lines leave the symbol at right angles to each side. On each the margin ends where something has
/// more than half of the symbol's contrast, or where the image ends. A side's margin is that which
/// nine lines in ten have at least, so that noise does not end it.
struct QuietZoneGauge {
  let plane: LuminancePlane
  let registration: Registration
  /// The height of a row in modules.
  let rowHeight: Double

  private static let step = 0.25
  private static let lines = 24

  /// A side of the symbol.
  enum Side { case left, top, right, bottom }

  /// The margin of a side, in modules.
  func width(_ side: Side) -> Double {
    let isLinear = registration.pattern.rows == 1
    let places = (0..<Self.lines).map { line in
      let place = (Double(line) + 0.5) / Double(Self.lines)
      return isLinear ? LinearBand.place(place) : place
    }
    // Where the symbol itself lies outside the image, nothing is known of its margin.
    let widths = places.filter { plane.contains(point(side, $0, -0.5)) }
      .map { width(side, $0) }.sorted()
    return widths.isEmpty ? 0 : widths[widths.count / 10]
  }

  /// The margin along one line.
  ///
  /// - Parameter place: The line's place along the side, 0 to 1.
  private func width(_ side: Side, _ place: Double) -> Double {
    // The symbol's own edge is blurred; half a module from it the light is counted on.
    let start = 0.5
    var last = (distance: start, share: 0.0)
    var distance = start
    while distance <= SymbolCondition.quietZoneReach {
      let point = point(side, place, distance)
      guard plane.contains(point) else { return limit(side, place, from: last.distance) }
      let share = share(side, place, distance)
      if share > 0.5 {
        if last.distance == distance { return 0 }
        let part = (0.5 - last.share) / (share - last.share)
        return last.distance + part * (distance - last.distance)
      }
      last = (distance, share)
      distance += Self.step
    }
    return SymbolCondition.quietZoneReach
  }

  /// The distance at which a line leaves the image, which it does within a step.
  private func limit(_ side: Side, _ place: Double, from inside: Double) -> Double {
    var (low, high) = (inside, inside + Self.step)
    guard plane.contains(point(side, place, low)) else { return 0 }
    for _ in 0..<10 {
      let middle = (low + high) / 2
      if plane.contains(point(side, place, middle)) { low = middle } else { high = middle }
    }
    return low
  }

  /// The share of the way from light to dark, averaged along the side over half a module.
  private func share(_ side: Side, _ place: Double, _ distance: Double) -> Double {
    let pattern = registration.pattern
    let length =
      side == .left || side == .right
      ? Double(pattern.rows) * rowHeight : pattern.width
    var sum = 0.0
    for shift in [-0.25, 0, 0.25] {
      let point = point(side, place + shift / length, distance)
      let light = registration.light.value(at: point)
      let dark = registration.dark.value(at: point)
      let contrast = light - dark
      sum += abs(contrast) < 1 ? 0 : (light - plane.value(point.x, point.y)) / contrast
    }
    return sum / 3
  }

  private func point(_ side: Side, _ place: Double, _ distance: Double) -> Point {
    let (columns, rows) = (
      registration.pattern.width, Double(registration.pattern.rows)
    )
    return switch side {
    case .left: registration.point(-distance, place * rows)
    case .right: registration.point(columns + distance, place * rows)
    case .top: registration.point(place * columns, -distance / rowHeight)
    case .bottom: registration.point(place * columns, rows + distance / rowHeight)
    }
  }
}
