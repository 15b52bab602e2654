import Statistics

/// Many decoders on the same samples, ranked by what they read: how often any pair of them is wrongly
/// called different, and what the screen of ``PairScreen`` costs.
///
/// Decoders miss images together: half of what decides about an image is the same for all.
struct PairSimulation {
  /// The true decode rates of a number of decoders.
  enum Truth {
    /// All alike.
    case alike
    /// Each 0.3 % below the one before it.
    case ladder
    /// Groups of ten alike, 3 % apart.
    case ties

    var name: String {
      switch self {
      case .alike: "all alike"
      case .ladder: "a ladder"
      case .ties: "groups of ties"
      }
    }

    func rate(_ decoder: Int, of count: Int) -> Double {
      switch self {
      case .alike: 0.6
      case .ladder: 0.8 - 0.5 * Double(decoder) / Double(count)
      case .ties: 0.9 - 0.03 * Double(decoder / 10)
      }
    }
  }

  static var all: [PairSimulation] {
    [Truth.alike, .ladder, .ties].flatMap { truth in
      [21, 100].map { PairSimulation(truth: truth, decoders: $0) }
    }
  }

  private static let samples = 1024
  private static let significance = 0.05

  let truth: Truth
  let decoders: Int

  /// The errors of all pairs, of letters and ranks, and pairs that exact tests of all would find in
  /// addition.
  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: UInt64(decoders))
    var (wrong, wrongRanks, missed, found) = (0, 0, 0, 0)
    for _ in 0..<draws {
      let draw = draw(&random)
      let family = family(draw.reads) { screen, balance in screen.bound(balance) }
      let exact = family.isWrong(draw.rates)
      if exact { wrong += 1 }
      if family.hasWrongRank(draw.rates) { wrongRanks += 1 }
      let whole = self.family(draw.reads) { _, _ in nil }
      for first in 0..<decoders {
        let (a, b) = (whole.worse(than: first), Set(family.worse(than: first)))
        found += a.count
        missed += a.count { !b.contains($0) }
      }
    }
    let name = "pairs: \(decoders) decoders, \(truth.name)"
    func share(_ count: Int) -> Double { 100 * Double(count) / Double(draws) }
    return [
      Row(name: name + ", any wrong", value: share(wrong), unit: "%", bar: .atMost(5)),
      Row(name: name + ", any rank too low", value: share(wrongRanks), unit: "%", bar: .atMost(5)),
      Row(
        name: name + ", lost by the screen", value: Double(missed), unit: "pairs", bar: .atMost(0),
        note: "of \(found)"),
    ]
  }

  /// Draws the reads of all decoders, the one that read most first, with their true rates.
  private func draw(_ random: inout SplitMix64) -> (reads: [[UInt64]], rates: [Double]) {
    let shared = (0..<Self.samples).map { _ in
      random.next() & 1 == 0 ? Double.random(in: 0..<1, using: &random) : -1
    }
    let drawn = (0..<decoders).map { decoder -> (reads: [UInt64], count: Int, rate: Double) in
      let rate = truth.rate(decoder, of: decoders)
      var words = Array(repeating: UInt64(0), count: Self.samples / 64)
      for (sample, level) in shared.enumerated() {
        let level = level < 0 ? Double.random(in: 0..<1, using: &random) : level
        if level < rate { words[sample >> 6] |= 1 << UInt64(sample & 63) }
      }
      return (words, words.reduce(0) { $0 + $1.nonzeroBitCount }, rate)
    }.sorted { $0.count > $1.count }
    return (drawn.map(\.reads), drawn.map(\.rate))
  }

  private func family(
    _ reads: [[UInt64]], bound: (PairScreen, PairBalance) -> Double?
  ) -> PairFamily {
    var only: [(first: Int, second: Int)] = []
    for first in reads.indices {
      for second in reads.indices.dropFirst(first + 1) {
        var counts = (first: 0, second: 0)
        for word in reads[first].indices {
          counts.first += (reads[first][word] & ~reads[second][word]).nonzeroBitCount
          counts.second += (reads[second][word] & ~reads[first][word]).nonzeroBitCount
        }
        only.append(counts)
      }
    }
    let balances = only.map {
      PairBalance(lead: $0.first - $0.second, squares: $0.first + $0.second)
    }
    let screen = PairScreen(balances, significance: Self.significance)
    return PairFamily(
      count: reads.count,
      p: zip(balances, only).map { balance, only in
        bound(screen, balance) ?? McNemar.exact(losses: only.first, gains: only.second)
      }, balances: balances, significance: Self.significance)
  }
}

extension PairFamily {
  /// True if a decoder is called better than one that is as good or better.
  fileprivate func isWrong(_ rates: [Double]) -> Bool {
    (0..<count).contains { first in worse(than: first).contains { rates[first] <= rates[$0] } }
  }

  /// The signs of a compact letter display, such as `ab[53]`.
  private static func signs(_ text: String) -> Set<Substring> {
    Set(
      text.split { $0 == "[" || $0 == "]" }.flatMap { part in
        part.allSatisfy(\.isNumber) ? [part] : part.indices.map { part[$0...$0] }
      })
  }

  /// True if a rank is below the true one, or if two that are alike share no letter.
  fileprivate func hasWrongRank(_ rates: [Double]) -> Bool {
    let (ranks, letters) = (ranks, letters.map(Self.signs))
    return (0..<count).contains { place in
      ranks[place] > 1 + rates.count { $0 > rates[place] }
        || (place..<count).contains {
          rates[$0] == rates[place] && letters[$0].isDisjoint(with: letters[place])
        }
    }
  }
}
