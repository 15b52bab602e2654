/// The random noise of a sensor: shot noise, because electrons arrive one by one, and read noise.
///
/// A pixel that should collect n electrons collects a Poisson-distributed number of them. From 32
/// electrons on, this is approximated by a normal distribution of variance n (the neglected
/// skewness is below 0.18). Below 32, where a normal distribution could give negative counts, the
/// count is drawn exactly.
struct SensorNoise: Sendable {
  /// Grey levels per electron; 0 if the number of electrons is infinite.
  private let levelsPerElectron: Float
  /// The read noise's variance, in square grey levels.
  private let readVariance: Float
  /// The lowest grey level at which the normal distribution is used.
  private let firstNormalLevel: Float
  private let readDeviation: Float

  /// Makes the noise for the settings; `nil` if there is none.
  init?(_ settings: CameraSettings) {
    guard settings.isNoisy else { return nil }
    levelsPerElectron = Float(255 / settings[.photons])
    readDeviation = Float(settings[.readNoise])
    readVariance = readDeviation * readDeviation
    firstNormalLevel = levelsPerElectron * PoissonTable.largestMean
  }

  /// Adds noise to a row of signals, none of which is below 0.
  ///
  /// - Parameter deviates: Scratch of the row's length.
  func apply(
    to row: inout MutableSpan<Float>, deviates: inout MutableSpan<Float>,
    from generator: inout Xoshiro256
  ) {
    precondition(deviates.count == row.count, "one deviate per pixel")
    NormalTable.shared.fill(&deviates, from: &generator)
    if levelsPerElectron == 0 {
      for x in 0..<row.count { row[x] += readDeviation * deviates[x] }
      return
    }
    for x in 0..<row.count {
      let shotVariance = row[x] < firstNormalLevel ? 0 : row[x] * levelsPerElectron
      deviates[x] *= (shotVariance + readVariance).squareRoot()
    }
    countFew(&row, from: &generator)
    for x in 0..<row.count { row[x] += deviates[x] }
  }

  /// Replaces the signals of few electrons by drawn counts.
  private func countFew(_ row: inout MutableSpan<Float>, from generator: inout Xoshiro256) {
    let table = PoissonTable.shared
    // A local copy stays in registers; the caller's generator might overlap the row that is
    // written.
    var stream = generator
    defer { generator = stream }
    let electronsPerLevel = 1 / levelsPerElectron
    for x in 0..<row.count {
      // Both conditions in one test: the processor cannot predict, module by module, which pixels
      // are black.
      guard min(row[x], firstNormalLevel - row[x]) > 0 else { continue }
      let mean = min(row[x] * electronsPerLevel, PoissonTable.largestMean)
      row[x] = Float(table.draw(mean: mean, from: &stream)) * levelsPerElectron
    }
  }
}
