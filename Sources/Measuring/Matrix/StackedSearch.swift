/// Finds PDF417's start and stop pattern on a profile.
struct StackedSearch {
  let profile: BarProfile
  /// The bars of each width, from one column of data on.
  let patterns: [[UInt8]]
  let start: [UInt8]
  let stop: [UInt8]

  /// An end of a symbol on a profile.
  struct End {
    /// The place of the outer edge.
    var place: Double
    /// Pixels per module; negative if the symbol runs backwards.
    var module: Double
    var score: Float
  }

  /// The best pair of patterns; `nil` if there is none.
  var best: ProfileMatch? {
    let found = ends()
    return pair(found.starts, found.stops)
  }

  /// The best start pattern, with the row indicator after it; `nil` if there is none.
  var bestStart: ProfileMatch? {
    let bars = start + [UInt8](repeating: openModule, count: PDF417Patterns.modules)
    return ends().starts.sorted { $0.score > $1.score }.prefix(3).map { first in
      ProfileMatch(
        bars, start: first.place, end: first.place + Double(bars.count) * first.module, taper: 0,
        in: profile
      ).refined(in: profile)
    }.max { $0.score < $1.score }
  }

  /// The start and the stop patterns on the profile.
  func ends() -> (starts: [End], stops: [End]) {
    let edges = ProfileEdges(profile)
    var starts: [End] = []
    var stops: [End] = []
    for falling in edges.falling {
      guard let rising = edges.rising.first(where: { $0.place > falling.place }) else { continue }
      let length = rising.place - falling.place
      // The widest bar of each pattern is its first: seen forwards it begins at the falling edge.
      for scale in [0.92, 1, 1.08] {
        for isForward in [true, false] {
          let first = isForward ? falling.place : rising.place
          let sign = isForward ? scale : -scale
          consider(&starts, first, sign * length / 8, start, quietBefore: true)
          let module = sign * length / 7
          if let found = end(first, module, stop, quietBefore: false) {
            stops.append(
              End(place: first + 18 * module, module: module, score: found))
          }
        }
      }
    }
    return (starts, stops)
  }

  private func consider(
    _ ends: inout [End], _ place: Double, _ module: Double, _ bars: [UInt8], quietBefore: Bool
  ) {
    guard let score = end(place, module, bars, quietBefore: quietBefore) else { return }
    ends.append(End(place: place, module: module, score: score))
  }

  /// The correlation of the profile with a pattern from a place on, with two light modules outside.
  private func end(
    _ place: Double, _ module: Double, _ bars: [UInt8], quietBefore: Bool
  ) -> Float? {
    guard abs(module) > 0.9 else { return nil }
    let indices = quietBefore ? -2..<bars.count : 0..<(bars.count + 2)
    let limit = Double(profile.values.count - 1) * BarProfile.step
    var correlation = PatternCorrelation()
    for index in indices {
      let at = place + (Double(index) + 0.5) * module
      let isQuiet = !bars.indices.contains(index)
      guard at >= 0, at <= limit else {
        if isQuiet { continue }
        return nil
      }
      let value = profile.value(at: at)
      correlation.add(value, isDark: !isQuiet && bars[index] != 0)
    }
    return correlation.value > 0.6 ? correlation.value : nil
  }

  private func pair(_ starts: [End], _ stops: [End]) -> ProfileMatch? {
    var candidates: [ProfileMatch] = []
    for first in starts.sorted(by: { $0.score > $1.score }).prefix(30) {
      for last in stops.sorted(by: { $0.score > $1.score }).prefix(30) {
        guard first.module * last.module > 0 else { continue }
        let ratio = first.module / last.module
        guard ratio > 0.6, ratio < 1.7 else { continue }
        // Under perspective, the mean module is the geometric mean of those at the ends.
        let module = (first.module * last.module).squareRoot() * (first.module < 0 ? -1 : 1)
        let modules = (last.place - first.place) / module
        let columns = ((modules - 69) / 17).rounded()
        for codewords in [columns - 1, columns, columns + 1]
        where codewords >= 1 && codewords <= 30 && abs(codewords - (modules - 69) / 17) < 1.2 {
          let match = ProfileMatch(
            patterns[Int(codewords) - 1], start: first.place, end: last.place,
            taper: ratio.squareRoot() - 1, in: profile
          ).refined(in: profile)
          if match.score > 0.5 { candidates.append(match) }
        }
      }
    }
    return candidates.max { $0.score < $1.score }
  }
}
