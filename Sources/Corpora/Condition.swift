/// How the symbol is photographed.
public struct Condition: Hashable, Sendable {
  /// The name in keys and reports.
  public let name: String
  /// Degrees that the symbol is turned clockwise, as seen in the image.
  public let rotationDegrees: ConditionValue
}

/// A parameter of a condition: what it is at each trial.
public enum ConditionValue: Hashable, Sendable {
  /// The same at every trial.
  case fixed(Double)
  /// One after the other: trial t has value t modulo the number of values, so that each comes up
  /// equally often.
  case list([Double])
  /// Drawn afresh at each trial, uniformly from [low, high).
  case random(low: Double, high: Double)

  /// The value at a trial.
  func value(trial: Int, generator: () -> Xoshiro256) -> Double {
    switch self {
    case .fixed(let value): return value
    case .list(let values): return values[trial % values.count]
    case .random(let low, let high):
      var generator = generator()
      return low + generator.unit() * (high - low)
    }
  }
}
