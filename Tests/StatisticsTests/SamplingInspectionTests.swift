import Statistics
import Testing

/// The proof that a random part of a lot gives, against counts of all parts.
struct SamplingInspectionTests {
  /// The probability by counting every part of a small lot.
  private func counted(faults: Int, lot: Int, sample: Int) -> Double {
    var (all, showing) = (0, 0)
    for part in 0..<1 << lot where part.nonzeroBitCount == sample {
      all += 1
      if part & (1 << faults - 1) != 0 { showing += 1 }
    }
    return Double(showing) / Double(all)
  }

  @Test func detectionIsTheShareOfPartsThatHoldAFault() {
    for lot in [1, 5, 9] {
      for faults in 0...lot {
        for sample in 0...lot {
          let p = SamplingInspection.detection(ofFaults: faults, lot: lot, sample: sample)
          let expected = counted(faults: faults, lot: lot, sample: sample)
          #expect(abs(p - expected) < 1e-12, "\(faults) of \(lot), \(sample) drawn")
        }
      }
    }
  }

  @Test func detectionHoldsInLotsOfAnySize() {
    // 2 % of 26 400 verdicts, of which 1 % are wrong: 1 − Π (1 − 528 / (26 400 − i)).
    let p = SamplingInspection.detection(ofFaults: 264, lot: 26_400, sample: 528)
    // 0.995 301 6 by log Γ in another language.
    #expect(p > 0.995_301 && p < 0.995_302, "\(p)")
    let huge = SamplingInspection.detection(ofFaults: 1, lot: 1_000_000_000, sample: 250_000_000)
    #expect(isClose(huge, 0.25, relative: 1e-12))
    #expect(SamplingInspection.detection(ofFaults: 10_000, lot: 1_000_000, sample: 20_000) == 1)
    #expect(SamplingInspection.detection(ofFaults: 0, lot: 100, sample: 100) == 0)
    #expect(SamplingInspection.detection(ofFaults: 50, lot: 10, sample: 1) == 1)
    #expect(SamplingInspection.detection(ofFaults: 1, lot: 0, sample: 0) == 0)
  }

  @Test func theSampleIsTheSmallestThatSuffices() {
    for (faults, lot) in [(1, 20), (3, 50), (26, 2_640), (264, 26_400)] {
      let sample = SamplingInspection.sample(
        detectingFaults: faults, lot: lot, probability: 0.95)
      func p(_ sample: Int) -> Double {
        SamplingInspection.detection(ofFaults: faults, lot: lot, sample: sample)
      }
      #expect(p(sample) >= 0.95 && p(sample - 1) < 0.95, "\(faults) of \(lot): \(sample)")
    }
    #expect(SamplingInspection.sample(detectingFaults: 0, lot: 9, probability: 0.95) == 9)
  }

  @Test func theBoundIsTheLargestNumberThatIsNotRefuted() {
    for (lot, sample) in [(30, 10), (26_400, 528), (100, 1), (100, 100)] {
      let most = SamplingInspection.mostFaults(
        lot: lot, faultlessSample: sample, confidence: 0.95)
      func p(_ faults: Int) -> Double {
        SamplingInspection.detection(ofFaults: faults, lot: lot, sample: sample)
      }
      #expect(
        p(most) < 0.95 && (most == lot || p(most + 1) >= 0.95), "\(sample) of \(lot): \(most)")
    }
    #expect(SamplingInspection.mostFaults(lot: 50, faultlessSample: 0, confidence: 0.95) == 50)
    #expect(SamplingInspection.mostFaults(lot: 50, faultlessSample: 50, confidence: 0.95) == 0)
  }

  /// The bound against whole numbers: the fewest faults with which so many found are not too rare.
  @Test(arguments: [(12, 5, 2), (12, 5, 5), (20, 8, 1), (20, 8, 7), (30, 29, 10), (30, 30, 10)])
  func theLeastFaultsAreTheFewestThatExplainWhatWasFound(lot: Int, sample: Int, found: Int) {
    func choose(_ n: Int, _ k: Int) -> Double {
      k < 0 || k > n ? 0 : (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
    }
    let fewest = (found...lot - (sample - found)).first { faults in
      let ways = (found...sample).reduce(0) {
        $0 + choose(faults, $1) * choose(lot - faults, sample - $1)
      }
      return ways > 0.05 * choose(lot, sample)
    }
    #expect(
      SamplingInspection.leastFaults(found: found, sample: sample, lot: lot, confidence: 0.95)
        == fewest)
  }

  @Test func countsThatContradictEachOtherDoNotTrap() {
    for found in [Int.min, -1, 0, 3, Int.max] {
      for sample in [Int.min, 0, 2, Int.max] {
        for lot in [Int.min, 0, 1, 10] {
          let least = SamplingInspection.leastFaults(
            found: found, sample: sample, lot: lot, confidence: 0.95)
          #expect((0...max(lot, 0)).contains(least))
        }
      }
    }
  }
}
