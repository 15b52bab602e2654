import Statistics
import TestSupport
import Testing

struct LetterRangeTests {
  private func different(
    _ count: Int, _ random: inout SeededGenerator, share: Double
  ) -> Set<[Int]> {
    var different: Set<[Int]> = []
    for j in 0..<count {
      for i in 0..<j where Double.random(in: 0..<1, using: &random) < share {
        different.insert([i, j])
      }
    }
    return different
  }

  /// The numbers of the letters a … z, A … Z.
  private func signs(_ letters: String) -> Set<Character> { Set(letters) }

  @Test func entriesWithoutACommonLetterDiffer() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let count = Int.random(in: 1...30, using: &random)
      let different = different(count, &random, share: .random(in: 0...1, using: &random))
      let letters = CompactLetters.ranges(count: count) { different.contains([$0, $1]) }
      for j in 0..<count {
        for i in 0..<j where signs(letters[i]).isDisjoint(with: signs(letters[j])) {
          #expect(different.contains([i, j]))
        }
      }
    }
  }

  /// If significance is a matter of distance alone, ranges are the compact letter display.
  @Test func rangesAreTheLettersWhereOrderDecides() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<100 {
      let count = Int.random(in: 1...20, using: &random)
      let places = (0..<count).map { _ in Double.random(in: 0..<1, using: &random) }.sorted()
      let reach = Double.random(in: 0...1, using: &random)
      func differ(_ i: Int, _ j: Int) -> Bool { places[j] - places[i] > reach }
      #expect(
        CompactLetters.ranges(count: count, different: differ)
          == CompactLetters.assign(count: count, different: differ))
    }
  }
}

struct PairFamilyTests {
  /// Reads of decoders that miss images together, the one that read most first.
  private func reads(_ random: inout SeededGenerator) -> [[Bool]] {
    let (decoders, samples) = (30, 200)
    let spread = Double.random(in: 0...0.5, using: &random)
    let shared = (0..<samples).map { _ in Double.random(in: 0..<1, using: &random) }
    return (0..<decoders).map { decoder in
      let rate = 0.3 + spread * Double(decoder) / Double(decoders)
      return shared.map { level in
        (Bool.random(using: &random) ? level : Double.random(in: 0..<1, using: &random)) < rate
      }
    }.sorted { $0.count { $0 } > $1.count { $0 } }
  }

  @Test func theScreenDecidesAsExactTestsOfAllPairsDo() {
    var random = SeededGenerator(seed: 10)
    var (found, tested) = (0, 0)
    for _ in 0..<20 {
      let reads = reads(&random)
      var balances: [PairBalance] = []
      var exact: [Double] = []
      for i in reads.indices {
        for j in reads.indices.dropFirst(i + 1) {
          let b = zip(reads[i], reads[j]).count { $0 && !$1 }
          let c = zip(reads[i], reads[j]).count { !$0 && $1 }
          balances.append(PairBalance(lead: b - c, squares: b + c))
          exact.append(McNemar.exact(losses: b, gains: c))
        }
      }
      let screen = PairScreen(balances, significance: 0.05)
      let screened = zip(balances, exact).map { balance, p in
        let bound = screen.bound(balance)
        if bound == nil { tested += 1 }
        #expect(bound.map { $0 >= p } ?? true)
        return bound ?? p
      }
      let families = [exact, screened].map {
        PairFamily(count: reads.count, p: $0, balances: balances, significance: 0.05)
      }
      for place in reads.indices {
        #expect(families[0].worse(than: place) == families[1].worse(than: place))
        found += families[0].worse(than: place).count
      }
      #expect(families[0].ranks == families[1].ranks)
    }
    #expect(found > 500 && tested > 0, "\(found) found, \(tested) tested")
  }

  @Test func hypothesesThatAreNotTestedCountInTheCorrection() {
    #expect(Holm.adjust([0.01, 0.001], family: 10) == [0.09, 0.01])
    #expect(Holm.adjust([0.01, 0.001]) == [0.01, 0.002])
  }
}
