import Base
import DecoderKit

/// A tilted, bent or mirrored label in front of a pinhole camera.
///
/// Space is measured in modules from the label's centre: x and y as in the image, z away from the
/// camera, which is at (0, 0, −distance). A point's image is its x and y × module size × distance /
/// (distance + z), so that modules at the centre have the nominal size.
struct LabelPose {
  private let label: Label
  private let viewpoint: Viewpoint
  /// The distance from the camera to the label's centre, in modules.
  private let distance: Double
  /// The cylinder's radius, in modules; `nil` for a flat label.
  private let radius: Double?
  /// The label's unit vectors (x, y, and z behind it) in space.
  private let axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)

  init(_ label: Label, _ viewpoint: Viewpoint) {
    self.label = label
    self.viewpoint = viewpoint
    distance = viewpoint.cameraDistanceDiagonals * label.diagonal
    radius =
      viewpoint.curvatureDegrees == 0
      ? nil : label.width / (viewpoint.curvatureDegrees * (Double.pi / 180))

    let (sine, cosine) = sineAndCosine(degrees: viewpoint.rotationDegrees)
    let tilt = sineAndCosine(degrees: viewpoint.tiltDegrees)
    let direction = sineAndCosine(degrees: viewpoint.tiltDirectionDegrees)
    // Rodrigues's formula about (c, s, 0). The side clockwise of the axis comes nearer: its z
    // falls.
    let (s, c) = (direction.sine, direction.cosine)
    func tilted(_ p: SIMD3<Double>) -> SIMD3<Double> {
      let along = (c * p.x + s * p.y) * (1 - tilt.cosine)
      let cross: SIMD3<Double> = [s * p.z, -c * p.z, c * p.y - s * p.x]
      return [
        p.x * tilt.cosine - cross.x * tilt.sine + c * along,
        p.y * tilt.cosine - cross.y * tilt.sine + s * along,
        p.z * tilt.cosine - cross.z * tilt.sine,
      ]
    }
    let hand = viewpoint.isMirrored ? -1.0 : 1.0
    axes = (
      tilted([hand * cosine, hand * sine, 0]), tilted([-sine, cosine, 0]), tilted([0, 0, 1])
    )
  }

  /// The map from the label to the image, with the label's centre at (0, 0).
  var map: SurfaceMap {
    let size = viewpoint.moduleSizePixels
    // Flat coordinates start at the label's corner; those around the cylinder start at its axis.
    let left = radius == nil ? label.width / 2 : 0
    let top = label.height / 2
    func row(_ of: (SIMD3<Double>) -> Double) -> SIMD4<Double> {
      let (x, y) = (of(axes.x), of(axes.y))
      return [x, y, of(axes.z), -left * x - top * y]
    }
    var w = row(\.z) / distance
    w.w += 1
    return SurfaceMap(
      x: (row(\.x) + viewpoint.shear * row(\.y)) * size, y: row(\.y) * size, w: w,
      cylinder: radius.map { .init(axisModules: label.width / 2, radiusModules: $0) },
      largestScale: largestScale, isMirrored: viewpoint.isMirrored)
  }

  /// The reason the label cannot be seen whole, as a sentence; `nil` if it can.
  var objection: String? {
    guard border.allSatisfy({ distance + $0.z >= distance / 5 }) else {
      return """
        a camera at \(viewpoint.cameraDistanceDiagonals.plain) diagonals is too near for a tilt of \
        \(viewpoint.tiltDegrees.plain) degrees: part of the label would be beside or behind it
        """
    }
    guard let radius else { return nil }
    // The position of the camera seen from the cylinder's axis: across the label and in front of
    // it.
    let across = -distance * axes.x.z
    let ahead = distance * axes.z.z + radius
    let ends = [-label.width / 2 - label.margin.left, label.width / 2 + label.margin.right]
    let isSeen = ends.allSatisfy { end in
      guard abs(end) < radius * Double.pi / 2 else { return false }
      let (sine, cosine) = sineAndCosine(degrees: end / radius * (180 / Double.pi))
      // The vector from this point of the surface to the camera; `height` is its part along the
      // normal.
      let toCamera: SIMD2<Double> = [across - radius * sine, ahead - radius * cosine]
      let height = sine * toCamera.x + cosine * toCamera.y
      return height >= 0.05 * (toCamera * toCamera).sum().squareRoot()
    }
    return isSeen
      ? nil
      : """
      a curvature of \(viewpoint.curvatureDegrees.plain) degrees turns the ends of the label, with its \
      margin, away from the camera: less curvature or a smaller tilt would show them
      """
  }

  /// Points in space along the label's upper and lower border, margin included.
  private var border: [SIMD3<Double>] {
    let margin = label.margin
    let from = -label.width / 2 - margin.left
    let to = label.width / 2 + margin.right
    return (0...64).flatMap { step -> [SIMD3<Double>] in
      let x = from + (to - from) * Double(step) / 64
      return [-label.height / 2 - margin.top, label.height / 2 + margin.bottom].map { y in
        guard let radius else { return x * axes.x + y * axes.y }
        let (sine, cosine) = sineAndCosine(degrees: x / radius * (180 / Double.pi))
        return radius * sine * axes.x + y * axes.y + radius * (1 - cosine) * axes.z
      }
    }
  }

  /// The largest number of pixels that a module takes, in any direction.
  ///
  /// A step in space of length 1 moves the image by at most scale × √(1 + (off axis / depth)²). The
  /// nearest point lies on the border, possibly between two of the sampled points: 2 % allow for
  /// that.
  private var largestScale: Double {
    let scales = border.map { point -> Double in
      let depth = max(distance + point.z, distance / 5)
      let aside = (point.x * point.x + point.y * point.y) / (depth * depth)
      return distance / depth * (1 + aside).squareRoot()
    }
    let stretch = 1 + abs(viewpoint.shear)
    return 1.02 * stretch * viewpoint.moduleSizePixels * (scales.max() ?? 1)
  }
}

