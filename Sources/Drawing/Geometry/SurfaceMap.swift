import Base
import DecoderKit

/// The map from the symbol's plane to the image, for a flat or a bent label.
///
/// The symbol's plane is measured as for ``PlaneTransform``. For a flat label the map is
/// projective. For a label around a cylinder, (x, y) is first mapped into space, to (r sin a, y, r
/// (1 − cos a)) with a = (x − axis) / r, and then to the image by a 3 × 4 map.
package struct SurfaceMap: Hashable, Sendable {
  /// The cylinder around which a label is wrapped; its axis runs along the symbol's own y.
  package struct Cylinder: Hashable, Sendable, Encodable {
    /// The x of the line that is nearest to the camera when the label is not tilted, in modules.
    package let axisModules: Double
    package let radiusModules: Double
  }

  /// The cylinder around which the label is wrapped; `nil` for a flat label.
  package let cylinder: Cylinder?

  private let x: SIMD4<Double>
  private let y: SIMD4<Double>
  private let w: SIMD4<Double>
  /// The largest number of pixels that a module takes anywhere on the label.
  let largestScale: Double
  /// True if clockwise in the symbol's plane is anticlockwise in the image.
  let isMirrored: Bool

  /// Makes the map of a flat label.
  ///
  /// - Parameter largestScale: The largest number of pixels per module; sets the accuracy of
  ///   curves.
  init(_ plane: PlaneTransform, largestScale: Double, isMirrored: Bool = false) {
    let m = plane.coefficients
    x = [m[0], m[1], 0, m[2]]
    y = [m[3], m[4], 0, m[5]]
    w = [m[6], m[7], 0, m[8]]
    cylinder = nil
    self.largestScale = largestScale
    self.isMirrored = isMirrored
  }

  /// Makes the map of a label of any shape from the rows that multiply a point (x, y, z, 1) in
  /// space.
  init(
    x: SIMD4<Double>, y: SIMD4<Double>, w: SIMD4<Double>, cylinder: Cylinder?,
    largestScale: Double, isMirrored: Bool
  ) {
    self.x = x
    self.y = y
    self.w = w
    self.cylinder = cylinder
    self.largestScale = largestScale
    self.isMirrored = isMirrored
  }

  /// The coefficients, row after row: 3 × 3 for a flat label, 3 × 4 for a bent one.
  package var coefficients: [Double] {
    [x, y, w].flatMap {
      cylinder == nil ? [$0.x, $0.y, $0.w] : [$0.x, $0.y, $0.z, $0.w]
    }
  }

  /// The projective map of a flat label; `nil` for a bent one.
  package var plane: PlaneTransform? {
    guard cylinder == nil else { return nil }
    return PlaneTransform(
      x: [x.x, x.y, x.w], y: [y.x, y.y, y.w], w: [w.x, w.y, w.w])
  }

  /// True if modules are upright rectangles of pixels, all of one size.
  var isUpright: Bool {
    cylinder == nil && !isMirrored && w == [0, 0, 0, 1] && x.y == 0 && y.x == 0 && x.x == y.y
      && x.x > 0
  }

  /// Returns the image of a point of the symbol's plane.
  package func apply(x column: Double, y row: Double) -> Point {
    guard let cylinder else { return project(column, row, 0) }
    let degrees = (column - cylinder.axisModules) / cylinder.radiusModules * (180 / Double.pi)
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return project(
      cylinder.radiusModules * sine, row, cylinder.radiusModules * (1 - cosine))
  }

  @inline(__always)
  private func project(_ column: Double, _ row: Double, _ depth: Double) -> Point {
    var mapped = Point(
      x: x.x * column + x.y * row + x.w, y: y.x * column + y.y * row + y.w)
    var scale = w.x * column + w.y * row + w.w
    if cylinder != nil {
      mapped.x += x.z * depth
      mapped.y += y.z * depth
      scale += w.z * depth
    }
    return scale == 1 ? mapped : Point(x: mapped.x / scale, y: mapped.y / scale)
  }

  /// Returns the map of the plane whose origin lies at a point of this map's plane.
  func movingOrigin(to point: Point) -> SurfaceMap {
    guard point.x != 0 || point.y != 0 else { return self }
    // On the cylinder, the axis moves instead.
    let across = cylinder == nil ? point.x : 0
    func moved(_ row: SIMD4<Double>) -> SIMD4<Double> {
      [row.x, row.y, row.z, row.x * across + row.y * point.y + row.w]
    }
    return SurfaceMap(
      x: moved(x), y: moved(y), w: moved(w),
      cylinder: cylinder.map {
        Cylinder(axisModules: $0.axisModules - point.x, radiusModules: $0.radiusModules)
      }, largestScale: largestScale, isMirrored: isMirrored)
  }

  /// Returns the same view, shifted in the image.
  func movingImage(by pixels: Point) -> SurfaceMap {
    SurfaceMap(
      x: x + w * pixels.x, y: y + w * pixels.y, w: w, cylinder: cylinder,
      largestScale: largestScale, isMirrored: isMirrored)
  }

  /// Returns the number of straight pieces an edge needs so that no point is off by 0.01 px or
  /// more.
  ///
  /// On a flat label one piece is exact. Around the cylinder, an arc of angle a and radius r lies
  /// at most r (1 − cos(a / 2)) ≤ r a² / 8 from its chord, times the largest scale in pixels.
  @inline(__always)
  func pieces(from: Double, to: Double) -> Int {
    guard let cylinder, from != to else { return 1 }
    let perPixel = 8 * Self.chordErrorPixels / largestScale
    return max(
      1, Int((abs(to - from) / (cylinder.radiusModules * perPixel).squareRoot()).rounded(.up)))
  }

  /// The largest distance between a chord and the curve that it replaces, in pixels.
  static let chordErrorPixels = 0.009

  /// Returns the corners of a rectangle with sides in modules.
  package func corners(width: Double, height: Double) -> Corners {
    Corners(
      topLeft: apply(x: 0, y: 0), topRight: apply(x: width, y: 0),
      bottomRight: apply(x: width, y: height), bottomLeft: apply(x: 0, y: height))
  }
}

