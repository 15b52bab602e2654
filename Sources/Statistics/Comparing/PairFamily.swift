import Foundation

/// The outcome of two decoders on shared samples in two numbers, from which most tests can be decided.
package struct PairBalance: Hashable, Sendable {
  /// The samples that the first one reads more than the second.
  package var lead: Int
  /// The sum of squared differences: of independent samples, those that only one of the two reads.
  package var squares: Int

  package init(lead: Int, squares: Int) {
    (self.lead, self.squares) = (lead, squares)
  }

  /// The two-sided p-value by the normal approximation.
  var approximateP: Double {
    squares == 0 ? 1 : erfc(abs(Double(lead)) / (2 * Double(squares)).squareRoot())
  }

  /// Hoeffding's bound of the exact two-sided p-value of ``SignFlipTest`` and ``McNemar`` (Journal of
  /// the American Statistical Association 58, 1963).
  var boundP: Double {
    squares == 0 ? 1 : min(1, 2 * exp(-Double(lead) * Double(lead) / (2 * Double(squares))))
  }
}

/// Tells which pairs of a large family need their exact p-value.
///
/// Pairs beyond doubt get a bound that is never below it; pairs far from significance count as 1. All
/// p-values are thus at least the exact ones, so that a correction for the whole family keeps its error
/// rate, whichever pairs are tested.
package struct PairScreen: Sendable {
  /// A p-value that is significant whatever the others are.
  private let least: Double
  /// An approximate p-value beyond which exact ones are not significant.
  private let most: Double

  /// Makes the screen of a family, given the balances of all its pairs.
  package init(_ balances: [PairBalance], significance: Double) {
    least = significance / Double(max(balances.count, 1))
    // Holm's steps on the approximate p-values, a hundred times as generous: where the normal
    // distribution is that far off, p-values are far below any that matter.
    var most = 0.0
    for (rank, p) in balances.map(\.approximateP).sorted().enumerated() {
      guard p <= 100 * significance / Double(balances.count - rank) else { break }
      most = p
    }
    self.most = most
  }

  /// Returns a p-value that decides as the exact one does; `nil` where only that one can tell.
  package func bound(_ balance: PairBalance) -> Double? {
    let bound = balance.boundP
    if bound <= least { return bound }
    return balance.approximateP > most ? 1 : nil
  }
}

/// All pairs of decoders in a ranking, tested together: who is significantly better than whom.
package struct PairFamily: Sendable {
  /// The number of pairs, for all of which p-values are corrected.
  package let pairs: Int
  /// The number of decoders.
  package let count: Int
  private let adjusted: [Double]
  private let isSignificant: [Bool]

  /// Makes a family by Holm's correction.
  ///
  /// - Parameters:
  ///   - count: The number of decoders.
  ///   - p: The p-values of all pairs: the first place with all later ones, then the second, and so on.
  ///   - balances: The balances in the same order; the first one of a pair is better if it leads.
  package init(count: Int, p: [Double], balances: [PairBalance], significance: Double) {
    precondition(
      p.count == count * (count - 1) / 2 && balances.count == p.count, "one for each pair")
    self.count = count
    pairs = p.count
    let adjusted = Holm.adjust(p)
    self.adjusted = adjusted
    isSignificant = balances.indices.map { adjusted[$0] <= significance && balances[$0].lead > 0 }
  }

  private func number(_ first: Int, _ second: Int) -> Int {
    first * (2 * count - first - 1) / 2 + second - first - 1
  }

  /// Returns the p-value of two places after the correction; the first is the smaller one.
  package func adjustedP(_ first: Int, _ second: Int) -> Double { adjusted[number(first, second)] }

  /// True if the decoder at the first place is significantly better than that at the second, larger one.
  package func isSignificant(_ first: Int, _ second: Int) -> Bool {
    isSignificant[number(first, second)]
  }

  /// Returns the places that are significantly worse than a place, in order.
  package func worse(than first: Int) -> [Int] {
    (first..<count).dropFirst().filter { isSignificant(first, $0) }
  }

  /// The letters of all places; see ``CompactLetters/ranges(count:different:)``.
  package var letters: [String] {
    CompactLetters.ranges(count: count) { isSignificant($0, $1) }
  }

  /// The ranks of all places: 1 + the number of those that are significantly better.
  package var ranks: [Int] {
    (0..<count).map { place in 1 + (0..<place).count { isSignificant($0, place) } }
  }
}
