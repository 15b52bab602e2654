/// A parameter that a corpus sets or sweeps.
public struct ParameterFacts: Hashable, Sendable {
  /// The parameter's key in a corpus file, such as `symbol-contrast`.
  public var key: String
  /// The unit; empty for yes and no.
  public var unit: String
  /// The meaning in a sentence; `nil` for a parameter that this harness does not know.
  public var meaning: String?
  /// The value that means "not asked for"; `nil` where the effect vanishes only in the limit.
  public var neutral: Double?

  package init(key: String, unit: String, meaning: String? = nil, neutral: Double? = nil) {
    (self.key, self.unit, self.meaning, self.neutral) = (key, unit, meaning, neutral)
  }
}

/// The values that the samples of a run were asked to have, parameter by parameter.
public struct SampleParameters: Sendable {
  /// The parameters that the sweep or some condition sets.
  public let facts: [ParameterFacts]
  private let lookUp: @Sendable (_ parameter: Int, SamplePlace) -> Double?

  /// Makes parameters with their values.
  ///
  /// - Parameter value: The value of a parameter, given by its index, in a sample; `nil` where the
  ///   sample's condition does not ask for it.
  public init(
    _ facts: [ParameterFacts],
    value: @escaping @Sendable (_ parameter: Int, SamplePlace) -> Double?
  ) {
    (self.facts, lookUp) = (facts, value)
  }

  /// No parameters.
  public static let none = SampleParameters([]) { _, _ in nil }

  /// The value of a parameter, given by its index; `nil` where the sample's condition does not ask for
  /// it.
  public func value(_ parameter: Int, at place: SamplePlace) -> Double? { lookUp(parameter, place) }
}
