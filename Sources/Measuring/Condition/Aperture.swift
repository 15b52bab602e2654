import DecoderKit
import Foundation

/// A round aperture: the places at which reflectance is averaged around a point.
struct Aperture: Sendable {
  /// The diameter, in modules.
  let diameterModules: Double
  /// The places from the middle, in modules.
  let places: [(u: Double, v: Double)]

  /// The aperture that the standards have for a known module size: 0.8 modules.
  static let usual = Aperture(diameterModules: 0.8)

  /// Makes an aperture: its middle and a ring of six that divides its area evenly.
  ///
  /// Reading between the pixels averages as well, so that few places are enough.
  init(diameterModules: Double) {
    self.diameterModules = diameterModules
    let radius = 0.375 * diameterModules
    let ring = (0..<6).map { Double($0) * .pi / 3 }
    places = [(0, 0)] + ring.map { (radius * cos($0), radius * sin($0)) }
  }

  /// The most places across the diameter.
  private static let mostAcross = 16

  /// Returns the same aperture with a place for about each pixel in it, for modules of a size in pixels.
  ///
  /// Seven places of a large aperture would average less noise than its area does.
  func averaging(modulePixels: Double) -> Aperture {
    let across = min((diameterModules * modulePixels).rounded(.up), Double(Self.mostAcross))
    guard across > 3 else { return self }
    let step = diameterModules / across
    let radius = diameterModules / 2
    let line: [Double] = (0..<Int(across)).map { (Double($0) + 0.5) * step - radius }
    var inside: [(u: Double, v: Double)] = []
    for v in line {
      for u in line where u * u + v * v <= radius * radius { inside.append((u, v)) }
    }
    return Aperture(diameterModules: diameterModules, places: inside)
  }

  private init(diameterModules: Double, places: [(u: Double, v: Double)]) {
    self.diameterModules = diameterModules
    self.places = places
  }

  /// Returns the mean reflectance around a place, in grey levels; `nil` where a part of the aperture
  /// is outside the image.
  ///
  /// - Parameters:
  ///   - rowHeightModules: The height of a unit of v, in modules.
  ///   - map: The map from places to the image.
  func reflectance(
    _ u: Double, _ v: Double, rowHeightModules: Double = 1, in plane: LuminancePlane,
    _ map: (Double, Double) -> Point
  ) -> Double? {
    var sum = 0.0
    for place in places {
      let point = map(u + place.u, v + place.v / rowHeightModules)
      guard plane.contains(point) else { return nil }
      sum += plane.value(point.x, point.y)
    }
    return sum / Double(places.count)
  }
}
