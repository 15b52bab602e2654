/// The speed of a bundle's machine beside this one, as the times of answers tell: those that the bundle states
/// against those that the same samples take here.
struct AuditSpeed: Sendable {
  /// The times by which a machine may be slower than it usually is: others work on it, too.
  static let tolerance = 4.0
  /// The times by which this machine may be faster than the one of the bundle at most.
  static let mostFaster = 10.0
  /// The fewest answers of a decoder that tell anything.
  static let leastAnswers = 5

  /// By decoder.
  private var ratios: [String: [Double]] = [:]

  /// Adds an answer that came in time on both machines, in nanoseconds.
  mutating func add(_ decoder: String, stated: Int, here: Int) {
    guard stated > 0, here > 0 else { return }
    ratios[decoder, default: []].append(Double(stated) / Double(here))
  }

  /// The factor by which a time here may be lengthened to give one of the bundle's machine; 1 where nothing tells.
  ///
  /// The least of the decoders' medians: who states longer times for a rival gains nothing.
  var leeway: Double {
    let medians = ratios.values.filter { $0.count >= Self.leastAnswers }
      .map { $0.sorted()[$0.count / 2] }
    guard let least = medians.min() else { return 1 }
    return min(max(least * Self.tolerance, 1), Self.mostFaster)
  }
}
