import DecoderKit
import Foundation

/// The growth of the ink, and the levels and the blur that go with it, fitted to a registered symbol.
///
/// A registration takes the modules of a matrix as they should be. Where ink has spread, its levels,
/// blur and outline make up for that; here all of them are fitted together. Of linear symbols the
/// registration has fitted all of these.
struct InkFit {
  /// A pixel at which image and model are compared.
  struct Sample {
    var u: Float
    var v: Float
    /// The gradients of u and v, per pixel.
    var slopeU: Float
    var slopeV: Float
    var light: Float
    var dark: Float
    var luminance: Float
    var x: Int
    var y: Int
    /// The change of u and v from a pixel to its right neighbour.
    var stepU: Float
    var stepV: Float
  }

  typealias Ink = PatternModel.Ink

  let pattern: ModulePattern
  /// The height of a row, in modules; `nil` for linear symbols.
  let rowHeight: Float?
  /// The model of a linear symbol; `nil` for matrices.
  private let bars: BarModel?
  /// True if the label's bend is known: places stay where it has them.
  let isBent: Bool
  private(set) var samples: [Sample] = []
  /// From the symbol's plane to the image.
  private(set) var map: Homography
  /// The corrections of the registration's levels.
  private(set) var lightChange: Float = 0
  private(set) var darkChange: Float = 0
  /// The blur in pixels, the pixel's own square included.
  private(set) var blurPixels: Float
  /// The growth on each side of a bar, in modules.
  private(set) var growth: Float
  /// The standard error of the blur, as a share of it.
  private(set) var blurError = 0.0

  /// The pixels that take part.
  private static let budget = 1800
  private static let steps = 6
  /// The number of modules, on each side of a pixel, that take part in its ink.
  private static let reach: Float = 6

  init?(_ registration: Registration, in plane: LuminancePlane) {
    pattern = registration.pattern
    let (columns, rows) = (pattern.width, Double(pattern.rows))
    let middle = registration.middleDerivatives
    rowHeight = rows == 1 ? nil : Float(max(1, (middle.down / middle.across).rounded()))
    bars = rows == 1 ? BarModel(registration) : nil
    isBent = registration.warp != nil
    map = registration.map
    blurPixels = Float(registration.blurPixels)
    growth = Float(registration.growth)
    guard let inverse = registration.map.inverse else { return nil }
    let selection = PixelSelection(
      of: plane, map: registration.map, columns: columns, rows: rows,
      elements: pattern.elements, margin: (0.9, rows == 1 ? 0 : 0.9),
      blurPixels: registration.blurPixels, budget: Self.budget)
    samples.reserveCapacity(selection.count)
    for index in 0..<selection.count {
      let point = Point(x: Double(selection.x[index]), y: Double(selection.y[index]))
      var there = inverse.apply(point.x, point.y)
      // Guard bars go on below the others.
      if rows == 1, !LinearBand.range.contains(there.y) { continue }
      var slopes = inverse.derivatives(point.x, point.y)
      if let warp = registration.warp {
        let terms = warp.terms(there.x, there.y)
        slopes = slopes.before(warp.derivatives(terms))
        let place = warp.place(there.x, there.y, terms)
        there = Point(x: place.x, y: place.y)
      }
      let half = columns / 2
      samples.append(
        Sample(
          u: Float(registration.bend?.place(there.x, there.y, half: half) ?? there.x),
          v: Float(there.y),
          slopeU: Float((slopes.xu * slopes.xu + slopes.xv * slopes.xv).squareRoot()),
          slopeV: Float((slopes.yu * slopes.yu + slopes.yv * slopes.yv).squareRoot()),
          light: Float(registration.light.value(at: point)),
          dark: Float(registration.dark.value(at: point)),
          luminance: selection.luminance[index], x: Int(selection.x[index]),
          y: Int(selection.y[index]), stepU: Float(slopes.xu), stepV: Float(slopes.yu)))
    }
    guard samples.count >= 40 else { return nil }
    guard rows > 1 else { return }
    for _ in 0..<Self.steps where !step() { break }
  }

  /// The difference between image and model at a pixel, in grey levels.
  func residual(_ sample: Sample, _ ink: Ink) -> Float {
    let (light, dark) = (sample.light + lightChange, sample.dark + darkChange)
    return sample.luminance - light - (dark - light) * ink.share
  }

