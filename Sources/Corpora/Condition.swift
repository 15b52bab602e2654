/// The way in which a label is printed and photographed.
public struct Condition: Hashable, Sendable {
  /// The name in keys and reports.
  public let name: String
  /// The parameters that are asked for; the others are neutral.
  public let values: [CameraParameter: ConditionValue]
  /// The texture behind the label; `nil` for paper up to the image's border.
  package let backdrop: Backdrop?

  /// A texture behind the label.
  package struct Backdrop: Hashable, Sendable {
    package let texture: Texture
    /// The size of the texture's features, in pixels.
    package let scalePixels: Double
  }
}

/// The value of a parameter in a condition, for each trial.
public enum ConditionValue: Hashable, Sendable {
  /// The same at every trial.
  case fixed(Double)
  /// Values in turn: trial t has value t modulo the number of values, so that each occurs equally
  /// often.
  case list([Double])
  /// A value drawn anew for each trial, uniformly from [low, high).
  case random(low: Double, high: Double)

  /// The value for a trial.
  func value(trial: Int, generator: () -> Xoshiro256) -> Double {
    switch self {
    case .fixed(let value): return value
    case .list(let values): return values[trial % values.count]
    case .random(let low, let high):
      var generator = generator()
      return low + generator.unit() * (high - low)
    }
  }

  /// The values that could be hardest or easiest: all listed ones, or the ends of the range.
  var extremes: [Double] {
    switch self {
    case .fixed(let value): [value]
    case .list(let values): values
    case .random(let low, let high): [low, high]
    }
  }
}
