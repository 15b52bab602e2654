import Statistics

/// The intervals of t50, t90 and t95 from fixed levels and trials.
struct CrossingSimulation {
  let draws: Int

  private static let rates = [0.5, 0.9, 0.95]

  // MARK: - The monotone likelihood-ratio interval

  /// The coverage on every shape, and what plateaus cost in width elsewhere.
  var monotone: [Row] {
    let rising = Truth.rising.flatMap { truth in
      [(0.5, 50), (0.9, 50), (0.95, 50), (0.95, 100), (0.95, 400)].map {
        monotone(truth, rate: $0, trials: $1, floor: 0.95)
      }
    }
    let plateaus =
      Truth.plateaus.flatMap { truth in
        [50, 100, 400].map { monotone(truth, rate: 0.95, trials: $0, floor: 0.93) }
      }
      + [0.5, 0.9].map { rate in
        let truth = Truth.plateau(of: rate - 1e-4, levels: 8, xs: Truth.levels)
        return monotone(truth, rate: rate, trials: 100, floor: 0.93)
      }
    let islands = Self.rates.map { monotone(.island, rate: $0, trials: 100, floor: 0.95) }
    let width = rising.reduce(0) { $0 + $1.widening } / Double(rising.count)
    return (rising + plateaus + islands).map(\.row) + [
      Row(
        name: "monotone LR: width on rising curves, χ²'s cut = 100", value: width * 100, unit: "%",
        bar: .atMost(115))
    ]
  }

  /// The coverage on one curve, with that of χ²'s cut alone, and the ratio of the two widths.
  private func monotone(
    _ truth: Truth, rate: Double, trials: Int, floor: Double
  ) -> (row: Row, widening: Double) {
    let crossing = truth.crossing(rate)
    var random = SplitMix64(state: 9)
    var (covered, coveredByCut) = (0, 0)
    var (width, widthByCut) = (0.0, 0.0)
    for _ in 0..<draws {
      let result = MonotoneCrossing.estimate(truth.draw(trials, &random), rate: rate)
      let kept = result.likelihoodRatios.indices.filter { result.likelihoodRatios[$0] <= 3.841459 }
      let byCut = truth.hull(of: kept)
      if result.interval.holds(crossing) { covered += 1 }
      if byCut.holds(crossing) { coveredByCut += 1 }
      width += truth.testedWidth(result.interval)
      widthByCut += truth.testedWidth(byCut)
    }
    let share = Self.percent(Double(coveredByCut) / Double(draws))
    // An interval that lies beyond the levels has no width there.
    let widening = widthByCut > 0 ? width / widthByCut : 1
    return (
      .coverage(
        "monotone LR \(Self.name(rate)), \(truth.name), n = \(trials)",
        Double(covered) / Double(draws), floor: floor,
        note: "χ²'s cut \(share) %, width × \(Self.percent(widening / 100))"),
      widening
    )
  }

  // MARK: - The logistic with a lapse rate

  /// The coverage of the model where it is shown.
  var gatedLogistic: [Row] {
    // A plateau that never ends is a lapse rate.
    let endless = Truth("lapse 5.01 %", xs: Truth.levels, m: 2.6, s: 0.05, lapse: 0.0501)
    return [60, 400].flatMap { logistic(Truth.rising[0], trials: $0) }
      + (Truth.rising + [endless] + Truth.plateaus.prefix(3) + [.island, .twoRises]).flatMap {
        logistic($0, trials: 100)
      }
  }

  /// The coverage where the model is shown; of other shapes, the share hidden or covering.
  private func logistic(_ truth: Truth, trials: Int) -> [Row] {
    let count = max(draws / 8, 40)
    var random = SplitMix64(state: 10)
    var shown = 0
    var covered = Self.rates.map { _ in 0 }
    for _ in 0..<count {
      let estimates = CrossingEstimate.models(truth.draw(trials, &random), rates: Self.rates)
      if case .none = estimates[0].location { continue }
      shown += 1
      for (i, rate) in Self.rates.enumerated() {
        if estimates[i].interval.touches(truth.crossing(rate)) { covered[i] += 1 }
      }
    }
    return zip(Self.rates, covered).map { rate, covered in
      let share =
        truth.isLogistic
        ? Double(covered) / Double(max(shown, 1))
        : 1 - Double(shown - covered) / Double(count)
      return .coverage(
        "gated logistic \(Self.name(rate)), \(truth.name), n = \(trials)", share,
        floor: truth.isLogistic || truth.name == Truth.island.name ? 0.92 : nil,
        note: "shown \(shown) of \(count)" + (truth.isLogistic ? "" : ", hidden or covering"))
    }
  }

  /// The goodness-of-fit test shows nine true logistics in ten, and few curves of another shape.
  var fitTest: [Row] {
    func hidden(_ truth: Truth, _ trials: Int) -> Double {
      var random = SplitMix64(state: 9)
      let hidden = (0..<draws).count { _ in
        LapseLogistic.fit(truth.draw(trials, &random))?.admissibility(islands: []) != .shown
      }
      return Double(hidden) / Double(draws)
    }
    return [Truth.rising[0], Truth.rising[2]].flatMap { truth in
      [60, 100, 400].map { trials in
        let share = hidden(truth, trials)
        return .coverage(
          "fit test shows \(truth.name), n = \(trials)", 1 - share, floor: 0.87,
          note: "hides \(Self.percent(share)) %")
      }
    } + [
      .coverage(
        "fit test hides \(Truth.twoRises.name), n = 400", hidden(.twoRises, 400), floor: 0.8)
    ]
  }

  private static func name(_ rate: Double) -> String { "t\(Int((rate * 100).rounded()))" }

  private static func percent(_ share: Double) -> String {
    (share * 1000).rounded() == 0 ? "0" : ((share * 10_000).rounded() / 100).formatted()
  }
}

extension Interval {
  /// True if all of another interval lies in this one.
  fileprivate func holds(_ other: Interval) -> Bool {
    lower <= other.lower && other.upper <= upper
  }

  /// True if the two have a point in common.
  fileprivate func touches(_ other: Interval) -> Bool {
    lower <= other.upper && other.lower <= upper
  }
}

extension Truth {
  /// The interval from the first of some gaps to the last.
  fileprivate func hull(of gaps: [Int]) -> Interval {
    let (first, last) = (gaps.first ?? 0, gaps.last ?? xs.count)
    return Interval(
      lower: first == 0 ? -.infinity : xs[first - 1], upper: last == xs.count ? .infinity : xs[last]
    )
  }

  /// The width of the part of an interval that lies within the levels.
  fileprivate func testedWidth(_ interval: Interval) -> Double {
    min(interval.upper, xs[xs.count - 1]) - max(interval.lower, xs[0])
  }
}
