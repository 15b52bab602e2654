import DecoderKit
import Foundation

/// Fits a symbol's place, blur and levels to the pixels of an image, by least squares.
///
/// The unknowns are the eight coefficients of the map from the image to the symbol's plane, three for
/// the level of light and three for that of dark, the blur, and the growth of bars; besides, for linear
/// symbols, the ratio of wide to narrow elements where it is not fixed, and the bend of the label where
/// it is asked for. Each step solves the linearised problem (Levenberg and Marquardt); far residuals
/// count less (Huber).
struct RegistrationFit {
  /// The number of unknowns.
  static let unknowns = 24
  /// The unknowns that every symbol has; the ratio and the bend's shares come after them.
  static let common = 16
  /// The place of the blur among the unknowns.
  static let blur = 14
  /// The place of the growth.
  static let growth = 15
  /// The places of the bend's shares.
  static let bends = Array(17..<24)

  private let pixels: PixelSelection
  /// The centre and the half-diagonal by which coordinates are normalised.
  private let centre: Point
  private let scale: Double
  /// The unknowns: map (8), light (3), dark (3), the logarithm of the blur, growth, ratio, bend (7).
  private(set) var values: [Double]
  private(set) var registration: Registration
  private(set) var isFixed = [Bool](repeating: false, count: unknowns)

  /// Prepares a fit.
  ///
  /// - Parameters:
  ///   - registration: The start.
  ///   - fixesRows: True if the place along the symbol's columns is not fitted.
  ///
  /// The label's bend is fitted if the start has one.
  init(_ registration: Registration, pixels: PixelSelection, fixesRows: Bool = false) {
    self.registration = registration
    self.pixels = pixels
    let pattern = registration.pattern
    centre = registration.centre
    let corner = registration.map.apply(0, 0)
    scale = max(hypot(corner.x - centre.x, corner.y - centre.y), 1)
    values = []
    if fixesRows { for index in 3...5 { isFixed[index] = true } }
    isFixed[Self.growth] = pattern.rows > 1
    isFixed[Self.common] = pattern.elements == nil
    let terms = registration.bend?.terms(fixesRows: fixesRows)
    for index in Self.bends { isFixed[index] = terms?.contains(index - Self.common) != true }
    values = start(registration)
  }

  /// The same fit, in the terms of a registration that turns the symbol's axes about its middle.
  func turned(_ registration: Registration) -> RegistrationFit {
    RegistrationFit(registration, pixels: pixels)
  }

  /// From normalised image coordinates to pixels.
  private var toPixels: Homography {
    Homography(x: [scale, 0, centre.x], y: [0, scale, centre.y], w: [0, 0, 1])
  }

  /// The map from the symbol's plane to the image that the unknowns stand for.
  func map(_ values: [Double]) -> Homography? {
    Homography(
      x: [values[0], values[1], values[2]], y: [values[3], values[4], values[5]],
      w: [values[6], values[7], 1]
    ).inverse.map { toPixels.after($0) }
  }

  /// The bend that the unknowns stand for.
  func bend(_ values: [Double]) -> Bend {
    var bend = registration.bend ?? Bend()
    for index in Self.bends { bend.shares[index - Self.common] = values[index] }
    return bend
  }

  private func start(_ registration: Registration) -> [Double] {
    guard let inverse = registration.map.inverse else { return [] }
    var map = inverse.after(toPixels)
    let last = map.w.z
    map = Homography(x: map.x / last, y: map.y / last, w: map.w / last)
    func levels(_ plane: LevelPlane) -> [Double] {
      [plane.value(at: centre), plane.across * scale, plane.down * scale]
    }
    return [
      map.x.x, map.x.y, map.x.z, map.y.x, map.y.y, map.y.z, map.w.x, map.w.y,
    ] + levels(registration.light) + levels(registration.dark)
      + [
        log(registration.blurPixels), registration.growth,
        registration.pattern.elements?.ratio ?? 0,
      ] + Self.bends.map { registration.bend?.shares[$0 - Self.common] ?? 0 }
  }

  /// The sums of one pass over the pixels; the matrix and the gradient are zero where only the cost was
  /// asked for.
  struct Sums {
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    var gradient = [Double](repeating: 0, count: unknowns)
    var cost = 0.0
    var weight = 0.0
    var sumImage = 0.0
    var sumModel = 0.0
    var sumImage2 = 0.0
    var sumModel2 = 0.0
    var sumBoth = 0.0
    /// The part of each tile of the symbol; empty unless it is asked for.
    var tiles: [Tile] = []

    var correlation: Double {
      Correlation.of(weight, sumImage, sumModel, SIMD3(sumImage2, sumModel2, sumBoth))
    }
  }