  /// The unknowns: light, dark, blur, growth, eight of the map, and the slopes of light and dark.
  private static let unknowns = 16

  /// Improves the fit once.
  ///
  /// - Returns: False if it cannot be improved.
  private mutating func step() -> Bool {
    let n = Self.unknowns
    var residuals = inks { residual($0, $1).magnitude }
    residuals.sort()
    let typical = residuals[residuals.count / 2]
    let limit = max(2.5 * typical, 1)
    let variance = Double(typical * typical) / (0.6745 * 0.6745)
    var (matrix, gradient) = normalEquations(limit: limit)
    // Where blur hides single modules, growth cannot be told from the levels: it stays near 0.
    let stiffness = 0.002 * (matrix[0] + matrix[n + 1]) + 1e-9
    matrix[3 * n + 3] += stiffness
    gradient[3] -= stiffness * Double(growth)
    for index in 0..<n { matrix[index * n + index] += 1e-9 }
    for index in 10..<12 { matrix[index * n + index] *= 1.0001 }
    var (copy, unit) = (matrix, [Double](repeating: 0, count: n))
    unit[2] = 1
    if solveSymmetric(&copy, &unit, n) {
      blurError = (max(unit[2], 0) * variance).squareRoot()
    }
    guard solveSymmetric(&matrix, &gradient, n), gradient.allSatisfy(\.isFinite) else {
      return false
    }
    lightChange += Float(gradient[0])
    darkChange += Float(gradient[1])
    blurPixels *= exp(Float(min(max(gradient[2], -0.3), 0.3)))
    growth = min(max(growth + Float(min(max(gradient[3], -0.1), 0.1)), -0.35), 0.35)
    blurPixels = min(max(blurPixels, 0.25), 40)
    changeSlopes(Array(gradient[12...]))
    if !isBent { move(Array(gradient[4..<12])) }
    return abs(gradient[2]) > 1e-3 || abs(gradient[3]) > 1e-3
  }

  private func normalEquations(limit: Float) -> (matrix: [Double], gradient: [Double]) {
    let n = Self.unknowns
    var rows = [SIMD16<Float>](repeating: .zero, count: n)
    var sums = SIMD16<Float>.zero
    let (halfU, halfV) = (Float(pattern.width) / 2, Float(pattern.rows) / 2)
    _ = inks { sample, ink in
      let contrast = sample.dark + darkChange - sample.light - lightChange
      // Half of the symbol is the unit of the places at which it is moved.
      let (u, v) = (sample.u / halfU - 1, sample.v / halfV - 1)
      let (a, b) = (contrast * ink.along, contrast * ink.down)
      let c = a * u * halfU + b * v * halfV
      let row = SIMD16<Float>(
        1 - ink.share, ink.share, contrast * ink.blur, contrast * ink.growth,
        a, a * u, a * v, b, b * u, b * v, c * u, c * v,
        (1 - ink.share) * u, (1 - ink.share) * v, ink.share * u, ink.share * v)
      let residual = residual(sample, ink)
      let weighted = row * min(1, limit / max(residual.magnitude, 1e-6))
      sums += weighted * residual
      for k in 0..<n { rows[k] += row * weighted[k] }
    }
    var matrix: [Double] = []
    for row in rows { for column in 0..<n { matrix.append(Double(row[column])) } }
    return (matrix, (0..<n).map { Double(sums[$0]) })
  }

  /// Tilts the levels, which keep their values at the symbol's middle.
  private mutating func changeSlopes(_ slopes: [Double]) {
    let (halfU, halfV) = (Float(pattern.width) / 2, Float(pattern.rows) / 2)
    let s = slopes.map(Float.init)
    for index in samples.indices {
      let (u, v) = (samples[index].u / halfU - 1, samples[index].v / halfV - 1)
      samples[index].light += s[0] * u + s[1] * v
      samples[index].dark += s[2] * u + s[3] * v
    }
  }

