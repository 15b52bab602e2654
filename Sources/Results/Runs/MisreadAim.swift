/// The use of a decoder over which misreads are counted: how often each cell of a corpus occurs.
public struct MisreadAim: Hashable, Sendable, Codable {
  /// Weights by group and level, 0 or more; they need not add up to 1.
  public var weights: [[Double]]
  /// By group, the number of trials after which payloads or conditions that take turns repeat.
  public var periods: [Int]
  /// The share of misreads among answers at which sampling ends as soon as the bounds say on which
  /// side of it the rate is; `nil` to go on until the budget is used up.
  public var below: Double?

  /// The rounds without which a search is not worth starting.
  public static let fewestRounds = 5
  /// The most trials that one level of one group can have.
  public static let mostTrials = 10_000_000

  /// Makes an aim.
  ///
  /// - Precondition: Weights are finite, not negative, and not all 0.
  public init(weights: [[Double]], periods: [Int], below: Double? = nil) {
    precondition(
      weights.joined().allSatisfy { $0 >= 0 && $0.isFinite }
        && weights.joined().contains { $0 > 0 },
      "some cell has a weight")
    self.weights = weights
    self.periods = periods
    self.below = below
  }

  /// Returns true if a decoder reads some group that has a weight.
  public func concerns(_ supportedGroups: [Bool]) -> Bool {
    zip(weights, supportedGroups).contains { $1 && $0.contains { $0 > 0 } }
  }
}
