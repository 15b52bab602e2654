import Statistics
import Testing

/// Statistics of samples that come in clusters, against enumeration and simulation.
@Suite struct ClusterTests {
  /// P(|Σ ± |D|| ≥ |Σ D|) by going through all signs.
  private func byEnumeration(_ differences: [Int]) -> Double {
    let observed = abs(differences.reduce(0, +))
    var hits = 0
    for signs in 0..<(1 << differences.count) {
      let sum = differences.enumerated().reduce(0) { total, entry in
        total + (signs >> entry.offset & 1 == 0 ? 1 : -1) * abs(entry.element)
      }
      if abs(sum) >= observed { hits += 1 }
    }
    return Double(hits) / Double(1 << differences.count)
  }

  @Test func theSignFlipTestIsWhatAllSignsSay() {
    var generator = SplitMix64(state: 11)
    for _ in 0..<60 {
      let count = 1 + Int(generator.next() % 11)
      let differences = (0..<count).map { _ in Int(generator.next() % 13) - 6 }
      let histogram = Dictionary(grouping: differences) { $0 }.mapValues(\.count)
      let expected = differences.reduce(0, +) == 0 ? 1 : byEnumeration(differences)
      #expect(abs(SignFlipTest.exact(histogram) - expected) < 1e-11, "\(differences)")
    }
  }

  @Test func clustersOfOneAreMcNemars() {
    #expect(SignFlipTest.exact([1: 40, -1: 22, 0: 900]) == McNemar.exact(losses: 40, gains: 22))
    // The same flips in pairs that agree are half as many differences of two.
    let pairs = SignFlipTest.exact([2: 20, -2: 11])
    #expect(abs(pairs - McNemar.exact(losses: 20, gains: 11)) < 1e-11)
  }

  @Test func theSignFlipTestTakesEmptyAndHugeNumbers() {
    #expect(SignFlipTest.exact([:]) == 1)
    #expect(SignFlipTest.exact([0: 5, 3: -2]) == 1)
    #expect(SignFlipTest.exact([9: 1_000_000, -9: 1_000_000, 1: 3]) > 0.9)
    #expect(SignFlipTest.exact([9: 1_000_000, -8: 100_000]) < 1e-9)
  }

  @Test func aRateWithoutClustersIsClopperAndPearsons() throws {
    let rate = try #require(
      ClusteredRate.estimate([], independent: .init(reads: 37, trials: 50)))
    let interval = Binomial.clopperPearson(reads: 37, trials: 50)
    #expect(rate.rate == 0.74)
    #expect(abs(rate.interval.lower - interval.lower) < 1e-12)
    #expect(abs(rate.interval.upper - interval.upper) < 1e-12)
    let ones = (0..<50).map { ClusteredRate.Cluster(reads: $0 < 37 ? 1 : 0, trials: 1) }
    #expect(ClusteredRate.estimate(ones) == rate)
    #expect(ClusteredRate.estimate([]) == nil)
  }

  @Test func clustersThatAreAllReadCountAsOneTrialEach() throws {
    let clusters = Array(repeating: ClusteredRate.Cluster(reads: 9, trials: 9), count: 20)
    let rate = try #require(ClusteredRate.estimate(clusters))
    #expect(abs(rate.interval.lower - Binomial.clopperPearson(reads: 20, trials: 20).lower) < 1e-12)
  }

  @Test func aRateOverClustersCoversWhereABinomialOneDoesNot() throws {
    var generator = SplitMix64(state: 5)
    func unit() -> Double { Double(generator.next() >> 11) / 9_007_199_254_740_992 }
    var (covered, binomial) = (0, 0)
    for _ in 0..<400 {
      // An image is good or bad, and its nine symbols go with it: 0.95 or 0.25, 0.6 on average.
      let clusters = (0..<40).map { _ in
        let rate = unit() < 0.5 ? 0.95 : 0.25
        return ClusteredRate.Cluster(reads: (0..<9).count { _ in unit() < rate }, trials: 9)
      }
      let interval = try #require(ClusteredRate.estimate(clusters)).interval
      if interval.lower <= 0.6, 0.6 <= interval.upper { covered += 1 }
      let plain = Binomial.clopperPearson(
        reads: clusters.reduce(0) { $0 + $1.reads }, trials: 360)
      if plain.lower <= 0.6, 0.6 <= plain.upper { binomial += 1 }
    }
    #expect(covered >= 372, "of 400")
    #expect(binomial < 300, "of 400: what treating symbols as independent costs")
  }

  @Test func sharesOfOneSymbolGiveTheUsualMeanThreshold() throws {
    let reads = [3, 20, 45, 50]
    let levels = reads.enumerated().map { x, reads in
      var level = ShareLevel(x: Double(x))
      for trial in 0..<50 { level.add(reads: trial < reads ? 1 : 0, symbols: 1) }
      return level
    }
    let shares = try #require(MeanThreshold.estimate(shares: levels))
    let counts = try #require(
      MeanThreshold.estimate(
        reads.enumerated().map { LevelCount(x: Double($0), reads: $1, trials: 50) }))
    #expect(abs(shares.estimate - counts.estimate) < 1e-12)
    #expect(abs(shares.standardError / counts.standardError - 1) < 0.03)
  }

  @Test func aDifferenceOverClustersIsNeverNarrowerThanTangos() throws {
    var clustered = PairedClusters(losses: 0, gains: 0, pairs: 0)
    for number in 0..<30 { clustered.add(difference: number % 3 == 0 ? 4 : 0, pairs: 4) }
    let difference = try #require(clustered.difference())
    let tango = TangoInterval.difference(losses: 0, gains: 40, pairs: 120)
    #expect(abs(difference.value - 1.0 / 3) < 1e-15)
    #expect(difference.interval.lower < tango.lower && difference.interval.upper > tango.upper)
    #expect(PairedClusters(losses: 0, gains: 0, pairs: 0).difference() == nil)
  }
}
