/// Solves a symmetric, positive definite system in place (Cholesky).
///
/// - Returns: False if the matrix is not positive definite.
func solveSymmetric(_ a: inout [Double], _ b: inout [Double], _ n: Int) -> Bool {
  for column in 0..<n {
    var pivot = a[column * n + column]
    for k in 0..<column { pivot -= a[column * n + k] * a[column * n + k] }
    guard pivot > 0, pivot.isFinite else { return false }
    let root = pivot.squareRoot()
    a[column * n + column] = root
    for row in (column + 1)..<max(n, column + 1) {
      var value = a[row * n + column]
      for k in 0..<column { value -= a[row * n + k] * a[column * n + k] }
      a[row * n + column] = value / root
    }
  }
  for row in 0..<n {
    var value = b[row]
    for k in 0..<row { value -= a[row * n + k] * b[k] }
    b[row] = value / a[row * n + row]
  }
  for row in stride(from: n - 1, through: 0, by: -1) {
    var value = b[row]
    for k in (row + 1)..<max(n, row + 1) { value -= a[k * n + row] * b[k] }
    b[row] = value / a[row * n + row]
  }
  return true
}
