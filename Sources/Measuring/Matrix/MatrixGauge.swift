import DecoderKit
import Foundation

/// Registers matrix symbols: QR Code, Micro QR Code, Data Matrix and Aztec.
struct MatrixGauge {
  let plane: LuminancePlane
  /// About how many pixels take part in the final fit.
  var budget = 3500

  /// Registers the symbol whose corners are about known.
  ///
  /// - Parameter isRough: True if the corners may be off by a few modules, and in any order.
  /// - Returns: The fitted symbol, or the reason for which there is none.
  func register(
    _ symbology: Symbology, near corners: Corners, isRough: Bool = false
  ) -> Result<RegisteredSymbol, GaugeFailure> {
    let layouts = MatrixLayout.layouts(of: symbology)
    guard !layouts.isEmpty else { return .failure(.unsupportedSymbology) }
    var poses = poses(layouts, corners, isRough: isRough)
    guard !poses.isEmpty else { return .failure(.notFound) }
    var best: RegisteredSymbol?
    // Neighbouring sizes look alike until they are fitted.
    poses.sort { $0.score > $1.score }
    for pose in poses.prefix(3) {
      guard let first = fit(pose.layout, pose.map, isRough: isRough) else { continue }
      let fitted = read(first, symbology, layouts, isRough: isRough)
      if fitted.quality > best?.quality ?? 0 { best = fitted }
      if fitted.quality > 0.88 { break }
    }
    guard let best = best.flatMap({ believed($0, symbology) }) else { return .failure(.poorFit) }
    // Chance has many places to look like a symbol where nobody has pointed.
    let (correlation, agreement) = isRough ? (0.75, 0.95) : (0.55, 0.75)
    guard best.registration.correlation > correlation, best.fixedAgreement ?? 0 > agreement else {
      return .failure(.poorFit)
    }
    return .success(best)
  }

  /// The symbol as its codewords have it: in the size that its format names, and in a mirror if they are sound only
  /// there.
  private func read(
    _ fitted: RegisteredSymbol, _ symbology: Symbology, _ layouts: [MatrixLayout], isRough: Bool
  ) -> RegisteredSymbol {
    func sized(_ symbol: RegisteredSymbol) -> RegisteredSymbol {
      guard let side = symbol.sideOfAnotherSize(symbology),
        let layout = layouts.first(where: { $0.columns == side })
      else { return symbol }
      return fit(layout, symbol.registration.map, isRough: isRough) ?? symbol
    }
    let own = sized(fitted)
    guard own.backing(of: symbology) != .codewords, let other = fitted.mirrored(symbology) else {
      return own
    }
    let mirrored = sized(other)
    return mirrored.backing(of: symbology) == .codewords ? mirrored : own
  }

  struct Pose {
    var layout: MatrixLayout
    var map: Homography
    var score: Double
  }

  /// The sizes and orientations that agree best with the image, after small corrections of the
  /// corners.
  func poses(_ layouts: [MatrixLayout], _ corners: Corners, isRough: Bool) -> [Pose] {
    func candidates(_ corners: ArraySlice<Corners>) -> [Pose] {
      corners.flatMap { corners in
        layouts.compactMap { layout in
          Homography(
            width: Double(layout.columns), height: Double(layout.rows), to: corners
          ).map { Pose(layout: layout, map: $0, score: score($0, layout)) }
        }
      }
    }
    var found = candidates([corners])
    // A QR Code's fixed modules look the same in a mirror: the turned ones come first.
    let orientations = corners.orientations
    if isRough || found.allSatisfy({ $0.score < 0.6 }) { found += candidates(orientations[1..<4]) }
    if found.allSatisfy({ $0.score < 0.6 }) { found += candidates(orientations[4...]) }
    found.sort { $0.score > $1.score }
    return found.prefix(isRough ? 24 : 6).map { climb($0, firstStep: isRough ? 1.2 : 0.6) }
  }

  /// The correlation of the image with a layout's fixed modules, -1 to 1, without regard to
  /// inversion.
  func score(_ map: Homography, _ layout: MatrixLayout) -> Double {
    let step = max(1, layout.fixed.count / 300)
    var (n, sumI, sumM, sumI2, sumM2, sumIM) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in stride(from: 0, to: layout.fixed.count, by: step) {
      let module = layout.fixed[index]
      let point = map.apply(Double(module.column) + 0.5, Double(module.row) + 0.5)
      guard plane.contains(point) else { continue }
      let weight = module.isTiming ? 2.0 : 1
      let value = plane.value(point.x, point.y)
      let bit = module.isDark ? 0.0 : 1
      n += weight
      sumI += weight * value
      sumM += weight * bit
      sumI2 += weight * value * value
      sumM2 += weight * bit
      sumIM += weight * value * bit
    }
    guard n > Double(layout.fixed.count / step) / 2 else { return 0 }
    return abs(Correlation.of(n, sumI, sumM, SIMD3(sumI2, sumM2, sumIM)))
  }

