import Foundation

/// The sharpness of a place: out of focus, or moved.
extension FaultGauge {
  /// A blur of this many modules takes a quarter of the contrast of single modules.
  private static let bearable = 0.3
  /// No blur of pixels alone is this large, in pixels.
  private static let leastBlur = 1.2
  /// The same of a movement alone; bars that lean on the pixels' grid look a little moved.
  private static let bearableWay = 0.45
  /// Smaller modules, in pixels, run together as if they had moved, and then look larger than they are.
  private static let leastMoved = 1.6
  /// A difference of directions from this on is no lens's.
  private static let oneSided = 1.75
  /// The least height of edges that noise does not make, in grey levels.
  private static let leastHeight = 12.0

  /// Blur and movement, told by the edges at the place.
  func sharpness(_ cells: PlaceCells) -> [FaultSign] {
    let points = outline.points
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let reach = 2 * modulePixels
    func range(_ values: [Double], _ end: Int) -> Range<Int> {
      let low = max((values.min() ?? 0) - reach, 0)
      let high = min((values.max() ?? 0) + reach, Double(end))
      return low < high ? Int(low)..<Int(high.rounded(.up)) : 0..<0
    }
    let edges = EdgeSpread(
      plane, columns: range(xs, plane.width), rows: range(ys, plane.height))
    let strong = edges.directions.compactMap(\.self).filter { $0.height > Self.leastHeight }
    guard let blur = strong.map(\.sigmaPixels).min() else { return [] }
    // Blur that has closed narrow gaps makes modules look large, and waves of edges.
    let waves = (cells.between - 0.16) / 0.1
    var signs: [FaultSign] = []
    if modulePixels >= Self.leastMoved, let moved = edges.movement(in: { self.isCrossed($0) }) {
      let way = max(moved.blurred * moved.blurred - moved.sharp * moved.sharp, 0).squareRoot()
      let excess = max(
        way / finestPixels / Self.bearableWay - 1, way > Self.leastBlur ? waves : 0)
      if moved.blurred > Self.oneSided * max(moved.sharp, 0.5), excess > 0 {
        signs.append(
          FaultSign(
            .motion, severity: 0.4 + min(excess, 1),
            // The variance of an even movement is a twelfth of its square.
            .path(pixels: way * 12.0.squareRoot(), degrees: moved.degrees)))
      }
    }
    let excess = max(
      (blur / finestPixels - Self.bearable) / Self.bearable,
      blur > Self.leastBlur ? waves : 0)
    if excess > 0 {
      signs.append(FaultSign(.blurred, severity: min(excess, 1), .sigmaPixels(blur)))
    }
    return signs
  }

  /// True if a movement in a direction crosses bars; those along bars do no harm.
  private func isCrossed(_ degrees: Double) -> Bool {
    guard kind == .linear else { return true }
    let points = outline.points
    let across = atan2(points[1].y - points[0].y, points[1].x - points[0].x) * 180 / .pi
    let difference = abs(degrees - across).truncatingRemainder(dividingBy: 180)
    return min(difference, 180 - difference) < 50
  }
}
