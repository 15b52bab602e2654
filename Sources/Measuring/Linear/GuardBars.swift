/// The guard bars of EAN and UPC symbols, which go on below the others.
struct GuardBars {
  let plane: LuminancePlane

  /// The furthest that they go on, in modules, and the least that counts.
  private static let furthest = 12.0
  private static let least = 2.0
  /// The standard error of an end that is seen without noise, in pixels.
  private static let shapeError = 0.05

  /// Moves the bottom of the outline to the ends of the outermost bars, if both go on.
  func include(_ symbol: inout RegisteredSymbol) {
    if let outline = symbol.otherOutline {
      var longer = symbol
      longer.otherOutline = nil
      longer.registration.bend = nil
      let width = symbol.registration.pattern.width
      guard let map = Homography(width: width, height: 1, to: outline) else { return }
      longer.registration.map = map
      include(&longer)
      symbol.otherOutline = longer.registration.outline
      return
    }
    let registration = symbol.registration
    let width = registration.pattern.width
    guard let left = end(registration, [0.5, 2.5], beside: [-0.5, 1.5]),
      let right = end(
        registration, [width - 2.5, width - 0.5], beside: [width - 1.5, width + 0.5])
    else { return }
    // Guard bars are equally long: the ends tell it twice.
    let row = (left.row + right.row) / 2
    let (difference, errors) = (
      (left.row - right.row) / 2, (left.error * left.error + right.error * right.error) / 4
    )
    symbol.longerMap = registration.map.withRowsTimes(
      row + (difference * difference + errors).squareRoot())
    symbol.registration.map = registration.map.withRowsTimes(row)
    symbol.registration.bend = registration.bend?.withRowsTimes(row)
  }

  /// The row at which two bars end, with its standard error; `nil` if that is where the others end.
  ///
  /// Digits may stand on one side of a bar: the lighter side counts.
  private func end(
    _ registration: Registration, _ bars: [Double], beside lights: [Double]
  ) -> (row: Double, error: Double)? {
    let there = registration.map.derivatives(bars[0], 1)
    let height = max(there.down, 1)
    let step = 0.25 / height
    let polarity = registration.isInverted ? -1.0 : 1
    func level(_ column: Double, _ row: Double) -> Double {
      [-0.2, 0, 0.2].reduce(0) { sum, shift in
        let point = registration.point(column + shift, row)
        return sum + plane.value(point.x, point.y) / 3
      }
    }
    func contrast(_ row: Double) -> Double {
      let dark = (level(bars[0], row) + level(bars[1], row)) / 2
      return lights.map { (level($0, row) - dark) * polarity }.max() ?? 0
    }
    let half = [0.7, 0.75, 0.8, 0.85].reduce(0) { $0 + contrast($1) } / 8
    guard half > 1 else { return nil }
    var (row, before) = (1.0, contrast(1))
    // A single row of noise does not end a bar.
    while before > half || contrast(row + step) > half {
      row += step
      before = contrast(row)
      guard (row - 1) * height < Self.furthest * there.across else { return nil }
    }
    guard (row - 1) * height > Self.least * there.across else { return nil }
    let above = contrast(row - step)
    let part = above > before ? min(max((above - half) / (above - before), 0), 1) : 1
    // A blurred end falls by its height ÷ (σ √2π) per pixel.
    let noise = 0.7 * registration.residual * registration.blurPixels * 2.5 / (2 * half)
    let error = (noise * noise + Self.shapeError * Self.shapeError).squareRoot() / height
    return (row - step + part * step, error)
  }
}

extension Homography {
  /// The map whose rows are so many times as high.
  fileprivate func withRowsTimes(_ factor: Double) -> Homography {
    let factors = SIMD3(1, factor, 1)
    return Homography(x: x * factors, y: y * factors, w: w * factors)
  }
}
