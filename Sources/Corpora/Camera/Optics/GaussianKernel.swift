/// A Gaussian, on the grid: its values at the pixels' centres.
///
/// It is the one whose values have the asked variance, σ², see ``Spread``: from σ = 1 on the very
/// same Gaussian, below half a pixel a wider one, whose values would else miss most of it.
/// (Lindeberg's discrete Gaussian has the variance too, but at σ = 1 it lets fine detail pass that
/// a lens would not.)
struct GaussianKernel: Hashable, Sendable {
  /// Weights at distances 0, 1, 2 … on either side; they end at 4 σ and sum to 1.
  let weights: [Float]

  /// The farthest distance.
  var radius: Int { weights.count - 1 }

  /// Makes a kernel.
  ///
  /// - Precondition: `sigmaPixels` is finite and not negative.
  init(sigmaPixels: Double) {
    precondition(sigmaPixels >= 0 && sigmaPixels.isFinite, "a blur's σ is 0 or more")
    let radius = max(1, Int((4 * sigmaPixels).rounded(.up)))
    // With q = e^(−1 / 2σ²) the values are q^(k²), which takes no exponential function.
    let q = Spread.size(with: sigmaPixels * sigmaPixels, in: 0...1) { q in
      let values = Self.values(q, radius: radius)
      let total = 1 + 2 * values.dropFirst().reduce(0, +)
      return values.enumerated().reduce(0) { $0 + 2 * Double($1.offset * $1.offset) * $1.element }
        / total
    }
    let values = Self.values(q, radius: radius)
    let total = 1 + 2 * values.dropFirst().reduce(0, +)
    weights = values.map { Float($0 / total) }
  }

  /// q to the power of k² for k from 0 to the radius: each is the last times an odd power of q.
  private static func values(_ q: Double, radius: Int) -> [Double] {
    var value = 1.0
    var step = q
    return (0...radius).map { k in
      defer {
        value *= step
        step *= q * q
      }
      return k == 0 ? 1 : value
    }
  }
}
