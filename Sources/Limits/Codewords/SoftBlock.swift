import Measuring

/// Codewords with the certainty of each, before error correction.
struct SoftCodeword {
  /// The likeliest value.
  let value: Int
  /// The logarithm of its chance over that of the next one, in nats.
  let lead: Double
  /// The logarithm of the best value's chance over another one's, in nats.
  let cost: (_ value: Int) -> Double
}

/// Corrects blocks by generalised-minimum-distance decoding (Forney 1966).
///
/// The least certain codewords are erased, more and more of them; each time the rest is corrected.
/// Of all results the likeliest is taken.
enum SoftBlock {
  struct Result {
    let codewords: [Int]
    /// The logarithm of the likeliest values' chance over the result's, in nats.
    let cost: Double
  }

  /// - Parameter checks: The number of error correction codewords.
  /// - Returns: `nil` if nothing can be mended.
  static func corrected(
    _ block: [SoftCodeword], checks: Int, code: ReedSolomon
  ) -> Result? {
    let values = block.map(\.value)
    let worst = block.indices.sorted { block[$0].lead < block[$1].lead }
    var best: Result?
    for erased in 0...checks {
      // Two erasures more allow one error less: an odd number changes little.
      guard erased.isMultiple(of: 2) || erased == checks,
        let mended = code.corrected(
          values, checks: checks, erasures: Array(worst.prefix(erased)))
      else { continue }
      var cost = 0.0
      for (place, value) in mended.enumerated() where value != values[place] {
        cost += block[place].cost(value)
      }
      if cost < best?.cost ?? .infinity { best = Result(codewords: mended, cost: cost) }
      if cost == 0 { break }
    }
    return best
  }
}