extension SurfaceMap: Encodable, CustomStringConvertible {
  private enum CodingKeys: String, CodingKey {
    case coefficients
    case cylinder
  }

  /// Writes `coefficients`, and `cylinder` for a bent label.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(coefficients, forKey: .coefficients)
    try container.encodeIfPresent(cylinder, forKey: .cylinder)
  }

  /// The map as it is written in manifests, on one line.
  package var description: String {
    let numbers = coefficients.map { "\($0)" }.joined(separator: " ")
    guard let cylinder else { return "plane [\(numbers)]" }
    return "cylinder radius \(cylinder.radiusModules) axis \(cylinder.axisModules) [\(numbers)]"
  }
}

/// The position from which the camera sees the surface that the symbols lie on.
///
/// The steps, in order: the label is mirrored, wrapped around a cylinder, turned in its plane,
/// tilted, and seen by a pinhole camera that looks straight at its centre.
package struct Viewpoint: Hashable, Sendable {
  /// The side of a module at the label's centre, in pixels; above 0.
  package var moduleSizePixels: Double
  /// Degrees by which the label is turned clockwise, as seen in the image.
  package var rotationDegrees = 0.0
  /// Degrees by which the label's plane leans out of the image plane; 0 to ``largestTiltDegrees``.
  package var tiltDegrees = 0.0
  /// The direction of the tilt axis in the image, in degrees clockwise from the x axis.
  ///
  /// The side a quarter turn further on comes nearer. With 0 it is the lower side, as for a page on
  /// a table.
  package var tiltDirectionDegrees = 0.0
  /// Degrees of a cylinder that the label's width covers, without quiet zones; 0 is flat.
  ///
  /// The cylinder's axis runs along the symbols' own y, behind the label's middle, as on a bottle.
  package var curvatureDegrees = 0.0
  /// True if left and right are swapped, as for a label seen through glass from behind.
  package var isMirrored = false
  /// The shift of the image's rows to the right, in pixels for each pixel downwards.
  package var shear = 0.0
  /// The distance from the camera to the label's centre; 1 or more.
  ///
  /// The unit is the diagonal of the label without quiet zones.
  ///
  /// At 4, the default, the diagonal spans 14 degrees: the label then fills half of the field of
  /// view of a phone camera.
  package var cameraDistanceDiagonals = 4.0
  /// The shift of the whole scene to the right and down, in pixels, each in [0, 1).
  package var phase = Point(x: 0, y: 0)

  /// The largest tilt in degrees; foreshortening leaves a sixth of a module's height there.
  package static let largestTiltDegrees = 80.0

  /// A camera that looks straight on.
  package init(moduleSizePixels: Double) { self.moduleSizePixels = moduleSizePixels }

  /// The reason no image can be taken from here, whatever the label; `nil` if one can.
  package var objection: String? {
    guard moduleSizePixels > 0, moduleSizePixels.isFinite else {
      return "a module size of \(moduleSizePixels.plain) px cannot be drawn: it is above 0"
    }
    guard tiltDegrees >= 0, tiltDegrees <= Self.largestTiltDegrees else {
      return
        "a tilt of \(tiltDegrees.plain) degrees cannot be drawn: 0 to \(Self.largestTiltDegrees.plain) can"
    }
    guard curvatureDegrees >= 0, curvatureDegrees <= 180 else {
      return """
        a curvature of \(curvatureDegrees.plain) degrees cannot be drawn: a camera sees less than half \
        of a cylinder, 0 to 180 degrees
        """
    }
    guard cameraDistanceDiagonals >= 1, cameraDistanceDiagonals.isFinite else {
      return
        "a camera at \(cameraDistanceDiagonals.plain) diagonals is too near: it is 1 or more away"
    }
    guard rotationDegrees.isFinite, tiltDirectionDegrees.isFinite else {
      return "an angle is a finite number of degrees"
    }
    return nil
  }

  /// True if the label is flat and seen straight on, without shear, so that each module is a square.
  var isPlain: Bool {
    tiltDegrees == 0 && curvatureDegrees == 0 && !isMirrored && shear == 0
  }
}
