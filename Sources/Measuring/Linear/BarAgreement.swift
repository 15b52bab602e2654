/// The agreement of a registered linear symbol with the image, stretch by stretch.
///
/// The correlation of the whole symbol forgives a wrong character, as most of the bars are right. Here
/// each stretch of about a character stands for itself: the worst one tells.
struct BarAgreement {
  let plane: LuminancePlane
  let registration: Registration
  /// The correlation of each stretch with the model, -1 to 1, in the best of the bands.
  private(set) var stretches: [Double] = []

  /// The length of a stretch, in modules: about that of a character.
  private static let stretch = 9.0
  /// The bands in which a stretch is looked at, as shares of the height. It agrees if it does so in
  /// one of them: dirt and glare seldom cover all.
  private static let bands = [0.2, 0.35, 0.5, 0.65, 0.8]

  /// The stretch of light that a symbol needs on either side, in modules: a wide space and half a bar
  /// behind it. Where bars go on there, the value is a fragment of a longer one.
  private static let quiet = 3.6

  /// True if the image shows the bars of every character, and light on either side.
  ///
  var isGood: Bool { isEven && endsInLight }

  /// True if no stretch disagrees: if the model explains half of what is seen there, and misses no
  /// more than 8 times what it misses in the median stretch, unless that is next to nothing.
  private var isEven: Bool {
    let missed = stretches.map { 1 - $0 * abs($0) }
    return missed.allSatisfy { $0 < min(0.5, max(0.25, 8 * missed.median)) }
  }

  /// - Parameter registration: The symbol, with the map of its fit.
  init(plane: LuminancePlane, registration: Registration) {
    self.plane = plane
    self.registration = registration
    let module = max(registration.middleDerivatives.across, 0.1)
    let step = max(0.25, min(0.5, 0.5 / module))
    let end = registration.pattern.width + Self.quiet
    let places = stride(from: -Self.quiet, through: end, by: step).map { $0 }
    let wanted = model(places)
    let seen = Self.bands.map { row in places.map { luminance($0, row) } }
    let window = max(Int(Self.stretch / step), 4)
    let starts = stride(from: 0, through: places.count - window, by: max(window / 3, 1))
    stretches = starts.map { first in
      let range = first..<(first + window)
      return seen.map { Self.correlation($0[range], wanted[range]) }.max() ?? 0
    }
  }

  /// The correlation of the worst stretch with the model, -1 to 1.
  var worst: Double { stretches.min() ?? 0 }

  /// True if one of the bands has no bar beside the symbol, on each side.
  var endsInLight: Bool {
    let width = registration.pattern.width
    let near = 1 + registration.blurPixels / max(registration.middleDerivatives.across, 0.1)
    let ways = stride(from: min(near, 2), through: Self.quiet, by: 0.25)
    return [(0.0, -1.0), (width, 1.0)].allSatisfy { end, way in
      Self.bands.contains { row in
        let half = level(end, row)
        return ways.allSatisfy { luminance(end + way * $0, row) > half }
      }
    }
  }

  /// Half way between dark and light at a place, in the unit of ``luminance(_:_:)``.
  private func level(_ place: Double, _ row: Double) -> Double {
    let point = registration.point(place, row)
    let (light, dark) = (registration.light.value(at: point), registration.dark.value(at: point))
    return (light + dark) / 2 / (light - dark)
  }

  /// The light that the model has at places half way down, as a share.
  private func model(_ places: [Double]) -> [Double] {
    let bars = BarModel(registration)
    return NormalTable.shared.with { normal in
      places.map { place in
        let module = registration.modulePixels(at: place)
        let slope = Float(1 / max(module, 0.1))
        return 1 - Double(bars.ink(Float(place), 0.5, slope: slope, sv: 0.01, normal).share)
      }
    }
  }

  /// The luminance at a place, averaged along the bars over a tenth of their height, from dark to light.
  private func luminance(_ place: Double, _ row: Double) -> Double {
    let point = registration.point(place, row)
    // Nothing is known of what lies beyond the image: it is taken for light beside the symbol.
    if !plane.contains(point), !(0...registration.pattern.width).contains(place) {
      return registration.light.value(at: point) / registration.contrast(at: point)
    }
    let rows = [-0.05, -0.025, 0, 0.025, 0.05]
    return rows.reduce(0) { sum, offset in
      let point = registration.point(place, row + offset)
      return sum + plane.value(point.x, point.y) / registration.contrast(at: point)
    } / Double(rows.count)
  }

  private static func correlation(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
    let count = Double(a.count)
    let (meanA, meanB) = (a.reduce(0, +) / count, b.reduce(0, +) / count)
    var (ab, aa, bb) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      ab += (x - meanA) * (y - meanB)
      aa += (x - meanA) * (x - meanA)
      bb += (y - meanB) * (y - meanB)
    }
    return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
  }
}
