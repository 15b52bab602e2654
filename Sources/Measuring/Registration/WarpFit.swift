import DecoderKit
import Foundation

/// Fits the bend of a matrix's label to the pixels of an image, by least squares.
///
/// The map of the flat symbol stays as it is. The unknowns are the terms of the ``Warp`` along both axes, three
/// for the level of light and three for that of dark, and the blur.
struct WarpFit {
  private(set) var registration: Registration
  private let pixels: PixelSelection
  private let inverse: Homography
  private var warp: Warp
  /// The moves of the unknowns by each tile of the symbol, and the inverse of the normal matrix times the
  /// variance of a pixel.
  private var moves: [[Double]] = []
  private var inverseMatrix: [[Double]] = []
  private var variance = 0.0

  /// The number of unknowns, and the places of the levels and of the blur among them.
  static let unknowns = 2 * Warp.terms + 7
  static let light = 2 * Warp.terms
  private static let (dark, blur) = (light + 3, light + 6)
  /// A shift below this one may be the model's, which knows neither the pixel's square nor the paper.
  private static let leastShift = 0.004
  /// The size of each term that is usual, in shares of half of the side: what pixels do not tell stays small.
  private static let usual =
    [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.04, 0.04]

  /// Prepares a fit; `nil` if the registration has no map.
  init?(_ registration: Registration, pixels: PixelSelection) {
    guard let inverse = registration.map.inverse, pixels.count > 4 * Self.unknowns else {
      return nil
    }
    self.registration = registration
    self.pixels = pixels
    self.inverse = inverse
    let pattern = registration.pattern
    warp = registration.warp ?? Warp(columns: pattern.columns, rows: pattern.rows)
  }

  /// True if the label is bent, by a look at the flat fit: its places are shifted by more than chance.
  func isBent() -> Bool {
    let sums = pass(limit: max(2 * registration.residual, 1.5))
    guard let step = solve(sums) else { return false }
    let gain = zip(step, sums.gradient).reduce(0) { $0 + $1.0 * $1.1 }
    let noise = max(sums.cost - gain, 1e-9) / Double(pixels.count)
    return gain / noise > 5 * Double(Self.unknowns)
      && stepped(step).warp.bend.typical > Self.leastShift
  }

  /// Improves the fit.
  ///
  /// - Parameter tolerance: The share by which a step must lower the cost for another to follow.
  /// - Returns: False if it has come to nothing.
  mutating func run(steps: Int, tolerance: Double) -> Bool {
    var sums = pass(limit: .infinity, costOnly: true)
    for _ in 0..<steps {
      let limit = max(2 * (sums.cost / Double(pixels.count)).squareRoot(), 1.5)
      sums = pass(limit: limit)
      guard let step = solve(sums) else { return false }
      var share = 1.0
      var isBetter = false
      while share > 0.05 {
        let next = stepped(step.map { $0 * share })
        let nextSums = next.pass(limit: limit, costOnly: true)
        isBetter = nextSums.cost < sums.cost
        if isBetter {
          isBetter = (sums.cost - nextSums.cost) / sums.cost > tolerance
          (self, sums) = (next, nextSums)
          break
        }
        share /= 3
      }
      if !isBetter { break }
    }
    registration.warp = warp
    registration.residual = (sums.cost / Double(pixels.count)).squareRoot()
    return warp.isPossible
  }

