import DecoderKit

/// Sums for fitting a plane to luminances.
struct PlaneSums {
  let centre: Point
  private var n = 0.0
  private var x = 0.0
  private var y = 0.0
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0
  private var v = 0.0
  private var xv = 0.0
  private var yv = 0.0

  init(centre: Point) { self.centre = centre }

  mutating func add(_ value: Double, at point: Point) {
    let (dx, dy) = (point.x - centre.x, point.y - centre.y)
    n += 1
    x += dx
    y += dy
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
    v += value
    xv += dx * value
    yv += dy * value
  }

  /// The plane through the luminances; `nil` if there are fewer than six.
  var plane: LevelPlane? {
    guard n >= 6 else { return nil }
    // A little stiffness keeps the slopes finite where all points lie on a line.
    let stiff = 1e-6 * (xx + yy) + 1e-9
    var a = [n, x, y, x, xx + stiff, xy, y, xy, yy + stiff]
    var b = [v, xv, yv]
    guard solveSymmetric(&a, &b, 3) else { return nil }
    return LevelPlane(level: b[0], across: b[1], down: b[2], centre: centre)
  }
}
