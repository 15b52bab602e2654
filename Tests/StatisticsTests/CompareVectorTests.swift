import Statistics
import Testing

/// Every comparison vector within its stated tolerance.
@Suite struct CompareVectorTests {
  @Test func binomialIntervalsBoundsAndTailsMatch() throws {
    let file = try Vectors.compare("binomial")
    let tolerance = file["tolerance_abs"].number
    for c in file["cases"].list {
      let (k, n) = (c["k"].integer, c["n"].integer)
      let interval = Binomial.clopperPearson(reads: k, trials: n)
      #expect(
        isClose(
          [interval.lower, interval.upper], c["clopper_pearson"].numbers, within: tolerance),
        "\(k)/\(n): \(interval)")
      for (name, value) in [
        ("cp_lower_95", Binomial.lowerBound(events: k, trials: n)),
        ("cp_upper_95", Binomial.upperBound(events: k, trials: n)),
        ("p_pass", Binomial.probabilityAtLeast(k, trials: n, rate: 0.95)),
        ("p_fail", Binomial.probabilityAtMost(k, trials: n, rate: 0.95)),
      ] {
        #expect(isClose(value, c[name].number, within: tolerance), "\(name) \(k)/\(n): \(value)")
      }
    }
  }

  @Test func minimumTrialsMatch() throws {
    for row in try Vectors.compare("min_trials")["table"].list {
      let n = MinimumTrials.toCertify(
        rate: row["p"].number, alpha: row["alpha"].number, failures: row["failures"].integer)
      #expect(n == row["n"].integer)
    }
  }

  @Test func mcNemarMatches() throws {
    let file = try Vectors.compare("mcnemar")
    let tolerance = file["tolerance_rel"].number
    for c in file["cases"].list {
      let (b, g) = (c["losses_b"].integer, c["gains_c"].integer)
      for (name, value) in [
        ("two_sided", McNemar.exact(losses: b, gains: g)),
        ("one_sided_loss", McNemar.exactOneSided(losses: b, gains: g)),
      ] {
        #expect(
          isClose(value, c[name].number, relative: tolerance), "\(name) \(b), \(g): \(value)")
      }
    }
  }

  @Test func adjustmentsMatch() throws {
    let file = try Vectors.compare("holm_bh")
    let tolerance = file["tolerance_abs"].number
    for c in file["cases"].list {
      let p = c["p"].numbers
      #expect(isClose(Holm.adjust(p), c["holm"].numbers, within: tolerance))
    }
  }

  @Test func compactLettersMatchAsFamiliesOfGroups() throws {
    for c in try Vectors.compare("compact_letters")["cases"].list {
      let names = c["order_best_first"].list.map(\.text)
      let pairs = Set(c["significant_pairs"].list.map { Set($0.list.map(\.text)) })
      let groups = CompactLetters.groups(count: names.count) {
        pairs.contains([names[$0], names[$1]])
      }
      let expected = Set(c["groups"].list.map { Set($0.list.map(\.text)) })
      #expect(Set(groups.map { Set($0.map { names[$0] }) }) == expected, "\(c["name"].text)")
      #expect(groups.count == expected.count)
    }
  }

  @Test func latencyMatches() throws {
    let file = try Vectors.compare("latency")
    let tolerance = file["tolerance_rel"].number
    for c in file["cases"].list {
      let result = try #require(
        PairedLatency.compare(
          baseline: c["baseline_ms"].numbers, candidate: c["candidate_ms"].numbers))
      let interval = c["median_ratio_ci95_order_statistic"].numbers
      for (value, expected) in [
        (result.baselineMedian, c["median_baseline"].number),
        (result.candidateMedian, c["median_candidate"].number),
        (result.medianRatio, c["median_ratio"].number),
        (result.signTestP, c["sign_test_p"].number),
        (result.medianRatioInterval.lower, interval[0]),
        (result.medianRatioInterval.upper, interval[1]),
      ] {
        #expect(isClose(value, expected, relative: tolerance), "\(c["name"].text)")
      }
    }
  }

  @Test func regressionGateMatches() throws {
    let file = try Vectors.compare("regression_gate")
    let cells = file["cells"].list
    // The file's least shift is 0.02 px, which is 0.4 % of 5 px.
    let gate = RegressionGate(
      alpha: file["alpha"].number, leastShiftShare: file["delta_px"].number / 5,
      fewestPairs: file["nmin"].integer)
    let decisions = gate.judge(
      cells.map {
        RegressionGate.Cell(
          pairs: $0["pairs"].integer, losses: $0["losses"].integer, gains: $0["gains"].integer,
          shift: $0["shift_px"].number, sweptRange: 5)
      })
    try #require(decisions.count == cells.count)
    for (cell, decision) in zip(cells, decisions) {
      #expect(decision.verdict.rawValue == cell["verdict"].text, "\(cell["cell"].text)")
      #expect(isClose(decision.lossP, cell["p_loss"].number, relative: 1e-9))
      #expect(isClose(decision.adjustedLossP, cell["p_loss_holm"].number, relative: 1e-9))
      #expect(isClose(decision.adjustedGainP, cell["p_gain_holm"].number, relative: 1e-9))
    }
  }
}
