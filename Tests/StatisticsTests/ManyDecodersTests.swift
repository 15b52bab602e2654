import Statistics
import TestSupport
import Testing

struct HolmTests {
  @Test func smallestIsMultipliedByAllAndTheNextByOneFewer() {
    #expect(isClose(Holm.adjust([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06], within: 1e-15))
  }

  @Test func adjustingKeepsOrderAndNeverLowers() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let p = (0..<9).map { _ in Double.random(in: 0...0.3, using: &random) }
      let adjusted = Holm.adjust(p)
      #expect(zip(p, adjusted).allSatisfy { $0 <= $1 && $1 <= 1 })
      let order = p.indices.sorted { p[$0] < p[$1] }
      #expect(zip(order, order.dropFirst()).allSatisfy { adjusted[$0] <= adjusted[$1] })
      // Holm rejects all that Bonferroni does.
      #expect(zip(p, adjusted).allSatisfy { $1 <= min(1, 9 * $0) })
    }
  }

  @Test func oddValuesBecomeProbabilities() {
    #expect(Holm.adjust([.nan, -1, 7]) == [1, 0, 1])
    #expect(Holm.adjust([]) == [])
  }
}

struct CompactLettersTests {
  /// All maximal sets without a significant difference, found by trying every set.
  private func twin(_ count: Int, _ different: Set<[Int]>) -> Set<Set<Int>> {
    let agreeing = (1..<(1 << count)).map { bits in
      Set((0..<count).filter { bits >> $0 & 1 == 1 })
    }.filter { set in !different.contains { set.isSuperset(of: $0) } }
    return Set(agreeing.filter { set in !agreeing.contains { $0.isStrictSuperset(of: set) } })
  }

  @Test func lettersAreSharedExactlyWithoutADifference() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let count = Int.random(in: 1...8, using: &random)
      let share = Double.random(in: 0...1, using: &random)
      var different: Set<[Int]> = []
      for j in 0..<count {
        for i in 0..<j where Double.random(in: 0..<1, using: &random) < share {
          different.insert([i, j])
        }
      }
      let order = (0..<count).shuffled(using: &random)
      let letters = CompactLetters.assign(count: count, order: order) {
        different.contains([$0, $1])
      }
      for j in 0..<count {
        for i in 0..<j {
          let share = !Set(letters[i]).isDisjoint(with: letters[j])
          #expect(share == !different.contains([i, j]))
        }
      }
      #expect(letters[order[0]].hasPrefix("a"))
      let groups = CompactLetters.groups(count: count, order: order) {
        different.contains([$0, $1])
      }
      #expect(Set(groups.map(Set.init)) == twin(count, different))
    }
  }

  /// Every graph of up to six entries, 33 864 of them: its letters against every set's trial.
  @Test func everySmallGraphHasAValidDisplay() {
    for count in 1...6 {
      let pairs = (0..<count).flatMap { j in (0..<j).map { [$0, j] } }
      let sets = (1..<(1 << count)).map { $0 }
      for graph in 0..<(1 << pairs.count) {
        // Entries as bits: the neighbours of each one, itself included, and whether two differ.
        var alike = (0..<count).map { 1 << $0 }
        for (bit, pair) in pairs.enumerated() where graph >> bit & 1 == 0 {
          alike[pair[0]] |= 1 << pair[1]
          alike[pair[1]] |= 1 << pair[0]
        }
        let groups = sets.filter { set in
          // The entries alike to all of a maximal set are its own members.
          (0..<count).reduce((1 << count) - 1) { set >> $1 & 1 == 1 ? $0 & alike[$1] : $0 } == set
        }
        let letters = CompactLetters.assign(count: count) { alike[$0] >> $1 & 1 == 0 }
        let found = Set(letters.joined()).sorted().map { letter in
          letters.indices.reduce(0) { $0 | (letters[$1].contains(letter) ? 1 << $1 : 0) }
        }
        #expect(found.sorted() == groups, "\(letters)")
        let ranks = CompactLetters.ranks(letters) { alike[$0] >> $1 & 1 == 0 }
        for entry in 0..<count {
          let better = 1 + (0..<entry).count { alike[$0] >> entry & 1 == 0 }
          let twins = letters.indices.filter { letters[$0] == letters[entry] }
          #expect(ranks[entry] == (twins[0] == entry ? better : ranks[twins[0]]))
        }
      }
    }
  }

  @Test func middleOfAChainSharesTheFirstRankAndNotItsLetters() {
    let different: Set<[Int]> = [[0, 2]]
    let letters = CompactLetters.assign(count: 3) { different.contains([$0, $1]) }
    #expect(letters == ["a", "ab", "b"])
    #expect(CompactLetters.ranks(letters) { different.contains([$0, $1]) } == [1, 1, 2])
  }

  @Test func chainReadsAsPublished() {
    let different: Set<[Int]> = [[0, 3], [0, 4], [1, 4], [2, 4]]
    let letters = CompactLetters.assign(count: 5) { different.contains([$0, $1]) }
    #expect(letters == ["a", "ab", "ab", "bc", "c"])
  }

  @Test func noEntriesNeedNoLetters() {
    #expect(CompactLetters.assign(count: 0) { _, _ in true } == [])
  }
}

