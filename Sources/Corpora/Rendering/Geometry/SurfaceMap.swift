import DecoderKit

/// The map from the symbol's plane to the image, for a flat or a bent label.
///
/// The symbol's plane is measured as for ``PlaneTransform``. For a flat label the map is
/// projective. For a label around a cylinder, (x, y) is first mapped into space, to (r sin a, y, r
/// (1 − cos a)) with a = (x − axis) / r, and then to the image by a 3 × 4 map.
public struct SurfaceMap: Hashable, Sendable {
  /// The cylinder around which a label is wrapped; its axis runs along the symbol's own y.
  public struct Cylinder: Hashable, Sendable, Encodable {
    /// The x of the line that is nearest to the camera when the label is not tilted, in modules.
    public let axisModules: Double
    /// The radius, in modules.
    public let radiusModules: Double
  }

  /// The cylinder around which the label is wrapped; `nil` for a flat label.
  public let cylinder: Cylinder?

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
  public var coefficients: [Double] {
    [x, y, w].flatMap {
      cylinder == nil ? [$0.x, $0.y, $0.w] : [$0.x, $0.y, $0.z, $0.w]
    }
  }

  /// The projective map of a flat label; `nil` for a bent one.
  public var plane: PlaneTransform? {
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
  public func apply(x column: Double, y row: Double) -> Point {
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
  public func corners(width: Double, height: Double) -> Corners {
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
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(coefficients, forKey: .coefficients)
    try container.encodeIfPresent(cylinder, forKey: .cylinder)
  }

  /// The map as it is written in manifests, on one line.
  public var description: String {
    let numbers = coefficients.map { "\($0)" }.joined(separator: " ")
    guard let cylinder else { return "plane [\(numbers)]" }
    return "cylinder radius \(cylinder.radiusModules) axis \(cylinder.axisModules) [\(numbers)]"
  }
}