  /// Improves the fit.
  ///
  /// - Parameter tolerance: The share by which a step must lower the cost for another to follow. One
  ///   standard error away, the cost of a few thousand pixels is higher by 3e-4 of itself.
  /// - Returns: False if it cannot be fitted.
  mutating func run(steps: Int, tolerance: Double = 1e-4) -> Bool {
    guard values.count == Self.unknowns, pixels.count > 3 * Self.common else { return false }
    var damping = 1e-4
    var huber = Double.infinity
    var sums = pass(values, huber: huber)
    var residual = (sums.cost / Double(pixels.count)).squareRoot()
    huber = 2 * residual
    var taken = 0
    for _ in 0..<(steps + 4) {
      guard taken < steps else { break }
      guard let step = solve(sums, damping: damping) else { return false }
      var next = values
      for index in 0..<Self.unknowns { next[index] += step[index] }
      clamp(&next)
      let nextSums = pass(next, huber: huber, costOnly: true)
      if nextSums.cost < sums.cost || !sums.cost.isFinite {
        let gain = (sums.cost - nextSums.cost) / max(sums.cost, 1e-12)
        values = next
        taken += 1
        damping = max(damping / 8, 1e-7)
        residual = (nextSums.cost / Double(pixels.count)).squareRoot()
        sums = nextSums
        if gain < tolerance { break }
        if taken < steps {
          huber = max(2 * residual, 1.5)
          sums = pass(values, huber: huber)
        }
      } else {
        damping *= 16
        if damping > 1e4 { break }
      }
    }
    return finish(sums)
  }

  private func clamp(_ values: inout [Double]) {
    let least = registration.pattern.rows == 1 ? PixelEdge.leastBlur : 0.27
    values[Self.blur] = min(max(values[Self.blur], log(least)), log(40))
    values[Self.growth] = min(max(values[Self.growth], -0.4), 0.4)
    for index in Self.bends {
      values[index] = min(max(values[index], Bend.range.lowerBound), Bend.range.upperBound)
    }
    guard !isFixed[Self.common] else { return }
    let range = TwoWidths.range
    values[Self.common] = min(max(values[Self.common], range.lowerBound), range.upperBound)
  }

  /// Writes the unknowns back.
  private mutating func finish(_ sums: Sums) -> Bool {
    guard let map = map(values) else { return false }
    registration.map = map
    func plane(_ first: Int) -> LevelPlane {
      LevelPlane(
        level: values[first], across: values[first + 1] / scale, down: values[first + 2] / scale,
        centre: centre)
    }
    registration.light = plane(8)
    registration.dark = plane(11)
    registration.blurPixels = exp(values[Self.blur])
    registration.growth = values[Self.growth]
    registration.pattern.elements?.ratio = values[Self.common]
    if registration.bend != nil { registration.bend = bend(values) }
    let freedom = Double(max(pixels.count - Self.common, 1))
    registration.residual = (sums.cost / freedom).squareRoot()
    registration.correlation = sums.correlation
    return registration.map.x.x.isFinite && sums.correlation.isFinite
  }

  /// Solves the damped normal equations; `nil` if they are singular.
  func solve(_ sums: Sums, damping: Double) -> [Double]? {
    let n = Self.unknowns
    let stiffness = damping > 0 ? sums.cost / Double(pixels.count) / 0.09 : 0
    var a = sums.matrix
    var b = sums.gradient
    for index in 0..<n {
      if isFixed[index] {
        for other in 0..<n {
          a[index * n + other] = 0
          a[other * n + index] = 0
        }
        a[index * n + index] = 1
        b[index] = 0
      } else {
        a[index * n + index] = a[index * n + index] * (1 + damping) + 1e-9
        // Perspective is hardly seen in a narrow band: it may not run away.
        if index == 6 || index == 7 { a[index * n + index] += stiffness }
      }
    }
    // Where blur hides single modules, growth cannot be told from the levels: it stays near 0.
    if damping > 0, !isFixed[Self.growth] {
      let stiffness = 0.002 * (sums.matrix[8 * n + 8] + sums.matrix[11 * n + 11])
      a[Self.growth * n + Self.growth] += stiffness
      b[Self.growth] -= stiffness * values[Self.growth]
    }
    return solveSymmetric(&a, &b, n) ? b : nil
  }

  /// One pass over the pixels: the cost, and the normal equations around the given values.
  ///
  /// - Parameter costOnly: True to leave out the equations, which take a third of the time.
  func pass(
    _ values: [Double], huber: Double, costOnly: Bool = false, inTiles: Bool = false
  ) -> Sums {
    var sums = Sums()
    if inTiles {
      sums.tiles = [Tile](
        repeating: Tile(hasMatrix: hasRows), count: tiling.across * tiling.down)
    }
    var pattern = registration.pattern
    pattern.elements?.ratio = values[Self.common]
    let v = values.map(Float.init)
    let inverseScale = Float(1 / scale)
    let (cx, cy) = (Float(centre.x), Float(centre.y))
    let blur = Float(exp(values[Self.blur])) * inverseScale
    NormalTable.shared.with { normal in
      if pattern.rows == 1 {
        let bars = BarModel(
          pattern, growth: values[Self.growth],
          pixel: PixelEdge(
            blurPixels: exp(values[Self.blur]),
            direction: [values[0] - values[2] * values[6], values[1] - values[2] * values[7]]))
        accumulate(
          { bars.ink($0, $1, slope: $2 * inverseScale, sv: max($3 * blur, 0.001), normal) }, v,
          inverseScale, cx, cy, Float(huber), costOnly, &sums)
      } else {
        PatternModel.with(pattern, normal) { model in
          accumulate(
            { model.ink($0, $1, su: max($2 * blur, 0.01), sv: max($3 * blur, 0.001)) }, v,
            inverseScale, cx, cy, Float(huber), costOnly, &sums)
        }
      }
    }
    return sums
  }

