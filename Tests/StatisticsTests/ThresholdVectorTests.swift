import Statistics
import Testing

/// Every threshold scenario within its stated tolerance.
@Suite struct ThresholdVectorTests {
  private func each(_ check: (Scenario) throws -> Void) throws {
    let scenarios = try Vectors.scenarios()
    try #require(!scenarios.isEmpty)
    for scenario in scenarios { try check(scenario) }
  }

  @Test func intervalsOfEachLevelMatch() throws {
    try each { scenario in
      let expected = scenario.expected
      for (i, level) in scenario.levels.enumerated() {
        let interval = Binomial.clopperPearson(reads: level.reads, trials: level.trials)
        #expect(
          isClose(
            [interval.lower, interval.upper], expected["clopper_pearson_95"][i].numbers,
            within: 1e-8),
          "\(scenario.id) at \(level.x)")
      }
    }
  }

  @Test func tailsOfEachLevelMatch() throws {
    try each { scenario in
      let levels = scenario.levels
      let pass = levels.map {
        Binomial.probabilityAtLeast($0.reads, trials: $0.trials, rate: 0.95)
      }
      let fail = levels.map {
        Binomial.probabilityAtMost($0.reads, trials: $0.trials, rate: 0.95)
      }
      let expected = scenario.expected
      #expect(isClose(pass, expected["p_pass_0.95"].numbers, within: 1e-9), "\(scenario.id)")
      #expect(isClose(fail, expected["p_fail_0.95"].numbers, within: 1e-9), "\(scenario.id)")
      #expect(
        isClose(Holm.adjust(fail), expected["p_fail_0.95_holm"].numbers, within: 1e-9),
        "\(scenario.id)")
    }
  }

  @Test func reliableFromMatchesExactly() throws {
    try each { scenario in
      let all = scenario.expected["reliable_from"]
      for key in all.keys {
        let parts = key.split(separator: ",").map { Double($0.split(separator: "=")[1])! }
        let result = ReliableFrom.estimate(scenario.levels, rate: parts[0], alpha: parts[1])
        let expected = all[key]
        #expect(result.lower == expected["L"].number, "\(scenario.id) \(key)")
        #expect(result.upper == expected["R"].number, "\(scenario.id) \(key)")
        #expect(result.observed == expected["observed"].number, "\(scenario.id) \(key)")
        #expect(result.failingLevels == expected["fail_levels"].numbers, "\(scenario.id) \(key)")
      }
    }
  }

  @Test func islandsMatchExactly() throws {
    try each { scenario in
      let expected = scenario.expected["islands"]
      let islands = Islands.find(scenario.levels)
      #expect(
        islands.map { [$0.lower, $0.upper] } == expected["islands"].list.map(\.numbers),
        "\(scenario.id)")
    }
  }

  @Test func isotonicFitAndItsCrossingsMatch() throws {
    try each { scenario in
      let expected = scenario.expected
      #expect(
        isClose(Isotonic.fit(scenario.levels), expected["pava"].numbers, within: 1e-10),
        "\(scenario.id)")
      for (name, rate) in crossings {
        let t = scenario.value(at: Isotonic.crossing(scenario.positions, rate: rate))
        #expect(
          isClose(t, expected["isotonic"][name].number, within: 1e-8), "\(scenario.id) \(name) \(t)"
        )
      }
    }
  }

  @Test func monotoneLikelihoodRatioMatches() throws {
    try each { scenario in
      for (name, rate) in crossings {
        let expected = scenario.expected["mono_lrt"][name]
        let result = MonotoneCrossing.estimate(scenario.levels, rate: rate)
        // The vectors' ends are those of χ²'s cut, which a plateau at the rate may widen.
        let levels = LevelCount.usable(scenario.levels)
        let byRatio = result.likelihoodRatios
        let kept = byRatio.indices.filter { byRatio[$0] <= 3.841459 }
        let ends = [-Double.infinity] + levels.map(\.x) + [.infinity]
        let byCut = Interval(
          lower: ends[kept.first ?? 0], upper: ends[(kept.last ?? levels.count) + 1])
        #expect(byCut.lower == expected["lo"].number, "\(scenario.id) \(name)")
        #expect(byCut.upper == expected["hi"].number, "\(scenario.id) \(name)")
        #expect(result.interval.lower <= byCut.lower && result.interval.upper >= byCut.upper)
        #expect(result.bestGap == expected["best_gap"].integer, "\(scenario.id) \(name)")
        let ratios = expected["lr_per_gap"].numbers
        #expect(
          result.likelihoodRatios.count == ratios.count
            && zip(result.likelihoodRatios, ratios).allSatisfy {
              // A ratio of 0 has no relative error; rounding of the likelihoods is about 1e-11.
              isClose($0, $1, within: 1e-7 * $1 + 1e-10)
            }, "\(scenario.id) \(name)")
      }
    }
  }

  @Test func spearmanKarberMatches() throws {
    try each { scenario in
      let expected = scenario.expected["spearman_karber"]
      let result = SpearmanKarber.estimate(scenario.positions)
      #expect((result == nil) == expected.isNull, "\(scenario.id)")
      guard let result, !expected.isNull else { return }
      #expect(isClose(result.mean, expected["mean_on_axis"].number, within: 1e-9))
      #expect(isClose(scenario.value(at: result.mean), expected["mean"].number, within: 1e-9))
      #expect(isClose(result.standardError, expected["se_on_axis"].number, within: 1e-9))
    }
  }

  @Test func meanThresholdMatches() throws {
    try each { scenario in
      let expected = scenario.expected["mean_threshold"]
      let result = MeanThreshold.estimate(scenario.positions)
      #expect((result == nil) == expected.isNull, "\(scenario.id)")
      guard let result, !expected.isNull else { return }
      for (name, value) in [
        ("T_axis", result.estimate), ("se", result.standardError),
        ("se_plugin", result.plugInStandardError),
        ("lo_axis", result.interval.lower), ("hi_axis", result.interval.upper),
        ("T_px", scenario.value(at: result.estimate)),
        ("lo_px", scenario.value(at: result.interval.lower)),
        ("hi_px", scenario.value(at: result.interval.upper)),
      ] {
        #expect(
          isClose(value, expected[name].number, within: 1e-9), "\(scenario.id) \(name) \(value)")
      }
    }
  }

  @Test func logisticRegressionMatches() throws {
    try each { scenario in
      let expected = scenario.expected["mle_logistic_2p"]
      let result = LogisticRegression.fit(scenario.positions)
      #expect((result != nil) == expected["exists"].flag, "\(scenario.id)")
      guard let result, expected["exists"].flag else { return }
      var values = [
        ("m", result.midpoint), ("s", result.scale), ("b0", result.intercept),
        ("b1", result.slope), ("loglik_no_const", result.logLikelihood),
        ("deviance", result.deviance(of: scenario.positions)),
      ]
      for (name, rate) in crossings {
        let t = result.crossing(rate)
        values.append((name, scenario.value(at: t.estimate)))
        values.append((name + "_se_delta_on_axis", t.standardError))
      }
      for (name, value) in values {
        #expect(
          isClose(value, expected[name].number, relative: 1e-5), "\(scenario.id) \(name) \(value)")
      }
    }
  }

  @Test func lapseLogisticMatchesAsReported() throws {
    try each { scenario in
      let all = scenario.expected["lr_logistic"]
      let fit = LapseLogistic.fit(scenario.positions)
      #expect((fit == nil) == all.isNull, "\(scenario.id)")
      guard let fit, !all.isNull else { return }
      for (name, rate) in crossings {
        let expected = all[name]
        #expect(
          isClose(fit.logLikelihood, expected["loglik_no_const"].number, within: 1e-4),
          "\(scenario.id) \(name) \(fit.logLikelihood)")
        #expect(fit.isSeparated == expected["separated"].flag, "\(scenario.id)")
        let result = fit.crossing(rate)
        for (key, value, tolerance) in [
          ("t", result.estimate, 2e-3), ("lo", result.interval.lower, 5e-3),
          ("hi", result.interval.upper, 5e-3),
        ] {
          let wanted = scenario.position(of: expected["reported"][key].number)
          let other = expected["reported"][key].number
          #expect(
            isClose(
              value, other.isFinite ? wanted : other,
              within: tolerance * scenario.positionRange),
            "\(scenario.id) \(name) \(key): \(value), not \(wanted)")
        }
      }
    }
  }

  @Test func devianceMatches() throws {
    try each { scenario in
      let expected = scenario.expected["gof_logistic"]
      guard let fit = LapseLogistic.fit(scenario.positions), !expected.isNull else { return }
      #expect(
        isClose(fit.deviance, expected["deviance"].number, within: 1e-3),
        "\(scenario.id) \(fit.deviance)")
    }
  }

  /// The vectors' README names the scenarios that must not show their model.
  @Test func modelIsHiddenWhereTheScenarioSaysSo() throws {
    try each { scenario in
      guard let fit = LapseLogistic.fit(scenario.positions) else { return }
      let verdict = fit.admissibility(islands: Islands.find(scenario.levels))
      switch scenario.id {
      case "10_one_island": #expect(verdict == .hiddenByIslands)
      case "15_mismatch_weibull":
        guard case .hiddenByMisfit = verdict else {
          Issue.record("\(scenario.id): \(verdict)")
          return
        }
      case "01_steep", "04_lapse5": #expect(verdict == .shown)
      default: break
      }
    }
  }

  private let crossings = [("t50", 0.5), ("t90", 0.9), ("t95", 0.95)]
}
