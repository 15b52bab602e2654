extension InkFit {
  /// The standard deviation of the noise, in grey levels of 255, rounding not counted.
  ///
  /// Differences between neighbouring pixels tell it, so that light that changes slowly does not
  /// count; pixels where the modules are plain come first. What is the symbol's own is taken out before:
  /// along the bars of linear symbols neighbours are alike, however bars are bent; in a matrix, a
  /// sharpened edge or a pixel that is a module differs from the model as its modules say.
  func noise(in plane: LuminancePlane) -> Double {
    guard plane.width > 1, plane.height > 1, let inverse = map.inverse else { return 0 }
    let slopes = inks { sample, ink in
      abs(ink.along) * sample.slopeU + abs(ink.down) * sample.slopeV
    }
    let plainest = slopes.indices.sorted { slopes[$0] < slopes[$1] }
      .prefix(max(200, slopes.count / 3))
    var pairs = plainest.map { pair(samples[$0], inverse, plane) }
    if rowHeight != nil { Self.takeOutTexture(&pairs) }
    // Light that ends the scale has less noise than there was.
    let rough = Self.deviation(pairs.map(\.difference)) / 2.0.squareRoot()
    let margin = Float(2.5 * max(rough, 2))
    let inside = pairs.filter { $0.level > margin && $0.level < 255 - margin }
    if inside.count >= 60 { pairs = inside }
    let deviation = Self.deviation(pairs.map(\.difference)) / 2.0.squareRoot()
    return max(0, deviation * deviation - 1.0 / 12).squareRoot()
  }

  /// A pixel and a neighbour: what they differ by more than the model says.
  private struct Pair {
    var difference: Float
    /// The level that the model has for the pixel.
    var level: Float
    /// The differences of the model at the places about the two.
    var texture: [Double] = []
  }

  /// The places about a pixel whose ink may show in it.
  private static let reach = -1...1

  private func pair(_ sample: Sample, _ inverse: Homography, _ plane: LuminancePlane) -> Pair {
    let slopes = inverse.derivatives(Double(sample.x), Double(sample.y))
    func moved(_ x: Int, _ y: Int) -> Sample {
      var other = sample
      other.u += Float(slopes.xu * Double(x) + slopes.xv * Double(y))
      other.v += Float(slopes.yu * Double(x) + slopes.yv * Double(y))
      return other
    }
    // Inside the image, and for linear symbols the one that is nearest to the same place of a bar.
    let right = sample.x + 1 < plane.width ? 1 : -1
    let down = sample.y + 1 < plane.height ? 1 : -1
    var step = (x: right, y: 0)
    if rowHeight == nil {
      let others =
        [(right, 0), (0, down), (right, down)]
        + (sample.x > 0 && sample.x + 1 < plane.width ? [(-right, down)] : [])
      step =
        others.min {
          abs(moved($0.0, $0.1).u - sample.u) < abs(moved($1.0, $1.1).u - sample.u)
        }.map { (x: $0.0, y: $0.1) } ?? step
    }
    var neighbour = moved(step.x, step.y)
    neighbour.luminance =
      Float(plane.pixels[(sample.y + step.y) * plane.stride + sample.x + step.x])
    let here = residual(sample, ink(sample))
    var pair = Pair(
      difference: here - residual(neighbour, ink(neighbour)), level: sample.luminance - here)
    guard rowHeight != nil else { return pair }
    for y in Self.reach {
      for x in Self.reach {
        let before = ink(moved(x, y)).share
        let after = ink(moved(x + step.x, y + step.y)).share
        pair.texture.append(Double(before - after))
      }
    }
    return pair
  }

  /// Takes from differences what a linear filter of the model explains: by least squares, large
  /// differences counting less.
  private static func takeOutTexture(_ pairs: inout [Pair]) {
    guard let n = pairs.first?.texture.count, pairs.count >= 10 * n else { return }
    let raw = pairs.map { Double($0.difference) }
    var rest = raw
    for _ in 0..<3 {
      let limit = max(2 * deviation(rest.map(Float.init)), 1)
      var (matrix, sums) = ([Double](repeating: 0, count: n * n), [Double](repeating: 0, count: n))
      for (index, pair) in pairs.enumerated() {
        let weight = min(1, limit / max(abs(rest[index]), 1e-6))
        for row in 0..<n {
          let term = weight * pair.texture[row]
          sums[row] += term * raw[index]
          for column in 0..<n { matrix[row * n + column] += term * pair.texture[column] }
        }
      }
      for index in 0..<n { matrix[index * n + index] += 0.01 }
      guard solveSymmetric(&matrix, &sums, n), sums.allSatisfy(\.isFinite) else { return }
      for (index, pair) in pairs.enumerated() {
        rest[index] = raw[index] - zip(pair.texture, sums).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
    // What so many unknowns take from noise alone.
    let share = (Double(pairs.count) / Double(pairs.count - n)).squareRoot()
    for index in pairs.indices { pairs[index].difference = Float(rest[index] * share) }
  }

  /// The standard deviation of numbers around 0, those beyond three of it left out.
  private static func deviation(_ values: [Float]) -> Double {
    let sorted = values.map { abs(Double($0)) }.sorted()
    guard !sorted.isEmpty else { return 0 }
    var deviation = max(sorted[sorted.count / 2] / 0.6745, 0.3)
    for _ in 0..<4 {
      let kept = sorted.prefix { $0 <= 3 * deviation }
      let sum = kept.reduce(0) { $0 + $1 * $1 }
      // The variance of a normal distribution without its tails beyond three deviations is 0.9733.
      deviation = (sum / Double(max(kept.count, 1)) / 0.9733).squareRoot()
    }
    return deviation
  }
}