  /// Moves the corners, one at a time, while that improves the score.
  private func climb(_ pose: Pose, firstStep: Double) -> Pose {
    var best = pose
    guard pose.score < 0.97 else { return pose }
    let (width, height) = (Double(pose.layout.columns), Double(pose.layout.rows))
    var points = pose.map.corners(width: width, height: height).points
    let middle = pose.map.derivatives(width / 2, height / 2)
    let module = min(middle.across, middle.down)
    for step in [firstStep, 0.6, 0.3, 0.3, 0.15] {
      for index in 0..<4 {
        for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
          var moved = points
          moved[index].x += dx * step * module
          moved[index].y += dy * step * module
          let corners = Corners(
            topLeft: moved[0], topRight: moved[1], bottomRight: moved[2], bottomLeft: moved[3])
          guard let map = Homography(width: width, height: height, to: corners) else { continue }
          let score = score(map, pose.layout)
          if score > best.score {
            best = Pose(layout: pose.layout, map: map, score: score)
            points = moved
          }
        }
      }
    }
    return best
  }

  /// The agreement of the fixed modules and the correlation with which symbols begin that are found. Of 148
  /// at places that nobody had pointed at, none began below 0.67 and 0.74; of places without one, two in three
  /// begin below these.
  private static let leastFirst = (agreement: 0.6, correlation: 0.65)

  /// The modules of a layout where a map puts them; `nil` if light and dark do not differ.
  ///
  /// - Parameter middle: The derivatives of the map at the symbol's middle.
  func sampled(
    _ layout: MatrixLayout, middle: Jacobian, blurPixels: Double, map: (Double, Double) -> Point
  ) -> MatrixSampling.Result? {
    // Reading between pixels blurs a little more.
    let sigma = (blurPixels * blurPixels + 1.0 / 6).squareRoot()
    return MatrixSampling(plane, columns: layout.columns, rows: layout.rows, map: map)
      .pattern(layout, blurModules: (sigma / middle.across, sigma / middle.down))
  }

  /// Samples and fits in turn, from few pixels to many.
  ///
  /// - Parameters:
  ///   - openColumns: Columns of unknown colour, which do not take part.
  ///   - isRough: True to give up after the first round what will not become a symbol.
  func fit(
    _ layout: MatrixLayout, _ map: Homography, openColumns: ClosedRange<Double>? = nil,
    isRough: Bool = false
  ) -> RegisteredSymbol? {
    let (columns, rows) = (Double(layout.columns), Double(layout.rows))
    var registration: Registration?
    var agreement = 0.0
    var fit: RegistrationFit?
    var map = map
    var blurPixels = 0.7
    for round in 0..<3 {
      guard
        let sampled = sampled(
          layout, middle: map.derivatives(columns / 2, rows / 2), blurPixels: blurPixels,
          map: map.apply)
      else { return nil }
      agreement = sampled.fixedAgreement
      if isRough, round == 0, agreement < Self.leastFirst.agreement { return nil }
      if let registration, round == 2, registration.pattern == sampled.pattern { break }
      let pixels = PixelSelection(
        of: plane, map: map, columns: columns, rows: rows, margin: (0.9, 0.9),
        openColumns: openColumns, blurPixels: blurPixels, budget: round == 0 ? budget / 3 : budget)
      var next = RegistrationFit(
        Registration(
          map: map, pattern: sampled.pattern, light: registration?.light ?? sampled.light,
          dark: registration?.dark ?? sampled.dark, blurPixels: blurPixels),
        pixels: pixels)
      guard round == 0 ? next.run(steps: 6) : next.run(steps: 12, tolerance: 1e-6) else {
        return nil
      }
      if isRough, round == 0, next.registration.correlation < Self.leastFirst.correlation {
        return nil
      }
      map = next.registration.map
      blurPixels = next.registration.blurPixels
      registration = next.registration
      fit = next
    }
    guard let registration, let fit else { return nil }
    return RegisteredSymbol(
      registration: registration, fit: fit, fixedAgreement: agreement, layout: layout,
      hasSquareModules: true)
  }
}
