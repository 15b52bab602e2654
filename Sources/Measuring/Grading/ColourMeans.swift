/// The mean reflectance of light and of dark modules, which tells whether a symbol is light on dark.
struct ColourMeans {
  private var sums = (light: 0.0, dark: 0.0)
  private var counts = (light: 0.0, dark: 0.0)

  /// The difference, in grey levels, below which noise alone may have turned the colours over.
  private static let leastDifference = 0.05 * 255

  /// Adds a module's reflectance in grey levels.
  mutating func add(_ value: Double, isDark: Bool) {
    if isDark {
      sums.dark += value
      counts.dark += 1
    } else {
      sums.light += value
      counts.light += 1
    }
  }

  /// True if dark modules are clearly lighter than light ones.
  var isLightOnDark: Bool {
    sums.dark / max(counts.dark, 1) - sums.light / max(counts.light, 1) > Self.leastDifference
  }
}
