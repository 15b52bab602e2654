/// The blur out of focus over a symbol's distance, as a width on the symbol itself.
///
/// The disc on the sensor, scaled to the symbol, is aperture × |d − s| ÷ (s − f) wide: it grows evenly
/// with the distance d from the plane in focus at s. ÷ the side of a module, it is the disc in modules.
package struct FocusBlur: Hashable, Sendable {
  /// The plane in focus, in millimetres; infinite for a lens focused there, 0 for a camera that focuses
  /// everywhere.
  let focusMillimetres: Double
  /// The growth before the plane in focus, in millimetres per millimetre; infinite if it is not known.
  let growthBefore: Double
  let growthBehind: Double
  /// The width for a lens that is focused at infinity, the aperture's; infinite if it is not known.
  let constantMillimetres: Double

  /// True if the camera is sharp at every distance.
  package var isNone: Bool { growthBefore == 0 && constantMillimetres == 0 }

  /// Computes the width on the symbol, in millimetres; infinite where it is not known.
  package func millimetres(atMillimetres distance: Double) -> Double {
    guard focusMillimetres.isFinite else { return constantMillimetres }
    let growth = distance < focusMillimetres ? growthBefore : growthBehind
    return growth == 0 || distance == focusMillimetres
      ? 0 : growth * abs(distance - focusMillimetres)
  }

  /// Finds the distances at which a sum of shares of the distance and of the blur is no more than a length.
  ///
  /// The sum is convex, so that the distances are one range.
  ///
  /// - Parameters:
  ///   - perDistance: The share of the distance.
  ///   - perBlur: The share of the blur's width; 0 or above, infinite for no blur at all.
  ///   - sum: The most that the sum may be, in millimetres.
  /// - Returns: The distances in millimetres; `nil` if there are none.
  package func distances(
    perDistance: Double, perBlur: Double, upTo sum: Double
  ) -> ClosedRange<Double>? {
    // A share of nothing is nothing, also of what is not known.
    func share(_ width: Double) -> Double { width == 0 || perBlur == 0 ? 0 : perBlur * width }
    let all = 0...(Double.infinity)
    guard focusMillimetres.isFinite else {
      let line = Line(at: 0, value: share(constantMillimetres), slope: perDistance)
      return line.distances(upTo: sum, in: all)
    }
    func side(_ slope: Double, _ range: ClosedRange<Double>) -> ClosedRange<Double>? {
      Line(at: focusMillimetres, value: perDistance * focusMillimetres, slope: slope)
        .distances(upTo: sum, in: range)
    }
    let near = side(perDistance - share(growthBefore), 0...focusMillimetres)
    let far = side(perDistance + share(growthBehind), focusMillimetres...(.infinity))
    guard let near, let far else { return near ?? far }
    return near.lowerBound...far.upperBound
  }

  /// A straight line over the distance, through one of its points.
  private struct Line {
    let at: Double
    let value: Double
    let slope: Double

    init(at: Double, value: Double, slope: Double) {
      (self.at, self.value, self.slope) = (at, value, slope)
    }

    /// Finds the part of a range, which holds the point, where the line is no higher than a sum.
    func distances(upTo sum: Double, in range: ClosedRange<Double>) -> ClosedRange<Double>? {
      guard value.isFinite else { return nil }
      if slope == 0 || !slope.isFinite {
        guard value <= sum else { return nil }
        return slope == 0 ? range : at...at
      }
      let end = at + (sum - value) / slope
      let (lower, upper) =
        slope > 0
        ? (range.lowerBound, min(range.upperBound, end))
        : (max(range.lowerBound, end), range.upperBound)
      return lower <= upper ? lower...upper : nil
    }
  }
}

extension CameraView {
  /// The blur out of focus over a symbol's distance.
  package var focusBlur: FocusBlur {
    switch camera.focus {
    case .automatic:
      let near = camera.nearLimitMillimetres?.value
      return FocusBlur(
        focusMillimetres: near ?? 0, growthBefore: near.map(growth) ?? 0, growthBehind: 0,
        constantMillimetres: 0)
    case .fixed(let focus):
      let growth = growth(focus: focus.value)
      return FocusBlur(
        focusMillimetres: focus.value, growthBefore: growth, growthBehind: growth,
        constantMillimetres: focus.value.isFinite ? 0 : lens?.apertureMillimetres ?? .infinity)
    }
  }

  /// The aperture ÷ the distance from the lens's focal point to the plane in focus; infinite for a lens
  /// that is not known.
  private func growth(focus: Double) -> Double {
    guard let lens, focus > lens.focalMillimetres else { return .infinity }
    return focus.isFinite ? lens.apertureMillimetres / (focus - lens.focalMillimetres) : 0
  }
}
