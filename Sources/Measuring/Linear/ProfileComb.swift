/// The places at which a profile is compared with a bar pattern: the modules' middles, and those of two
/// modules of light on either side.
struct ProfileComb {
  /// The perspective, as in ``ProfileMatch/taper``.
  let taper: Double
  /// The shares of the way from the pattern's start to its end.
  private let shares: [Float]
  /// 1 at dark modules, 0 at light ones.
  private let darks: [Float]

  init(_ pattern: ModulePattern, taper: Double, bend: Bend? = nil) {
    self.taper = taper
    let (count, width) = (pattern.columns, pattern.width)
    var (shares, darks): ([Float], [Float]) = ([], [])
    shares.reserveCapacity(count + 4)
    darks.reserveCapacity(count + 4)
    func add(_ middle: Double, isDark: Bool) {
      let u = (bend?.mapped(middle, 0.5, half: width / 2) ?? middle) / width
      shares.append(Float(u * (1 + taper) / (1 + taper * u)))
      darks.append(isDark ? 1 : 0)
    }
    for beside in [-1.5, -0.5] { add(beside, isDark: false) }
    for column in 0..<count where pattern.modules[column] != openModule {
      add(pattern.middle(column), isDark: pattern.modules[column] != 0)
    }
    // Beyond an end whose modules may have any colour, so may what follows.
    if pattern.modules.last != openModule {
      for beside in [0.5, 1.5] { add(width + beside, isDark: false) }
    }
    (self.shares, self.darks) = (shares, darks)
  }

  /// The correlation of a profile with the pattern, -1 to 1: above 0 if dark modules are low.
  ///
  /// - Returns: 0 where a tenth of the pattern or more lies beyond the profile.
  func correlation(_ profile: BarProfile, from start: Double, to end: Double) -> Float {
    let step = Float(BarProfile.step)
    let (first, way) = (Float(start) / step, Float(end - start) / step)
    var (count, sum, squares, dark, darkSum): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    profile.values.withUnsafeBufferPointer { values in
      let limit = Float(values.count - 1)
      shares.withUnsafeBufferPointer { shares in
        darks.withUnsafeBufferPointer { darks in
          for index in 0..<shares.count {
            let place = first + way * shares[index]
            guard place >= 0, place < limit else { continue }
            let left = Int(place)
            let value = values[left] + (values[left + 1] - values[left]) * (place - Float(left))
            count += 1
            sum += value
            squares += value * value
            dark += darks[index]
            darkSum += value * darks[index]
          }
        }
      }
    }
    guard count > Float(shares.count) * 0.9 else { return 0 }
    let variances = (squares - sum * sum / count) * (dark - dark * dark / count)
    return variances > 0 ? -(darkSum - sum * dark / count) / variances.squareRoot() : 0
  }
}
