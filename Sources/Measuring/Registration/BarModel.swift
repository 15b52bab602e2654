/// The ink of a linear symbol's blurred bars at any point of its plane, with derivatives.
///
/// Across the bars a pixel's square and the lens count; at their ends one Gaussian stands for both.
struct BarModel {
  /// The places at which bars begin and end, in turn, in modules.
  private let edges: [Float]
  /// The wide elements left of each of them.
  private let wides: [Float]
  private let pixel: PixelEdge

  /// - Parameter growth: The growth of each bar on either side, in modules.
  init(_ pattern: ModulePattern, growth: Double, pixel: PixelEdge) {
    let modules = pattern.modules
    var (edges, wides): ([Float], [Float]) = ([], [])
    for column in 0...pattern.columns {
      let before = column > 0 ? modules[column - 1] : 0
      let after = column < pattern.columns ? modules[column] : 0
      guard before != after else { continue }
      edges.append(Float(pattern.edge(column) + (after != 0 ? -growth : growth)))
      wides.append(pattern.elements?.wides[column] ?? 0)
    }
    (self.edges, self.wides, self.pixel) = (edges, wides, pixel)
  }

  init(_ registration: Registration) {
    let centre = registration.centre
    let there = registration.map.inverse?.derivatives(centre.x, centre.y)
    self.init(
      registration.pattern, growth: registration.growth,
      pixel: PixelEdge(
        blurPixels: registration.blurPixels, direction: there.map { [$0.xu, $0.xv] } ?? [1, 0]))
  }

  /// Returns the ink at a point.
  ///
  /// - Parameters:
  ///   - u: Modules from the left.
  ///   - v: The place along the bars, which go from 0 to 1.
  ///   - slope: Modules per pixel, across the bars; above 0.
  ///   - sv: The standard deviation of the blur along the bars, in their length; above 0.
  @inline(__always)
  func ink(
    _ u: Float, _ v: Float, slope: Float, sv: Float, _ normal: NormalTable.Reader
  ) -> PatternModel.Ink {
    let scale = 1 / slope
    var across = across(u, slope, scale)
    let (low, high) = (-v / sv, (1 - v) / sv)
    // Most pixels lie far from the bars' ends.
    if low < -4, high > 4 { return across }
    let (top, bottom) = (normal(low), normal(high))
    let weight = bottom.x - top.x
    across.down = across.share * (top.y - bottom.y) / sv
    across.blur = across.blur * weight + across.share * (top.y * low - bottom.y * high)
    across.share *= weight
    across.along *= weight
    across.growth *= weight
    across.ratio *= weight
    return across
  }

  @inline(__always)
  private func across(_ u: Float, _ slope: Float, _ scale: Float) -> PatternModel.Ink {
    var ink = PatternModel.Ink()
    edges.withUnsafeBufferPointer { edges in
      let reach = pixel.reach * slope
      var (low, high) = (0, edges.count)
      while low < high {
        let middle = (low + high) / 2
        if edges[middle] < u - reach { low = middle + 1 } else { high = middle }
      }
      var index = low
      while index < edges.count, edges[index] < u + reach {
        let value = pixel((edges[index] - u) * scale)
        let sign: Float = index & 1 == 0 ? -1 : 1
        ink.share += sign * value.x
        ink.along -= sign * value.y
        ink.blur += sign * value.z
        ink.growth += value.y
        ink.ratio += sign * value.y * wides[index]
        index += 1
      }
      // The bar that goes on beyond the reach ends there.
      if index & 1 != 0 { ink.share += 1 }
    }
    ink.along *= scale
    ink.growth *= scale
    ink.ratio *= scale
    return ink
  }
}
