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
