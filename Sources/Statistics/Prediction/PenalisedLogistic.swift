import Foundation

/// A logistic regression on many predictors, each drawn towards 0 by a penalty of its own.
///
/// The estimate maximises the log-likelihood less Σ ½ λ β² (ridge; le Cessie and van Houwelingen,
/// Applied Statistics 41, 1992). A penalty of λ on a group's own deviation is the same as a normal
/// prior with variance 1/λ about what all groups share: partial pooling.
public struct PenalisedLogistic: Hashable, Sendable {
  /// The predictors of one trial that are not 0.
  public struct Row: Hashable, Sendable {
    /// The predictors' numbers, each once.
    public var columns: [Int]
    /// Their values, in the same order.
    public var values: [Double]

    /// Makes a row.
    public init(columns: [Int], values: [Double]) {
      precondition(columns.count == values.count, "a value for each predictor")
      (self.columns, self.values) = (columns, values)
    }
  }

  /// The coefficients on the logit scale, one for each predictor.
  public let coefficients: [Double]

  /// Makes a model from coefficients that are known.
  public init(coefficients: [Double]) {
    self.coefficients = coefficients
  }

  /// Fits by Newton's method with halved steps.
  ///
  /// - Parameters:
  ///   - rows: The trials.
  ///   - outcomes: True for each trial that succeeded.
  ///   - penalties: λ of each predictor, 0 or more. With penalties above 0 the estimate exists and is
  ///     unique, whatever the data; a predictor without one may run away where the data are separated.
  public static func fit(
    _ rows: [Row], outcomes: [Bool], penalties: [Double]
  ) -> PenalisedLogistic {
    precondition(rows.count == outcomes.count, "an outcome for each row")
    var beta = [Double](repeating: 0, count: penalties.count)
    var best = objective(rows, outcomes, penalties, beta)
    for _ in 0..<100 {
      let (gradient, hessian) = derivatives(rows, outcomes, penalties, beta)
      let step = CholeskySolver.solve(hessian, gradient)
      var share = 1.0
      var next = moved(beta, step, share)
      var value = objective(rows, outcomes, penalties, next)
      while !(value >= best), share > 1e-10 {
        share /= 2
        next = moved(beta, step, share)
        value = objective(rows, outcomes, penalties, next)
      }
      guard value >= best else { break }
      let isDone = value - best < 1e-10 * (1 + abs(best))
      (beta, best) = (next, value)
      if isDone { break }
    }
    return PenalisedLogistic(coefficients: beta)
  }

  /// Returns the chance of success, strictly between 0 and 1.
  public func probability(_ row: Row) -> Double {
    Logistic.value(Self.score(row, coefficients))
  }

  private static func moved(_ beta: [Double], _ step: [Double], _ share: Double) -> [Double] {
    zip(beta, step).map { $0 + share * $1 }
  }

  private static func score(_ row: Row, _ beta: [Double]) -> Double {
    var sum = 0.0
    for index in row.columns.indices { sum += beta[row.columns[index]] * row.values[index] }
    return sum
  }

  private static func objective(
    _ rows: [Row], _ outcomes: [Bool], _ penalties: [Double], _ beta: [Double]
  ) -> Double {
    var sum = 0.0
    for (row, outcome) in zip(rows, outcomes) {
      let score = score(row, beta)
      sum -= Logistic.softplus(outcome ? -score : score)
    }
    for (penalty, value) in zip(penalties, beta) { sum -= penalty * value * value / 2 }
    return sum
  }

  /// The gradient, and the lower triangle of the negative Hessian, row by row.
  private static func derivatives(
    _ rows: [Row], _ outcomes: [Bool], _ penalties: [Double], _ beta: [Double]
  ) -> (gradient: [Double], hessian: [Double]) {
    let count = beta.count
    var gradient = [Double](repeating: 0, count: count)
    var hessian = [Double](repeating: 0, count: count * count)
    for (row, outcome) in zip(rows, outcomes) {
      let chance = Logistic.value(score(row, beta))
      let residual = (outcome ? 1 : 0) - chance
      let weight = chance * (1 - chance)
      for i in row.columns.indices {
        let (a, x) = (row.columns[i], row.values[i])
        gradient[a] += residual * x
        for j in 0...i {
          let b = row.columns[j]
          hessian[max(a, b) * count + min(a, b)] += weight * x * row.values[j]
        }
      }
    }
    for index in 0..<count {
      gradient[index] -= penalties[index] * beta[index]
      hessian[index * count + index] += penalties[index]
    }
    return (gradient, hessian)
  }
}

/// Solves systems of linear equations with a symmetric, positive definite matrix.
enum CholeskySolver {
  /// Returns x of A x = b.
  ///
  /// - Parameter matrix: The lower triangle of A in a square array, row by row. A pivot that is not
  ///   positive, as rounding makes of a column without data, leaves its unknown at 0.
  static func solve(_ matrix: [Double], _ b: [Double]) -> [Double] {
    let count = b.count
    var l = matrix
    var x = b
    for j in 0..<count {
      var pivot = l[j * count + j]
      let scale = pivot
      for k in 0..<j { pivot -= l[j * count + k] * l[j * count + k] }
      guard pivot > 1e-13 * scale, pivot > 0 else {
        for i in j..<count { l[i * count + j] = 0 }
        continue
      }
      let root = pivot.squareRoot()
      l[j * count + j] = root
      for i in j + 1..<max(count, j + 1) {
        var sum = l[i * count + j]
        for k in 0..<j { sum -= l[i * count + k] * l[j * count + k] }
        l[i * count + j] = sum / root
      }
    }
    for i in 0..<count {
      for k in 0..<i { x[i] -= l[i * count + k] * x[k] }
      x[i] = l[i * count + i] == 0 ? 0 : x[i] / l[i * count + i]
    }
    for i in (0..<count).reversed() {
      for k in i + 1..<max(count, i + 1) { x[i] -= l[k * count + i] * x[k] }
      x[i] = l[i * count + i] == 0 ? 0 : x[i] / l[i * count + i]
    }
    return x
  }
}
