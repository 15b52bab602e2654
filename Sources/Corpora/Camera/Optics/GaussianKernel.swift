/// The kernel of a Gaussian blur: the Gaussian's values at the pixels' centres.
///
/// The Gaussian is chosen so that the values have the requested variance, σ²; see ``Spread``. From
/// σ = 1 on it is the requested Gaussian. Below half a pixel it is a wider one, because the values
/// of the requested one would miss most of it. (Lindeberg's discrete Gaussian has the right
/// variance too, but at σ = 1 it passes fine detail that a lens would not.)
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
    // With q = e^(−1 / 2σ²) the values are q^(k²), so that no exponential function is needed.
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

  /// Computes q^(k²) for k from 0 to the radius: each is the previous one times an odd power of q.
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
