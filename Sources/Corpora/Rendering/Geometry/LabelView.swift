import DecoderKit

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
  /// - Throws: ``SceneObjection`` if the label cannot be seen whole or needs too large an image.
  init(_ label: Label, from viewpoint: Viewpoint) throws(SceneObjection) {
    if let objection = viewpoint.objection { throw SceneObjection(objection) }
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
      if let objection = pose.objection { throw SceneObjection(objection) }
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