struct ParetoTests {
  @Test func ofThoseThatTieTheBetterOneStands() {
    #expect(
      Pareto.front([
        .init(threshold: 2, latency: 3), .init(threshold: 2, latency: 2),
        .init(threshold: 3, latency: 2), .init(threshold: 2, latency: 2),
      ]) == [false, true, false, false])
  }

  /// The members, found one by one from the quickest on: each must read better than all before.
  private func twin(_ points: [Pareto.Point]) -> Set<Int> {
    let order = points.indices.sorted {
      (points[$0].latency, points[$0].threshold, $0) < (
        points[$1].latency, points[$1].threshold, $1
      )
    }
    var best: Double?
    return Set(
      order.filter { index in
        if let best, points[index].threshold >= best { return false }
        best = points[index].threshold
        return true
      })
  }

  @Test func theMembersAreThoseThatReadBetterThanAllQuickerOnes() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let points = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Pareto.Point(
          threshold: Double(Int.random(in: 1...4, using: &random)),
          latency: Double(Int.random(in: 1...4, using: &random)))
      }
      let front = Pareto.front(points)
      #expect(Set(points.indices.filter { front[$0] }) == twin(points), "\(points)")
    }
  }

  @Test func theFrontRunsFromTheQuickestToTheBest() {
    let front = Pareto.front([
      .init(threshold: 1, latency: 9), .init(threshold: 2, latency: 2),
      .init(threshold: 2, latency: 5), .init(threshold: 3, latency: 3),
      .init(threshold: .infinity, latency: 1), .init(threshold: .nan, latency: 4),
    ])
    #expect(front == [true, true, false, false, true, false])
    #expect(Pareto.front([]) == [])
  }
}

struct RegressionGateTests {
  private func verdicts(_ cells: RegressionGate.Cell...) -> [RegressionGate.Change] {
    RegressionGate().judge(cells).map(\.verdict)
  }

  @Test func eachVerdictHasItsReason() {
    func cell(_ losses: Int, _ gains: Int, _ shift: Double, pairs: Int = 850) -> RegressionGate.Cell
    {
      .init(pairs: pairs, losses: losses, gains: gains, shift: shift, sweptRange: 5)
    }
    #expect(
      verdicts(
        cell(0, 0, 0), cell(30, 0, 0.02), cell(30, 0, 0.019), cell(0, 30, -0.15),
        cell(12, 11, 0.3), cell(30, 0, 2, pairs: 99), cell(5, 0, 2, pairs: 99),
        cell(0, 0, 0, pairs: 3))
        == [
          .unchanged, .regressed, .changed, .improved, .changed, .regressed, .insufficient,
          .unchanged,
        ])
    #expect(verdicts(cell(30, 0, .nan)) == [.changed])
    #expect(RegressionGate().judge([]).isEmpty)
  }

  @Test func cellsAndPoolsAreOneFamily() throws {
    let cells = (0..<4).map { _ in
      RegressionGate.Cell(pairs: 500, losses: 4, gains: 0, shift: 1, sweptRange: 5)
    }
    let (decisions, pools) = RegressionGate().judge(
      cells, pools: [[0, 1, 2, 3], [0], [], [0, 1]])
    #expect(pools.map { $0 == nil } == [false, true, true, false])
    // Of six tests 2^−16 is the least, and 2^−8 the next.
    #expect(abs(try #require(pools[0]) - 6 / 65_536) < 1e-15)
    #expect(abs(try #require(pools[3]) - 5 / 256) < 1e-15)
    #expect(decisions.allSatisfy { abs($0.adjustedLossP - 4 / 16) < 1e-12 })
    let alone = RegressionGate().judge(cells)
    #expect(alone == RegressionGate().judge(cells, pools: [[0], [1]]).cells)
  }

  /// Where flips are random, one of 100 nights has an alarm at most: 30 of 3000, with a standard deviation of 5.
  @Test func poolsKeepToTheLevel() {
    var random = SplitMix64(state: 21)
    let alarms = (0..<3_000).count { _ in
      let cells = (0..<4).map { _ in
        let losses = (0..<60).count { _ in random.next() % 2 == 0 }
        return RegressionGate.Cell(
          pairs: 2_000, losses: losses, gains: 60 - losses, shift: 1, sweptRange: 5)
      }
      let (decisions, pools) = RegressionGate().judge(cells, pools: [[0, 1, 2, 3]])
      return decisions.contains { $0.verdict == .regressed } || (pools[0] ?? 1) <= 0.01
    }
    #expect(alarms <= 40, "\(alarms)")
  }
}