  /// Moves the samples in the symbol's plane by half a module at most, and the map with them.
  private mutating func move(_ step: [Double]) {
    let limits = [Double](repeating: 0.5, count: 6) + [0.05, 0.05]
    let e = zip(step, limits).map { min(max($0, -$1), $1) }
    let (halfU, halfV) = (pattern.width / 2, Double(pattern.rows) / 2)
    // With u' and v' from -1 to 1, u becomes u + e₀ + e₁u' + e₂v' + u'(e₆u' + e₇v') times half the
    // width, likewise v; here as the projective map whose first order that is.
    let toUnit = Homography(x: [1 / halfU, 0, -1], y: [0, 1 / halfV, -1], w: [0, 0, 1])
    let (p, q) = (e[6], e[7])
    let change = Homography(
      x: [halfU + e[1] - halfU * p, e[2] - halfU * q, halfU + e[0]],
      y: [e[4] - halfV * p, halfV + e[5] - halfV * q, halfV + e[3]], w: [-p, -q, 1])
    let move = change.after(toUnit)
    guard let back = move.inverse else { return }
    map = map.after(back)
    for index in samples.indices {
      let moved = move.apply(Double(samples[index].u), Double(samples[index].v))
      samples[index].u = Float(moved.x)
      samples[index].v = Float(moved.y)
    }
  }

  /// Calls a closure with each sample and the ink that is expected there.
  func inks<Result>(_ body: (Sample, Ink) -> Result) -> [Result] {
    NormalTable.shared.with { normal in
      pattern.modules.withUnsafeBufferPointer { modules in
        samples.map { body($0, ink($0, modules, normal)) }
      }
    }
  }

  /// The ink that is expected at one pixel.
  func ink(_ sample: Sample) -> Ink {
    NormalTable.shared.with { normal in
      pattern.modules.withUnsafeBufferPointer { ink(sample, $0, normal) }
    }
  }

  /// Adds up the dark modules near a pixel, each widened towards its light neighbours.
  private func ink(
    _ sample: Sample, _ modules: UnsafeBufferPointer<UInt8>, _ normal: NormalTable.Reader
  ) -> Ink {
    let (columns, rows) = (pattern.columns, pattern.rows)
    let su = max(blurPixels * sample.slopeU, 0.01)
    let sv = max(blurPixels * sample.slopeV, 0.001)
    if let bars {
      return bars.ink(sample.u, sample.v, slope: sample.slopeU, sv: sv, normal)
    }
    let growthDown = rowHeight.map { growth / $0 } ?? 0
    // More modules than these cannot be told from a grey area.
    let reachU = min(3.2 * su, Self.reach) + abs(growth)
    let reachV = min(3.2 * sv, Self.reach) + abs(growthDown)
    let left = max(Int((sample.u - reachU).rounded(.down)), 0)
    let right = min(Int((sample.u + reachU).rounded(.down)), columns - 1)
    let top = max(Int((sample.v - reachV).rounded(.down)), 0)
    let bottom = min(Int((sample.v + reachV).rounded(.down)), rows - 1)
    var result = Ink()
    guard left <= right, top <= bottom else { return result }
    let (pu, pv) = (1 / su, 1 / sv)
    for row in top...bottom {
      for column in left...right where modules[row * columns + column] != 0 {
        func isLight(_ column: Int, _ row: Int) -> Bool {
          column < 0 || column >= columns || row < 0 || row >= rows
            || modules[row * columns + column] == 0
        }
        let x = Side(
          Float(column) - sample.u, before: isLight(column - 1, row),
          after: isLight(column + 1, row), growth, pu, normal)
        let y = Side(
          Float(row) - sample.v, before: isLight(column, row - 1),
          after: isLight(column, row + 1), growthDown, pv, normal)
        result.share += x.share * y.share
        result.along += x.slope * y.share
        result.down += x.share * y.slope
        result.blur += x.blur * y.share + x.share * y.blur
        result.growth += x.growth * y.share + x.share * y.growth / (rowHeight ?? 1)
      }
    }
    return result
  }

  /// The share of a blurred module along one axis.
  private struct Side {
    var share: Float
    var slope: Float
    var blur: Float
    var growth: Float

    @inline(__always)
    init(
      _ start: Float, before: Bool, after: Bool, _ grown: Float, _ scale: Float,
      _ normal: NormalTable.Reader
    ) {
      let low = (start - (before ? grown : 0)) * scale
      let high = (start + 1 + (after ? grown : 0)) * scale
      let (a, b) = (normal(low), normal(high))
      share = b.x - a.x
      slope = (a.y - b.y) * scale
      blur = a.y * low - b.y * high
      growth = ((before ? a.y : 0) + (after ? b.y : 0)) * scale
    }
  }
}
