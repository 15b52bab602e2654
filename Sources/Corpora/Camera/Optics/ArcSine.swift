/// The arc sine in radians, the same on every machine: C libraries may differ in the last bit.
///
/// - Precondition: `x` is −1 to 1.
package func arcSine(_ x: Double) -> Double {
  precondition(abs(x) <= 1, "there is no angle whose sine is \(x)")
  // The angle's tangent is halved three times, which leaves at most 0.2: asin x = 2 atan t, and
  // atan t = 2 atan (t / (1 + √(1 + t²))).
  var t = x / (1 + (1 - x * x).squareRoot())
  for _ in 0..<2 { t = t / (1 + (1 + t * t).squareRoot()) }
  let square = t * t
  var sum = 0.0
  // Gregory's series; the first term left out is below 2⁻⁵⁷ of the sum.
  for n in stride(from: 23.0, through: 1.0, by: -2.0) { sum = 1 / n - square * sum }
  return 8 * t * sum
}
