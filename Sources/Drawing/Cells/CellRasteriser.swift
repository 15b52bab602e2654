import DecoderKit

/// The ink that single cells of a symbol put into each pixel, as the sensor sees it.
///
/// It draws with the same accumulator and the same lens as scenes do: ink is additive, so that a
/// symbol's ink is the sum of its dark cells'. That holds for print without bar growth and damage.
/// A value owns scratch memory and is used by one thread at a time.
package struct CellRasteriser: Sendable {
  /// A rectangle in a symbol's plane, in modules.
  package struct Cell: Hashable, Sendable {
    package let left: Double
    package let top: Double
    package let right: Double
    package let bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// The outline, clockwise.
    fileprivate var edges: [SymbolOutline.Edge] {
      [
        .init(fromX: left, fromY: top, toX: right, toY: top),
        .init(fromX: right, fromY: top, toX: right, toY: bottom),
        .init(fromX: right, fromY: bottom, toX: left, toY: bottom),
        .init(fromX: left, fromY: bottom, toX: left, toY: top),
      ]
    }
  }

  /// A rectangle of an image's pixels.
  package struct Window: Hashable, Sendable {
    package var left = 0
    package var top = 0
    package var ink = InkPlane()
  }

  private let map: SurfaceMap
  private let width: Int
  private let height: Int
  private let camera: CameraSettings
  private let sampling: Sampling
  private let reach: Int
  private var accumulator = EdgeAccumulator()
  private var lens = Lens()

  package init(
    map: SurfaceMap, width: Int, height: Int, camera: CameraSettings, sampling: Sampling
  ) {
    (self.map, self.width, self.height) = (map, width, height)
    (self.camera, self.sampling) = (camera, sampling)
    reach = camera.lensReachPixels
  }

  /// Draws cells that do not overlap, within the pixels that they and the lens reach; `nil` where
  /// they are outside the image.
  package mutating func draw(_ cells: [Cell]) -> Window? {
    let edges = cells.flatMap(\.edges)
    guard let bounds = bounds(of: edges) else { return nil }
    var window = Window(left: bounds.left, top: bounds.top)
    window.ink = InkPlane(width: bounds.width, height: bounds.height)
    accumulator.begin(width: bounds.width, height: bounds.height)
    accumulator.add(
      edges,
      map.movingImage(by: Point(x: -Double(bounds.left), y: -Double(bounds.top))),
      sampling: sampling)
    accumulator.collect(into: &window.ink, .replace)
    if reach > 0, let seen = lens.spread(window.ink, camera) { window.ink = seen }
    return window
  }

  /// Draws the whole image with some cells dark.
  ///
  /// - Parameter freeZone: The rectangle that is kept free where all around it is dark; `nil` where
  ///   the surroundings are paper.
  package mutating func drawImage(_ cells: [Cell], freeZone: Cell?) -> InkPlane {
    var plane = InkPlane(width: width, height: height)
    accumulator.begin(width: width, height: height)
    if let freeZone {
      accumulator.addEverything()
      accumulator.add(freeZone.edges, map, weight: -1, sampling: sampling)
    }
    accumulator.add(cells.flatMap(\.edges), map, sampling: sampling)
    accumulator.collect(into: &plane, .replace)
    return reach > 0 ? lens.spread(plane, camera) ?? plane : plane
  }

  private func bounds(
    of edges: [SymbolOutline.Edge]
  ) -> (left: Int, top: Int, width: Int, height: Int)? {
    var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
    for edge in edges {
      for step in 0...(map.cylinder == nil ? 0 : 8) {
        let share = Double(step) / 8
        let point = map.apply(
          x: edge.fromX + share * (edge.toX - edge.fromX),
          y: edge.fromY + share * (edge.toY - edge.fromY))
        (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
        (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
      }
    }
    let margin = Double(reach + (map.cylinder == nil ? 0 : 1))
    let left = max(0, Int((low.x - margin).rounded(.down)))
    let top = max(0, Int((low.y - margin).rounded(.down)))
    let right = min(width, Int((high.x + margin).rounded(.up)))
    let bottom = min(height, Int((high.y + margin).rounded(.up)))
    guard left < right, top < bottom else { return nil }
    return (left, top, right - left, bottom - top)
  }
}

extension CameraSettings {
  /// The farthest that the lens and the shutter spread a pixel, in pixels; 0 if they do not.
  fileprivate var lensReachPixels: Int {
    var reach = 0.0
    if !isNeutral(.blur) { reach += max(1, (4 * self[.blur]).rounded(.up)) }
    if !isNeutral(.defocus) { reach += (self[.defocus] / 2 + 1).rounded(.up) }
    if !isNeutral(.motion) { reach += (self[.motion] / 2 + 1).rounded(.up) }
    return Int(reach)
  }
}
