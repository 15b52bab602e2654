import Foundation
import Testing

@testable import Statistics

@Suite struct PenalisedLogisticTests {
  private func row(_ values: [Double]) -> PenalisedLogistic.Row {
    .init(columns: Array(values.indices), values: values)
  }

  /// Hours of study and passed exams of twenty students, as textbooks print them: the coefficients are
  /// −4.0777 and 1.5046.
  @Test func textbookExampleHasTheTextbooksCoefficients() {
    let hours = [
      0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 4, 4.25, 4.5, 4.75, 5,
      5.5,
    ]
    let passed = [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1].map { $0 == 1 }
    let model = PenalisedLogistic.fit(
      hours.map { row([1, $0]) }, outcomes: passed, penalties: [0, 0])
    #expect(abs(model.coefficients[0] + 4.0777) < 1e-4)
    #expect(abs(model.coefficients[1] - 1.5046) < 1e-4)
  }

  @Test func oneColumnAgreesWithTheRegressionOnLevels() throws {
    let levels = [(1.0, 1, 20), (2, 6, 20), (3, 13, 20), (4, 19, 20)]
    var (rows, outcomes) = ([PenalisedLogistic.Row](), [Bool]())
    for (x, reads, trials) in levels {
      for trial in 0..<trials {
        rows.append(row([1, x]))
        outcomes.append(trial < reads)
      }
    }
    let twin = try #require(
      LogisticRegression.fit(levels.map { LevelCount(x: $0.0, reads: $0.1, trials: $0.2) }))
    let model = PenalisedLogistic.fit(rows, outcomes: outcomes, penalties: [0, 0])
    #expect(abs(model.coefficients[0] - twin.intercept) < 1e-6)
    #expect(abs(model.coefficients[1] - twin.slope) < 1e-6)
  }

  @Test func plantedCoefficientsAreFound() {
    var generator = SplitMix64(state: 7)
    let planted = [0.4, -1.2, 0.8, 2.0]
    var (rows, outcomes) = ([PenalisedLogistic.Row](), [Bool]())
    for _ in 0..<20_000 {
      let x = [1] + (0..<3).map { _ in Double.random(in: -1.5...1.5, using: &generator) }
      let score = zip(x, planted).reduce(0) { $0 + $1.0 * $1.1 }
      rows.append(row(x))
      outcomes.append(Double.random(in: 0..<1, using: &generator) < 1 / (1 + exp(-score)))
    }
    let model = PenalisedLogistic.fit(
      rows, outcomes: outcomes, penalties: [Double](repeating: 0, count: 4))
    for (found, wanted) in zip(model.coefficients, planted) {
      // Four standard errors of about 0.03.
      #expect(abs(found - wanted) < 0.12, "\(model.coefficients)")
    }
  }

  /// At the maximum, what the data pull is what the penalty pulls back, whatever the solver.
  @Test func penaltyBalancesTheDataEvenWhereTheyAreSeparated() {
    let rows = (-5...4).map { row([1, Double($0) + 0.5]) }
    let outcomes = (-5...4).map { $0 >= 0 }
    let penalties = [0.5, 2.0]
    let model = PenalisedLogistic.fit(rows, outcomes: outcomes, penalties: penalties)
    for column in 0..<2 {
      let pull = zip(rows, outcomes).reduce(0.0) {
        $0 + (($1.1 ? 1 : 0) - model.probability($1.0)) * $1.0.values[column]
      }
      #expect(abs(pull - penalties[column] * model.coefficients[column]) < 1e-6)
    }
    #expect(model.coefficients[1] > 0.3 && model.coefficients[1] < 5)
  }

  @Test func strongPenaltyDrawsADeviationToWhatIsShared() {
    // Two groups share a column; the second's own one has the penalty.
    func own(_ penalty: Double) -> Double {
      var (rows, outcomes) = ([PenalisedLogistic.Row](), [Bool]())
      for trial in 0..<40 {
        rows.append(.init(columns: [0], values: [1]))
        outcomes.append(trial % 4 == 0)
        rows.append(.init(columns: [0, 1], values: [1, 1]))
        outcomes.append(trial % 4 != 0)
      }
      return PenalisedLogistic.fit(rows, outcomes: outcomes, penalties: [0, penalty]).coefficients[
        1]
    }
    // Without a penalty: the difference of the logits of ¾ and ¼.
    #expect(abs(own(0) - 2 * log(3)) < 1e-6)
    #expect(own(10) > 0 && own(10) < own(1) && own(1) < own(0))
    #expect(own(1e6) < 1e-4)
  }

  /// The slow twin: the normal distribution of the one coefficient, by its curvature, summed up.
  @Test func moderatedChanceIsTheMeanOverWhatIsPossible() {
    let rows = [-2.0, -1, -1, 0, 1, 1, 2, 3].map { row([$0]) }
    let outcomes = [false, false, true, false, true, false, true, true]
    let model = PenalisedLogistic.fit(rows, outcomes: outcomes, penalties: [0.3])
    let beta = model.coefficients[0]
    let curvature = rows.reduce(0.3) {
      $0 + model.probability($1) * (1 - model.probability($1)) * $1.values[0] * $1.values[0]
    }
    for x in [0.5, 2, 8] {
      var (sum, weights) = (0.0, 0.0)
      for step in -400...400 {
        let offset = Double(step) / 50
        let weight = exp(-offset * offset / 2)
        sum += weight / (1 + exp(-x * (beta + offset / curvature.squareRoot())))
        weights += weight
      }
      let moderated = model.moderatedProbability(row([x]))
      // The approximation by a probit is that good.
      #expect(abs(moderated - sum / weights) < 0.02, "\(x)")
      #expect(moderated < model.probability(row([x])) && moderated > 0.5)
    }
  }

  @Test func columnThatIsAlwaysNothingStaysAtNothing() {
    let model = PenalisedLogistic.fit(
      [row([1, 0]), row([1, 0]), row([1, 0])], outcomes: [true, false, true], penalties: [0, 0])
    #expect(model.coefficients[1] == 0)
    #expect(abs(model.coefficients[0] - log(2)) < 1e-8)
  }
}