  /// Finds the errors of the unknowns, and how well image and model agree.
  ///
  /// - Returns: False if they cannot be told.
  mutating func estimate() -> Bool {
    let sums = pass(limit: max(2 * registration.residual, 1.5))
    let count = Double(pixels.count)
    variance = sums.cost / (count - Double(Self.unknowns))
    let columns = (0..<Self.unknowns).compactMap { unknown -> [Double]? in
      var unit = sums
      unit.gradient = [Double](repeating: 0, count: Self.unknowns)
      unit.gradient[unknown] = 1
      return solve(unit, pullsBack: false)
    }
    guard columns.count == Self.unknowns else { return false }
    inverseMatrix = columns
    let freedom = Double(sums.tiles.count - Self.unknowns)
    let scale = (Double(sums.tiles.count) / freedom).squareRoot()
    moves = sums.tiles.map { tile in
      columns.map { column in scale * zip(column, tile).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    registration.residual = variance.squareRoot()
    registration.correlation = Correlation.of(count, sums.image, sums.model, sums.squares)
    return registration.correlation.isFinite
  }

  /// The fit after a step of the unknowns.
  private func stepped(_ step: [Double]) -> WarpFit {
    var next = self
    for term in 0..<Warp.terms {
      next.warp.across[term] += min(max(step[term], -0.1), 0.1)
      next.warp.down[term] += min(max(step[Warp.terms + term], -0.1), 0.1)
    }
    func move(_ level: inout LevelPlane, _ first: Int) {
      level.level += step[first]
      level.across += step[first + 1] / scale
      level.down += step[first + 2] / scale
    }
    move(&next.registration.light, Self.light)
    move(&next.registration.dark, Self.dark)
    next.registration.blurPixels *= exp(min(max(step[Self.blur], -0.3), 0.3))
    next.registration.blurPixels = min(max(next.registration.blurPixels, 0.27), 40)
    return next
  }

  /// The pixels over which levels change by their slopes.
  private var scale: Double {
    let middle = registration.map.derivatives(warp.half.x, warp.half.y)
    return max(middle.across * warp.half.x, middle.down * warp.half.y, 1)
  }

  /// - Parameter pullsBack: True if terms are drawn towards 0.
  private func solve(_ sums: Sums, pullsBack: Bool = true) -> [Double]? {
    var (matrix, step) = (sums.matrix, sums.gradient)
    let variance = sums.cost / Double(pixels.count)
    for (term, usual) in Self.usual.enumerated() {
      let stiffness = variance / (usual * usual)
      for (index, value) in [(term, warp.across[term]), (Warp.terms + term, warp.down[term])] {
        matrix[index * Self.unknowns + index] += stiffness
        if pullsBack { step[index] -= stiffness * value }
      }
    }
    for index in Self.light..<Self.unknowns { matrix[index * Self.unknowns + index] += 1e-9 }
    return solveSymmetric(&matrix, &step, Self.unknowns) && step.allSatisfy(\.isFinite) ? step : nil
  }

  /// One pass over the pixels; residuals above the limit count less.
  ///
  /// - Parameter costOnly: True to leave out the equations.
  private func pass(limit: Double, costOnly: Bool = false) -> Sums {
    var sums = Sums()
    let scale = Float(scale)
    let centre = registration.light.centre
    let isFlat = warp.across == .zero && warp.down == .zero
    var equations = WarpEquations()
    NormalTable.shared.with { normal in
      PatternModel.with(registration.pattern, normal) { model in
        for index in 0..<pixels.count {
          let point = Point(x: Double(pixels.x[index]), y: Double(pixels.y[index]))
          let flat = inverse.apply(point.x, point.y)
          let unit = warp.unit(flat.x, flat.y)
          let terms = warp.terms(flat.x, flat.y)
          let place = warp.place(flat.x, flat.y, terms)
          var slopes = inverse.derivatives(point.x, point.y)
          if !isFlat { slopes = slopes.before(warp.derivatives(terms)) }
          let ink = model.ink(
            Float(place.x), Float(place.y),
            su: Float(max(registration.blurPixels * hypot(slopes.xu, slopes.xv), 0.01)),
            sv: Float(max(registration.blurPixels * hypot(slopes.yu, slopes.yv), 0.01)))
          let share = ink.share
          let light = Float(registration.light.value(at: point))
          let contrast = Float(registration.dark.value(at: point)) - light
          let luminance = pixels.luminance[index]
          let predicted = light + contrast * share
          let residual = luminance - predicted
          let size = abs(Double(residual))
          sums.cost += size <= limit ? size * size : limit * (2 * size - limit)
          guard !costOnly else { continue }
          let (image, seen) = (Double(luminance), Double(predicted))
          sums.image += image
          sums.model += seen
          sums.squares += SIMD3(image * image, seen * seen, image * seen)
          let (x, y) = (Float(point.x - centre.x) / scale, Float(point.y - centre.y) / scale)
          let powers = SIMD16<Float>(terms.value)
          var others = SIMD16<Float>.zero
          others.lowHalf = SIMD8(
            1 - share, (1 - share) * x, (1 - share) * y, share, share * x, share * y,
            contrast * ink.blur, 0)
          let field = ((unit + 1) * 5).clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(9, 9))
          equations.add(
            powers * (contrast * ink.along * Float(warp.half.x)),
            powers * (contrast * ink.down * Float(warp.half.y)), others,
            weight: size <= limit ? 1 : Float(limit / size), residual: residual,
            tile: Int(field.y) * 10 + Int(field.x))
        }
      }
    }
    if !costOnly { equations.write(into: &sums) }
    return sums
  }

  /// The standard error of a figure that depends on the bend: the larger of two estimates, as of flat symbols.
  func standardError(of figure: (Registration) -> Double) -> Double {
    let slopes = (0..<2 * Warp.terms).map { unknown -> Double in
      let delta = 1e-5
      var (up, low) = (registration, registration)
      func move(_ changed: inout Registration, _ by: Double) {
        if unknown < Warp.terms {
          changed.warp?.across[unknown] += by
        } else {
          changed.warp?.down[unknown - Warp.terms] += by
        }
      }
      move(&up, delta)
      move(&low, -delta)
      return (figure(up) - figure(low)) / (2 * delta)
    }
    let independent = slopes.indices.reduce(0.0) { sum, i in
      slopes.indices.reduce(sum) { $0 + slopes[i] * inverseMatrix[$1][i] * slopes[$1] * variance }
    }
    let clustered = moves.reduce(0.0) { sum, move in
      let moved = zip(slopes, move).reduce(0) { $0 + $1.0 * $1.1 }
      return sum + moved * moved
    }
    return max(independent, clustered, 0).squareRoot()
  }
}
