/// The sine and cosine of an angle in degrees, the same on every machine.
///
/// The C library's results may differ in the last bit from one version to the next, and this would
/// sometimes change a pixel. Multiples of 90° are exact.
package func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  // Whole quarter turns are subtracted exactly, which leaves −45° to 45°.
  let turn = degrees.remainder(dividingBy: 360)
  let quarter = (turn / 90).rounded()
  let x = (turn - quarter * 90) * (Double.pi / 180)
  let square = x * x

  // Taylor series, nested; the first term left out is below 2⁻⁵⁷ of the sum at 45°.
  var sine = 1.0
  var cosine = 1.0
  for n in stride(from: 18.0, through: 2.0, by: -2.0) {
    sine = 1 - square / (n * (n + 1)) * sine
    cosine = 1 - square / ((n - 1) * n) * cosine
  }
  sine *= x

  switch (Int(quarter) % 4 + 4) % 4 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}

/// The direction of a vector in degrees, −180 to 180, clockwise from the x axis in images, the same on
/// every machine.
///
/// As with the C library's arc tangent, signs of zeros count: they tell −180° from 180°, and −0° from 0°.
package func directionDegrees(x: Double, y: Double) -> Double {
  let (width, height) = (abs(x), abs(y))
  let isSteep = height > width
  let ratio = isSteep ? width / height : width > 0 ? height / width : 0
  let acute = arcTangent(ratio) * (180 / Double.pi)
  let fromAxis = isSteep ? 90 - acute : acute
  let angle = x.sign == .minus ? 180 - fromAxis : fromAxis
  return y.sign == .minus ? -angle : angle
}

/// The arc tangent in radians, the same on every machine.
///
/// - Precondition: `tangent` is −1 to 1.
package func arcTangent(_ tangent: Double) -> Double {
  precondition(abs(tangent) <= 1, "the angle is −45 to 45 degrees")
  // atan t = 2 atan (t / (1 + √(1 + t²))), twice, which leaves at most 0.2.
  var t = tangent
  for _ in 0..<2 { t = t / (1 + (1 + t * t).squareRoot()) }
  let square = t * t
  var sum = 0.0
  // Gregory's series; the first term left out is below 2⁻⁵⁷ of the sum.
  for n in stride(from: 23.0, through: 1.0, by: -2.0) { sum = 1 / n - square * sum }
  return 4 * t * sum
}
