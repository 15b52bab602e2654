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

    public init(columns: [Int], values: [Double]) {
      precondition(columns.count == values.count, "a value for each predictor")
      (self.columns, self.values) = (columns, values)
    }
  }

  /// The coefficients on the logit scale, one for each predictor.
  public let coefficients: [Double]
  /// The triangular factor of the curvature at the estimate: what is known of the coefficients.
  private let factor: CholeskyFactor

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
      let step = CholeskyFactor(hessian, count: gradient.count).solve(gradient)
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
    let curvature = derivatives(rows, outcomes, penalties, beta).hessian
    return PenalisedLogistic(
      coefficients: beta, factor: CholeskyFactor(curvature, count: beta.count))
  }

  /// Returns the chance of success at the estimate, strictly between 0 and 1.
  public func probability(_ row: Row) -> Double {
    Logistic.value(Self.score(row, coefficients))
  }

  /// Returns the chance of success over all coefficients that the data leave possible.
  ///
  /// MacKay's moderated output (Neural Computation 4, 1992): the nearer to ½ the less trials like this one
  /// say, so that a trial unlike all others has no certain outcome.
  public func moderatedProbability(_ row: Row) -> Double {
    let variance = factor.variance(row)
    return Logistic.value(
      Self.score(row, coefficients) / (1 + Double.pi * variance / 8).squareRoot())
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
    hessian.withUnsafeMutableBufferPointer { hessian in
      for (row, outcome) in zip(rows, outcomes) {
        let chance = Logistic.value(score(row, beta))
        let residual = (outcome ? 1 : 0) - chance
        let weight = chance * (1 - chance)
        row.columns.withUnsafeBufferPointer { columns in
          row.values.withUnsafeBufferPointer { values in
            for i in columns.indices {
              let (a, x) = (columns[i], values[i])
              gradient[a] += residual * x
              for j in 0...i {
                let b = columns[j]
                hessian[max(a, b) * count + min(a, b)] += weight * x * values[j]
              }
            }
          }
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

/// The lower triangle L of a symmetric, positive definite matrix A = L Lᵀ.
struct CholeskyFactor: Hashable, Sendable {
  private let count: Int
  private let l: [Double]

  /// Factors a matrix.
  ///
  /// - Parameter matrix: The lower triangle of A in a square array, row by row. A pivot that is not
  ///   positive, as rounding makes of a column without data, leaves its unknown at 0.
  init(_ matrix: [Double], count: Int) {
    var l = matrix
    l.withUnsafeMutableBufferPointer { l in
      guard let first = l.baseAddress else { return }
      for j in 0..<count {
        let scale = l[j * count + j]
        let row = first + j * count
        let pivot = scale - dot(row, row, j)
        let root = pivot > 1e-13 * scale && pivot > 0 ? pivot.squareRoot() : 0
        l[j * count + j] = root
        for i in j + 1..<max(count, j + 1) {
          let sum = l[i * count + j] - dot(first + i * count, row, j)
          l[i * count + j] = root > 0 ? sum / root : 0
        }
      }
    }
    (self.count, self.l) = (count, l)
  }

  /// Returns x of A x = b.
  func solve(_ b: [Double]) -> [Double] {
    var x = forward(b, from: 0)
    for i in (0..<count).reversed() {
      for k in i + 1..<max(count, i + 1) { x[i] -= l[k * count + i] * x[k] }
      x[i] = l[i * count + i] == 0 ? 0 : x[i] / l[i * count + i]
    }
    return x
  }

  /// Returns xᵀ A⁻¹ x of a row.
  func variance(_ row: PenalisedLogistic.Row) -> Double {
    var x = [Double](repeating: 0, count: count)
    for (column, value) in zip(row.columns, row.values) { x[column] = value }
    return forward(x, from: row.columns.min() ?? 0).reduce(0) { $0 + $1 * $1 }
  }

  /// Returns y of L y = b, whose first numbers are 0 up to a place.
  private func forward(_ b: [Double], from start: Int) -> [Double] {
    var x = b
    x.withUnsafeMutableBufferPointer { x in
      l.withUnsafeBufferPointer { l in
        guard let first = x.baseAddress, let rows = l.baseAddress else { return }
        for i in start..<max(count, start) {
          let row = rows + i * count
          let sum = x[i] - dot(row + start, first + start, i - start)
          x[i] = row[i] == 0 ? 0 : sum / row[i]
        }
      }
    }
    return x
  }
}

/// The sum of products of so many numbers. Eight sums side by side take a quarter of the time of one.
private func dot(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
  var sums = SIMD8<Double>.zero
  let vectors = count / 8
  for index in 0..<vectors {
    sums +=
      UnsafeRawPointer(a + 8 * index).loadUnaligned(as: SIMD8<Double>.self)
      * UnsafeRawPointer(b + 8 * index).loadUnaligned(as: SIMD8<Double>.self)
  }
  var sum = sums.sum()
  for index in 8 * vectors..<count { sum += a[index] * b[index] }
  return sum
}
