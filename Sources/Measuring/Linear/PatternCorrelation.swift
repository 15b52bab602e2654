/// The correlation of luminances with dark and light modules, summed up one by one.
struct PatternCorrelation {
  /// The number of luminances.
  private(set) var count: Float = 0
  private var sum: Float = 0
  private var squares: Float = 0
  private var darks: Float = 0
  private var darkSum: Float = 0

  @inline(__always)
  mutating func add(_ luminance: Float, isDark: Bool) {
    count += 1
    sum += luminance
    squares += luminance * luminance
    if isDark {
      darks += 1
      darkSum += luminance
    }
  }

  /// The correlation, -1 to 1: above 0 if dark modules are low. 0 if there is nothing to compare.
  var value: Float {
    let variances = (squares - sum * sum / count) * (darks - darks * darks / count)
    return variances > 0 ? -(darkSum - sum * darks / count) / variances.squareRoot() : 0
  }
}