/// A label as seen from a viewpoint, in the smallest image that holds it.
struct LabelView {
  /// The map from the label, measured from the top left corner of the printed part, to the image.
  private(set) var map: SurfaceMap
  /// The number of the image's columns.
  private(set) var width = 0
  /// The number of the image's rows.
  private(set) var height = 0

  /// Views a label.
  ///
  /// - Throws: ``SceneError`` if the label cannot be seen whole or needs too large an image.
  init(_ label: Label, from viewpoint: Viewpoint) throws(SceneError) {
    if let objection = viewpoint.objection { throw SceneError(objection) }
    // This check comes before anything is computed from excessive lengths.
    guard label.diagonal * viewpoint.moduleSizePixels < Double(2 * Placement.maximumSide) else {
      throw .tooLarge
    }
    if viewpoint.isPlain {
      let placement = Placement(
        rectangleWidth: label.width, rectangleHeight: label.height, margin: label.margin,
        moduleSizePixels: viewpoint.moduleSizePixels, rotationDegrees: viewpoint.rotationDegrees,
        phase: viewpoint.phase)
      map = SurfaceMap(placement.transform, largestScale: viewpoint.moduleSizePixels)
      (width, height) = (placement.width, placement.height)
    } else {
      let pose = LabelPose(label, viewpoint)
      if let objection = pose.objection { throw SceneError(objection) }
      map = pose.map
      let box = Self.bounds(of: label, map)
      map = map.movingImage(
        by: Point(x: viewpoint.phase.x - box.left, y: viewpoint.phase.y - box.top))
      width = Placement.pixels(box.right - box.left)
      height = Placement.pixels(box.bottom - box.top)
    }
    guard max(width, height) <= Placement.maximumSide else { throw .tooLarge }
  }

  /// Returns the smallest upright rectangle in the image around a label and its margin.
  ///
  /// The whole label faces the camera, so that no point of it lies outside the image of its border.
  private static func bounds(
    of label: Label, _ map: SurfaceMap
  ) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let margin = label.margin
    let from = -margin.left
    let to = label.width + margin.right
    let pieces = map.pieces(from: from, to: to)
    var across: [Double] = []
    var down: [Double] = []
    for piece in 0...pieces {
      let x = from + (to - from) * Double(piece) / Double(pieces)
      for y in [-margin.top, label.height + margin.bottom] {
        let point = map.apply(x: x, y: y)
        across.append(point.x)
        down.append(point.y)
      }
    }
    // A curve may bulge beyond its chords by their largest error.
    let slack = map.cylinder == nil ? 0 : SurfaceMap.chordErrorPixels
    return (
      (across.min() ?? 0) - slack, (down.min() ?? 0) - slack, (across.max() ?? 0) + slack,
      (down.max() ?? 0) + slack
    )
  }
}
