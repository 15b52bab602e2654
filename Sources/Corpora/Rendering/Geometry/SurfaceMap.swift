import DecoderKit

/// Where a point of the symbol's plane lies in the image, on a flat or a bent label.
///
/// The symbol's plane is measured as for ``PlaneTransform``. A flat label is a projective map. One
/// that wraps a cylinder goes into space first: (x, y) is there
/// (r sin a, y, r (1 − cos a)) with a = (x − axis) / r, and a 3 × 4 map takes that to the image.
public struct SurfaceMap: Hashable, Sendable {
  /// What a label is wrapped around: its axis runs along the symbol's own y.
  public struct Cylinder: Hashable, Sendable, Encodable {
    /// The x of the line that is nearest to the camera when the label is not tilted, in modules.
    public let axisModules: Double
    /// The radius, in modules.
    public let radiusModules: Double
  }

  /// What the label is wrapped around; `nil` for a flat one.
  public let cylinder: Cylinder?

  private let x: SIMD4<Double>
  private let y: SIMD4<Double>
  private let w: SIMD4<Double>
  /// Pixels that a module takes at most anywhere on the label.
  let largestScale: Double
  /// Clockwise in the symbol's plane is anticlockwise in the image.
  let isMirrored: Bool

  /// A flat label.
  ///
  /// - Parameter largestScale: Pixels that a module takes at most; curved outlines go by it.
  init(_ plane: PlaneTransform, largestScale: Double, isMirrored: Bool = false) {
    let m = plane.coefficients
    x = [m[0], m[1], 0, m[2]]
    y = [m[3], m[4], 0, m[5]]
    w = [m[6], m[7], 0, m[8]]
    cylinder = nil
    self.largestScale = largestScale
    self.isMirrored = isMirrored
  }

  /// A label of any shape, from what a point (x, y, z, 1) in space is multiplied with.
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

  /// The coefficients, row after row: 3 × 3 of a flat label, 3 × 4 of a bent one.
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

  /// Modules are upright rectangles of pixels, all of one size.
  var isUpright: Bool {
    cylinder == nil && !isMirrored && w == [0, 0, 0, 1] && x.y == 0 && y.x == 0 && x.x == y.y
      && x.x > 0
  }

  /// The image of a point of the symbol's plane.
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

  /// The map of the plane whose origin lies at a point of this map's plane.
  func movingOrigin(to point: Point) -> SurfaceMap {
    guard point.x != 0 || point.y != 0 else { return self }
    // Around the cylinder the axis moves instead.
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

  /// The same view, moved in the image.
  func movingImage(by pixels: Point) -> SurfaceMap {
    SurfaceMap(
      x: x + w * pixels.x, y: y + w * pixels.y, w: w, cylinder: cylinder,
      largestScale: largestScale, isMirrored: isMirrored)
  }

  /// Straight pieces that an edge needs so that none of its points is off by 0.01 px or more.
  ///
  /// On a flat label one is exact. Around the cylinder an arc of angle a and radius r lies at most
  /// r (1 − cos(a / 2)) ≤ r a² / 8 from its chord, times the largest scale in pixels.
  @inline(__always)
  func pieces(from: Double, to: Double) -> Int {
    guard let cylinder, from != to else { return 1 }
    let perPixel = 8 * Self.chordErrorPixels / largestScale
    return max(
      1, Int((abs(to - from) / (cylinder.radiusModules * perPixel).squareRoot()).rounded(.up)))
  }

  /// How far a chord may lie from the curve that it stands for.
  static let chordErrorPixels = 0.009

  /// The corners of a rectangle of so many modules.
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
