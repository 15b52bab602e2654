/// The smallest loss that a paired test would have seen.
package enum VisibleLoss {
  /// The chance with which a loss of the smallest size that is told would have been seen.
  package static let power = 0.9

  /// The smallest share of images, 0 to 1, that, if a change breaks them and fixes none, is seen with ``power``;
  /// `nil` where there are too few images for any.
  ///
  /// - Parameters:
  ///   - images: The images that do not depend on each other.
  ///   - varying: Those that differ by themselves, half of them in each direction but for chance: what a change
  ///     breaks must stand out from these.
  ///   - isSeen: True if the test sees so many losses and gains.
  package static func share(
    of images: Int, varying: Int = 0, isSeen: (_ losses: Int, _ gains: Int) -> Bool
  ) -> Double? {
    // With images that vary there are two chances to miss: each has half.
    let chance = varying == 0 ? power : (1 + power) / 2
    let slack =
      varying == 0 ? 0 : Quantiles.normalTwoSided(2 * chance - 1) * Double(varying).squareRoot() / 2
    let losses = max(Int((Double(varying) / 2 - slack).rounded(.down)), 0)
    let gains = varying - losses
    guard
      let flips = (1...max(images, 1)).first(where: {
        losses + $0 > gains && isSeen(losses + $0, gains)
      }), flips <= images
    else { return nil }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Binomial.probabilityAtLeast(flips, trials: images, rate: middle) < chance {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}
