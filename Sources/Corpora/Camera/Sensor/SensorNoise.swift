/// What a sensor adds by chance: shot noise, as electrons come one by one, and read noise.
///
/// A pixel that should collect n electrons collects a Poisson-distributed number of them. From 32
/// electrons on a normal distribution of variance n stands for it (the skewness left out is below
/// 0.18); below, where that would have it collect less than nothing, the count is drawn exactly.
struct SensorNoise: Sendable {
  /// Grey levels per electron; 0 where electrons are beyond number.
  private let levelsPerElectron: Float
  /// The read noise's variance, in square grey levels.
  private let readVariance: Float
  /// Where the normal distribution begins, in grey levels.
  private let firstNormalLevel: Float
  private let readDeviation: Float

  /// Makes the noise of settings; `nil` where there is none.
  init?(_ settings: CameraSettings) {
    guard settings.isNoisy else { return nil }
    levelsPerElectron = Float(255 / settings[.photons])
    readDeviation = Float(settings[.readNoise])
    readVariance = readDeviation * readDeviation
    firstNormalLevel = levelsPerElectron * PoissonTable.largestMean
  }

  /// Adds noise to a row of signals, none of them below 0.
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

  /// Replaces the signals of few electrons by what is counted.
  private func countFew(_ row: inout MutableSpan<Float>, from generator: inout Xoshiro256) {
    let table = PoissonTable.shared
    // A copy, which stays in registers: the caller's might lie where the row is written.
    var stream = generator
    defer { generator = stream }
    let electronsPerLevel = 1 / levelsPerElectron
    for x in 0..<row.count {
      // Both conditions at once: the processor cannot guess, module by module, what is black.
      guard min(row[x], firstNormalLevel - row[x]) > 0 else { continue }
      let mean = min(row[x] * electronsPerLevel, PoissonTable.largestMean)
      row[x] = Float(table.draw(mean: mean, from: &stream)) * levelsPerElectron
    }
  }
}
