/// The marginal distribution of a posterior over one axis.
struct Marginal: Sendable {
  let mean: Double
  let deviation: Double
  /// The lower end of the weight, without the lowest 3 in 10 000.
  let lower: Double
  /// The upper end of the weight, without the highest 3 in 10 000.
  let upper: Double
  /// The weight on the axis's first line.
  let lowerEdge: Double
  /// The weight on the axis's last line.
  let upperEdge: Double

  /// - Parameters:
  ///   - values: Values of the parameter, with their weights, which sum to 1.
  ///   - axis: The axis whose outermost lines count as edges.
  ///   - onAxis: The values' places on the axis; needed when the values run along other lines.
  init(_ values: [Double], weights: [Double], axis: GridAxis, onAxis: [Double]? = nil) {
    var mean = 0.0
    for (value, weight) in zip(values, weights) { mean += weight * value }
    var variance = 0.0
    var (least, most) = (mean, mean)
    for (value, weight) in zip(values, weights) where weight > 0 {
      variance += weight * (value - mean) * (value - mean)
      (least, most) = (min(least, value), max(most, value))
    }
    self.mean = mean
    deviation = variance.squareRoot()
    let cells = Cells(values, weights: weights, from: least, to: most, spacing: axis.spacing)
    lower = cells.lower
    upper = cells.upper
    var (first, last) = (0.0, 0.0)
    for (place, weight) in zip(onAxis ?? values, weights) {
      if place < axis.lower + axis.spacing { first += weight }
      if place > axis.upper - axis.spacing { last += weight }
    }
    lowerEdge = first
    upperEdge = last
  }

  /// Weights counted into cells, and the ends of the range that holds nearly all of them.
  private struct Cells {
    private(set) var lower: Double
    private(set) var upper: Double

    private static let tail = 3e-4

    init(
      _ values: [Double], weights: [Double], from least: Double, to most: Double, spacing: Double
    ) {
      let count = min(max(Int((most - least) / spacing) + 1, 1), 1000)
      var masses = [Double](repeating: 0, count: count)
      for (value, weight) in zip(values, weights) where weight > 0 {
        masses[min(max(Int((value - least) / spacing), 0), count - 1)] += weight
      }
      (lower, upper) = (least, most)
      var sum = 0.0
      for (i, mass) in masses.enumerated() {
        if sum < Self.tail { lower = least + Double(i) * spacing }
        if sum < 1 - Self.tail { upper = min(least + Double(i + 1) * spacing, most) }
        sum += mass
      }
    }
  }
}
