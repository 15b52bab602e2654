import Foundation

/// The shape of a place: turned, or seen at an angle.
extension FaultGauge {
  /// Tilts from this on are steep, in degrees.
  private static let steep = 40.0

  /// The outline of square modules tells its tilt, if their numbers are known: blur makes those of a rectangle look
  /// alike along both sides. Of bars, whose length is not known, only a slant or a difference of the ends is seen.
  func tilt(_ modules: SIMD2<Double>?) -> FaultSign? {
    var tilt = leastTilt
    var isKnown = true
    if let modules, kind == .matrix, modules.min() > 0.7 * modules.max(),
      let square = Homography(width: 1, height: 1, to: outline)
    {
      let ofSquare = SeenPose(square.derivatives(0.5, 0.5), anisotropyError: 0).tiltDegrees
      isKnown = isRead || tilt > ofSquare - 10 || convergence < Self.farthest
      tilt = ofSquare
    }
    let severity = max((tilt - Self.steep) / 20, (Self.farthest - convergence) / 0.25)
    guard severity > 0 else { return nil }
    return FaultSign(
      .perspective, severity: min(severity, 1.2), isKnown ? .degrees(tilt) : .degreesIfSquare(tilt))
  }

  /// Sides that differ by more than this are of a symbol that is seen from near and at an angle.
  private static let farthest = 0.75

  /// The shorter one of two opposite sides over the longer one, of the pair that differs more.
  var convergence: Double {
    let sides = sides
    func ratio(_ a: Double, _ b: Double) -> Double { min(a, b) / max(a, b, 1e-9) }
    return min(ratio(sides[0], sides[2]), ratio(sides[1], sides[3]))
  }

  private var sides: [Double] {
    let points = outline.points
    return points.indices.map { index in
      let (a, b) = (points[index], points[(index + 1) % 4])
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
  }

  /// The least tilt at which a rectangle of any sides looks like the outline, in degrees: a slant of its
  /// corners needs one.
  private var leastTilt: Double {
    let points = outline.points
    let across = SIMD2(
      points[1].x - points[0].x + points[2].x - points[3].x,
      points[1].y - points[0].y + points[2].y - points[3].y)
    let down = SIMD2(
      points[3].x - points[0].x + points[2].x - points[1].x,
      points[3].y - points[0].y + points[2].y - points[1].y)
    let cross = abs(across.x * down.y - across.y * down.x)
    let angle = atan2(cross, abs(across.x * down.x + across.y * down.y))
    return acos(min(max(tan(angle / 2), 0), 1)) * 180 / .pi
  }

  /// The turn of the symbol in the image's plane. Decoders look along rows and columns, where only bars that
  /// are far from upright are missed.
  var turn: FaultSign? {
    let points = outline.points
    let degrees =
      atan2(points[1].y - points[0].y, points[1].x - points[0].x) * 180 / .pi
    let quarter = abs(degrees).truncatingRemainder(dividingBy: 90)
    let off = min(quarter, 90 - quarter)
    guard off > 12 else { return nil }
    return FaultSign(
      .turned, severity: (off - 12) / 66, .degrees(degrees < 0 ? degrees + 360 : degrees))
  }
}
