import DecoderKit

/// The forecasts and the outcomes of the photos that have one thing in common.
struct RealismResidual: Hashable, Sendable {
  /// The measured thing that photos are sorted by.
  enum Axis: String, CaseIterable, Hashable, Sendable, Codable {
    case symbology
    case moduleSize = "module-size"
    case blur
    case noise
    case contrast
    case gradient
    case turn
    case tilt
    case quietZone = "quiet-zone"
    case barGrowth = "bar-growth"
    case polarity
    case imageSide = "image-side"
  }

  let axis: Axis
  /// The symbology, of that axis; else `nil`.
  let symbology: Symbology?
  /// The class's range, in the axis's unit; open ends are infinite. `nil` for symbologies.
  let range: Range<Double>?
  /// The number of photos.
  let count: Int
  /// The mean forecast, 0 to 1.
  let forecast: Double
  /// The share that was read, 0 to 1.
  let rate: Double
  /// The difference in standard errors of a forecast that is right: Spiegelhalter's z (Statistics in
  /// Medicine 5, 1986) of the mean.
  let z: Double

  /// The fewest photos of a class that is shown.
  static let fewest = 5

  /// Sorts forecasts by each axis; classes without enough photos are left out.
  static func all(
    _ forecasts: [DecoderRealism.Forecast], _ photos: [SeenSymbol]
  ) -> [RealismResidual] {
    let seen = forecasts.compactMap { forecast in
      photos[forecast.photo].condition.map { (forecast: forecast, condition: $0) }
    }
    let symbologies = Set(seen.map(\.condition.symbology)).sorted { $0.rawValue < $1.rawValue }
    let own = symbologies.compactMap { symbology in
      RealismResidual(
        .symbology, symbology, nil,
        seen.filter { $0.condition.symbology == symbology }.map(\.forecast))
    }
    return own
      + Axis.allCases.flatMap { axis in
        axis.ranges.compactMap { range in
          RealismResidual(
            axis, nil, range,
            seen.filter { axis.value($0.condition).map(range.contains) ?? false }.map(\.forecast))
        }
      }
  }

  private init?(
    _ axis: Axis, _ symbology: Symbology?, _ range: Range<Double>?,
    _ members: [DecoderRealism.Forecast]
  ) {
    guard members.count >= Self.fewest else { return nil }
    let count = Double(members.count)
    let expected = members.reduce(0) { $0 + $1.chance }
    let variance = members.reduce(0) { $0 + $1.chance * (1 - $1.chance) }
    let reads = Double(members.count { $0.isRead })
    (self.axis, self.symbology, self.range) = (axis, symbology, range)
    self.count = members.count
    forecast = expected / count
    rate = reads / count
    z = variance > 0 ? (reads - expected) / variance.squareRoot() : 0
  }
}

extension RealismResidual.Axis {
  /// The measured value by which the axis sorts; `nil` where the symbol does not tell.
  func value(_ seen: SeenCondition) -> Double? {
    switch self {
    case .symbology: nil
    case .moduleSize: seen.moduleSizePixels
    case .blur: seen.blurSigmaPixels / max(seen.moduleSizePixels, 1e-3)
    case .noise: seen.moduleNoiseGreyLevels
    case .contrast: 100 * (seen.lightReflectance - seen.darkReflectance)
    case .gradient: 100 * seen.lightGradient
    case .turn:
      min(
        seen.turnDegrees.truncatingRemainder(dividingBy: 90),
        90 - seen.turnDegrees.truncatingRemainder(dividingBy: 90))
    case .tilt: seen.tiltDegrees
    case .quietZone: seen.isQuietZoneCut ? -1 : seen.quietZoneModules
    case .barGrowth: seen.barGrowthModules
    case .polarity: (seen.isInverted ? 1 : 0) + (seen.isMirrored ? 2 : 0)
    case .imageSide: Double(min(seen.imageWidth, seen.imageHeight))
    }
  }

  /// The classes, fixed before any photo is seen.
  fileprivate var ranges: [Range<Double>] {
    let bounds: [Double] =
      switch self {
      case .symbology: []
      case .moduleSize: [0, 1.5, 2.5, 4, 6, .infinity]
      case .blur: [0, 0.1, 0.25, 0.5, .infinity]
      case .noise: [0, 1, 4, 8, 16, .infinity]
      case .contrast: [0, 30, 50, 70, 90, .infinity]
      case .gradient: [0, 5, 20, 60, .infinity]
      case .turn: [0, 2, 10, 25, .infinity]
      case .tilt: [0, 5, 20, .infinity]
      // Below 0: the image's edge ends it.
      case .quietZone: [-.infinity, 0, 1, 4, 10, .infinity]
      case .barGrowth: [-.infinity, -0.25, -0.1, 0.1, .infinity]
      case .polarity: [0, 1, 2, 3, 4]
      case .imageSide: [0, 100, 200, 350, 500, .infinity]
      }
    return zip(bounds, bounds.dropFirst()).map { $0..<$1 }
  }
}