  /// - Parameter ink: The ink at a place, with the gradients of the place's u and v.
  @inline(__always)
  private func accumulate(
    _ ink: (Float, Float, Float, Float) -> PatternModel.Ink, _ p: [Float], _ inverseScale: Float,
    _ cx: Float, _ cy: Float, _ limit: Float, _ costOnly: Bool, _ sums: inout Sums
  ) {
    let count = pixels.count
    let extraCount = (isFixed.lastIndex(of: false) ?? 0) + 1 - Self.common
    let hasBend = registration.bend != nil
    let half = Float(registration.pattern.width) / 2
    let bend = SIMD8<Float>(0, p[17], p[18], p[19], p[20], p[21], p[22], p[23])
    let tiling = tiling
    var products = ProductSums()
    var extras = Extras(count: max(extraCount, 0))
    var gradient = SIMD16<Float>.zero
    var (cost, weights) = (0.0, 0.0)
    var (sumI, sumM, sumI2, sumM2, sumIM) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var sinceFlush = 0
    func flush() {
      for row in 0..<Self.common {
        for column in 0..<Self.common {
          sums.matrix[row * Self.unknowns + column] += Double(products[row, column])
        }
        sums.gradient[row] += Double(gradient[row])
      }
      (products, gradient) = (ProductSums(), .zero)
      sinceFlush = 0
      if extraCount > 0 { extras.flush(&sums) }
    }
    for index in 0..<count {
      let x = (pixels.x[index] - cx) * inverseScale
      let y = (pixels.y[index] - cy) * inverseScale
      let w = 1 / (1 + p[6] * x + p[7] * y)
      guard w > 0.05, w < 20 else { continue }
      var u = (p[0] * x + p[1] * y + p[2]) * w
      let t = (p[3] * x + p[4] * y + p[5]) * w
      let ux = (p[0] - u * p[6]) * w
      let uy = (p[1] - u * p[7]) * w
      let tx = (p[3] - t * p[6]) * w
      let ty = (p[4] - t * p[7]) * w
      // Where the label is bent, the bars lie elsewhere than on the map.
      let flat = u
      var bends = SIMD8<Float>.zero
      var (stretch, lean): (Float, Float) = (1, 0)
      if hasBend {
        let s = u / half - 1
        bends = Bend.powers(s, t) * half
        stretch += (bend * Bend.slopes(s, t)).sum()
        lean = half * (1 - s * s) * (p[22] + p[23] * s)
        u += (bend * bends).sum()
      }
      let ink = ink(
        u, t, stretch * (ux * ux + uy * uy).squareRoot(), (tx * tx + ty * ty).squareRoot())
      let share = ink.share
      let lightLevel = p[8] + p[9] * x + p[10] * y
      let darkLevel = p[11] + p[12] * x + p[13] * y
      let contrast = darkLevel - lightLevel
      let predicted = lightLevel + contrast * share
      let luminance = pixels.luminance[index]
      let residual = luminance - predicted
      let size = abs(residual)
      let weight = size <= limit ? 1 : limit / size
      cost += Double(size <= limit ? residual * residual : limit * (2 * size - limit))
      weights += 1
      sumI += Double(luminance)
      sumM += Double(predicted)
      sumI2 += Double(luminance * luminance)
      sumM2 += Double(predicted * predicted)
      sumIM += Double(luminance * predicted)
      guard !costOnly else { continue }
      let a = contrast * ink.along * stretch * w
      let b = contrast * (ink.down + ink.along * lean) * w
      let c = -(a * flat + b * t)
      let light = 1 - share
      let row = SIMD16<Float>(
        a * x, a * y, a, b * x, b * y, b, c * x, c * y,
        light, light * x, light * y, share, share * x, share * y,
        contrast * ink.blur, contrast * ink.growth)
      let weighted = row * weight
      gradient += weighted * residual
      var slopes = bends * ink.along
      slopes[0] = ink.ratio
      slopes *= contrast
      if !sums.tiles.isEmpty {
        sums.tiles[tiling.tile(at: u, t)].add(row, slopes, weight: weight, residual: residual)
      }
      products.add(row, weighted)
      if extraCount > 0 { extras.add(slopes, weighted, weight, residual) }
      sinceFlush += 1
      if sinceFlush == 512 { flush() }
    }
    flush()
    sums.cost = cost
    sums.weight = weights
    (sums.sumImage, sums.sumModel) = (sumI, sumM)
    (sums.sumImage2, sums.sumModel2, sums.sumBoth) = (sumI2, sumM2, sumIM)
  }
}
