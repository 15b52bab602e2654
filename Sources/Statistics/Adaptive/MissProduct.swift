import Foundation

/// One level's counts, prepared for the likelihoods of many curves.
///
/// Likelihoods are relative to that of a curve through the level's own rate, so those of good
/// curves stay near 1.
struct LikelihoodTerm {
  let count: LevelCount
  /// The reciprocal of the share of misses; 0 without misses.
  let inverseMissRate: Double
  /// The largest logarithm that the misses' part of the likelihood can have.
  let reach: Double
  private let readPartOfBest: Double

  init(_ count: LevelCount) {
    self.count = count
    let missRate = Double(count.failures) / Double(count.trials)
    inverseMissRate = count.failures > 0 ? 1 / missRate : 0
    reach = count.failures > 0 ? -Double(count.failures) * log(missRate) : 0
    readPartOfBest = SpecialFunctions.xLogY(Double(count.reads), count.rate)
  }

  /// The logarithm of the reads' part without the lapse rate, from −ln logistic(z).
  func readPart(_ softplus: Double) -> Double { -Double(count.reads) * softplus - readPartOfBest }
}

/// The product Π (1 − ψ)^misses over a curve's levels, for all lapse rates at once.
///
/// Powers by squaring need only one logarithm, at the end, and run over lapse rates side by side:
/// four times as fast as a logarithm per level.
struct MissProduct {
  private let lapses: [Double]
  private var product: [Double]
  private var power: [Double]
  private var logarithms: [Double]
  private var reach = 0.0
  private var isEmpty = true

  /// The limit of a product's logarithm; beyond it, doubles could overflow at e^±709.
  private static let largestReach = 600.0

  init(lapses: [Double]) {
    self.lapses = lapses
    product = Array(repeating: 1, count: lapses.count)
    power = product
    logarithms = Array(repeating: 0, count: lapses.count)
  }

  /// Multiplies by a level's misses, each of probability λ + (1 − λ) miss.
  ///
  /// - Returns: The logarithm of the factor common to all lapse rates, which the product leaves
  ///   out.
  mutating func multiply(_ term: LikelihoodTerm, miss: Double) -> Double {
    if reach + term.reach > Self.largestReach { flush() }
    let scale = term.reach > Self.largestReach ? 1 : term.inverseMissRate
    let hit = 1 - miss
    for l in lapses.indices { power[l] = (miss + lapses[l] * hit) * scale }
    guard term.reach <= Self.largestReach else {
      let misses = Double(term.count.failures)
      for l in lapses.indices { logarithms[l] += misses * log(power[l]) }
      return term.reach
    }
    reach += term.reach
    isEmpty = false
    raise(to: term.count.failures)
    return 0
  }

  /// Multiplies the product by power^exponent.
  private mutating func raise(to exponent: Int) {
    product.withUnsafeMutableBufferPointer { product in
      power.withUnsafeMutableBufferPointer { power in
        var rest = exponent
        while true {
          if rest & 1 == 1 {
            for l in 0..<product.count { product[l] *= power[l] }
          }
          rest >>= 1
          if rest == 0 { return }
          for l in 0..<power.count { power[l] *= power[l] }
        }
      }
    }
  }

  private mutating func flush() {
    guard !isEmpty else { return }
    for l in product.indices {
      logarithms[l] += log(product[l])
      product[l] = 1
    }
    reach = 0
    isEmpty = true
  }

  /// Adds the logarithms to a row, and starts over.
  mutating func drain(into row: UnsafeMutableBufferPointer<Double>) {
    flush()
    for l in logarithms.indices {
      row[l] += logarithms[l]
      logarithms[l] = 0
    }
  }
}
