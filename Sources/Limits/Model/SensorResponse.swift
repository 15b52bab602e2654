import Drawing

/// The mean and the variance of a pixel's value, by the signal that reaches the sensor.
///
/// Noise is followed by clipping and rounding: near either end of the scale the mean is bent and the
/// variance falls.
struct SensorResponse {
  private var means: [Double] = []
  private var variances: [Double] = []
  private let step: Double

  /// - Parameter largest: The largest signal, in grey levels.
  init(_ camera: CameraSettings, largest: Double) {
    let top = max(largest, 255) + 1
    step = 0.25
    let read = camera[.readNoise]
    let perElectron = camera.isNeutral(.photons) ? 0 : 255 / camera[.photons]
    for index in 0...Int((top / step).rounded(.up)) + 1 {
      let signal = Double(index) * step
      let deviation = (read * read + signal * perElectron).squareRoot()
      let (mean, variance) = Self.clipped(signal, deviation)
      means.append(mean)
      // Rounding to whole levels is noise of 1/12.
      variances.append(variance + 1 / 12.0)
    }
  }

  /// The mean value for a signal of 0 or more.
  func mean(_ signal: Double) -> Double { Self.between(means, signal / step) }

  /// The variance for a signal of 0 or more, in square levels.
  func variance(_ signal: Double) -> Double { Self.between(variances, signal / step) }

  private static func between(_ table: [Double], _ place: Double) -> Double {
    let index = min(max(0, Int(place)), table.count - 2)
    let share = place - Double(index)
    return table[index] * (1 - share) + table[index + 1] * share
  }

  /// Mean and variance of a normal value that is clipped to 0...255, by summing over its density.
  private static func clipped(_ mean: Double, _ deviation: Double) -> (Double, Double) {
    guard deviation > 0 else { return (min(max(mean, 0), 255), 0) }
    var (total, sum, squares) = (0.0, 0.0, 0.0)
    for index in -48...48 {
      let z = Double(index) / 10
      let weight = density[abs(index)]
      let value = min(max(mean + z * deviation, 0), 255)
      total += weight
      sum += weight * value
      squares += weight * value * value
    }
    let average = sum / total
    return (average, max(0, squares / total - average * average))
  }

  /// The normal density at 0, 0.1, 0.2 … standard deviations, up to a factor.
  private static let density: [Double] = {
    // e^(−z²/2) with z = k / 10 is q^(k²) with q = e^(−1/200).
    let q = 0.995_012_479_192_682_3
    var (value, step) = (1.0, q)
    return (0...48).map { _ in
      defer {
        value *= step
        step *= q * q
      }
      return value
    }
  }()
}
