import DecoderKit
import Measuring

/// The errors of the measurement of one read, beside the truth.
struct GaugeCase: Sendable {
  let scene: Scene
  let number: Int
  let reader: Reader
  let measurement: SymbolMeasurement
  /// The processor's time for the measurement, in nanoseconds.
  let nanoseconds: UInt64
  /// That for zbar's decode of the image.
  let decodingNanoseconds: UInt64

  var isMeasured: Bool { measurement.source == .measured && measurement.moduleSize != nil }

  /// The smaller of the true module sizes along the axes, in pixels.
  var modulePixels: Double {
    let (across, down) = scene.moduleSize
    return scene.symbol.isLinear ? across : min(across, down)
  }

  /// The larger relative error of the module sizes; rows of PDF417 are no modules.
  var moduleError: Double? {
    guard isMeasured, let size = measurement.moduleSize else { return nil }
    let (across, down) = scene.moduleSize
    var error = abs(size.across.value / across - 1)
    if scene.symbol.hasSquareModules {
      guard let measured = size.down else { return 1 }
      error = max(error, abs(measured.value / down - 1))
    }
    return error
  }

  /// True if the interval of the size along the rows holds the true size.
  var isCovered: Bool? {
    guard isMeasured, let size = measurement.moduleSize?.across else { return nil }
    return size.lower <= scene.moduleSize.across && scene.moduleSize.across <= size.upper
  }

  /// The larger relative error of the smallest and the largest module size.
  var rangeError: Double? {
    guard isMeasured, let size = measurement.moduleSize, scene.symbol.symbology != .pdf417 else {
      return nil
    }
    let (smallest, largest) = scene.moduleSizeRange
    return max(abs(size.smallest.value / smallest - 1), abs(size.largest.value / largest - 1))
  }

  /// True if the dimension is that of the symbol.
  var isDimensionRight: Bool? {
    guard isMeasured, let dimension = measurement.dimension else { return nil }
    return dimension.columns == scene.symbol.columns
      && (!scene.symbol.hasSquareModules || dimension.rows == scene.symbol.rows)
  }

  /// The largest distance of a corner from its place, in modules, and its part along the bars.
  var outlineError: (distance: Double, alongBars: Double)? {
    guard isMeasured, let outline = measurement.outline else { return nil }
    return outlineError(shift: 0, outline.points)
  }

  /// The outline's error if the corners were numbered as they should be.
  var unorderedOutlineError: Double? {
    guard isMeasured, let outline = measurement.outline else { return nil }
    return (0..<4).flatMap { shift in
      [outline.points, outline.points.reversed()].map {
        outlineError(shift: shift, $0).distance
      }
    }.min()
  }

  private func outlineError(
    shift: Int, _ points: [Point]
  ) -> (distance: Double, alongBars: Double) {
    let (u, v) = scene.map.derivatives(scene.symbol.width / 2, scene.symbol.height / 2)
    let module = scene.symbol.isLinear ? u.length : (u.length * v.length).squareRoot()
    var largest = (distance: 0.0, alongBars: 0.0)
    for (index, truth) in scene.corners.enumerated() {
      let error = points[(index + shift) % 4] - truth
      largest.distance = max(largest.distance, error.length / module)
      let along = abs(error.x * v.x + error.y * v.y) / v.length / module
      largest.alongBars = max(largest.alongBars, along)
    }
    return largest
  }

  /// The difference of the blur from the true one, in pixels.
  var sigmaError: Double? {
    guard isMeasured, let condition = measurement.condition else { return nil }
    return condition.blurSigmaPixels.value - scene.sigmaPixels
  }

  /// True if the blur is right within 20 % or 0.15 px.
  var isSigmaRight: Bool? {
    sigmaError.map { abs($0) <= max(0.15, 0.2 * scene.sigmaPixels) }
  }

  /// The difference of the symbol contrast from the true one.
  var contrastError: Double? {
    guard isMeasured, let condition = measurement.condition else { return nil }
    return condition.symbolContrast - scene.contrast
  }

  /// The difference of the turn from the true one, in degrees.
  var turnError: Double? {
    guard isMeasured, let condition = measurement.condition else { return nil }
    let difference = condition.turnDegrees - scene.seenTurnDegrees
    return abs(difference - 360 * (difference / 360).rounded())
  }

  /// The difference of the tilt from the true one, in degrees.
  var tiltError: Double? {
    guard isMeasured else { return nil }
    return measurement.condition?.tiltDegrees.map { abs($0 - scene.tiltDegrees) }
  }

  /// The difference of the noise from the true one, in grey levels.
  var noiseError: Double? {
    guard isMeasured else { return nil }
    return measurement.condition.map { abs($0.noiseGreyLevels - scene.noise) }
  }

  /// The difference of the light's gradient from the true one.
  var gradientError: Double? {
    guard isMeasured else { return nil }
    return measurement.condition.map { abs($0.lightGradient - scene.gradient) }
  }

  /// A number that is the larger the worse the case is: errors over their bars.
  var badness: Double {
    guard isMeasured else { return .infinity }
    return max((moduleError ?? 0) / 0.025, (outlineError?.distance ?? 0) / 0.5)
  }
}

extension DrawnSymbol {
  /// True if the modules along the columns are as large as those along the rows.
  var hasSquareModules: Bool { !isLinear && symbology != .pdf417 }
}
