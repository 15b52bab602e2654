import Foundation

/// A mapping from values to places along an axis, in user units of an SVG.
package struct AxisScale {
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double
  package let isLogarithmic: Bool

  /// Makes a scale from the values at its ends; if they are equal, all places are the middle.
  ///
  /// - Precondition: The values of a logarithmic scale are above 0.
  package init(
    _ values: ClosedRange<Double>, to places: (Double, Double), isLogarithmic: Bool = false
  ) {
    precondition(!isLogarithmic || values.lowerBound > 0, "0 has no logarithm")
    self.isLogarithmic = isLogarithmic
    low = isLogarithmic ? log(values.lowerBound) : values.lowerBound
    high = isLogarithmic ? log(values.upperBound) : values.upperBound
    (start, end) = places
  }

  package func callAsFunction(_ value: Double) -> Double {
    let position = isLogarithmic ? log(max(value, 1e-12)) : value
    guard high > low else { return (start + end) / 2 }
    return start + (end - start) * min(max((position - low) / (high - low), 0), 1)
  }

  /// Round values inside the range, at most `most`: 1, 2 and 5 times powers of ten.
  package static func ticks(_ values: ClosedRange<Double>, atMost most: Int) -> [Double] {
    let span = values.upperBound - values.lowerBound
    guard span > 0, span.isFinite else { return [values.lowerBound] }
    let power = pow(10, floor(log10(span)) - 1)
    let steps = [1.0, 2, 5, 10, 20, 50, 100].map { $0 * power }
    let step = steps.first { span / $0 < Double(most) } ?? span
    let first = (values.lowerBound / step).rounded(.up)
    let last = (values.upperBound / step).rounded(.down)
    guard last >= first, last - first < 100 else { return [values.lowerBound] }
    return (0...Int(last - first)).map { index in
      // Divide by a whole number, so that 0.3 stays 0.3.
      let multiple = first + Double(index)
      return step < 1 ? multiple / (1 / step).rounded() : multiple * step
    }
  }

  /// Round values inside a range above 0: 1, 2 and 5 times powers of ten; fewer if they crowd.
  package static func logarithmicTicks(_ values: ClosedRange<Double>) -> [Double] {
    let decades = log10(values.upperBound / values.lowerBound)
    let digits = decades > 3.2 ? [1.0] : decades > 2 ? [1, 3] : [1, 2, 5]
    let lowest = Int(floor(log10(values.lowerBound)))
    let highest = Int(ceil(log10(values.upperBound)))
    var ticks: [Double] = []
    for exponent in lowest...highest {
      // A power of ten below 1 has no exact value, but its inverse has: 0.2 is 2 / 10.
      let power = pow(10, Double(abs(exponent)))
      for digit in digits { ticks.append(exponent < 0 ? digit / power : digit * power) }
    }
    return ticks.filter(values.contains)
  }
}
