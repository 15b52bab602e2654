/// Many curves under one budget: hands out their requests in turn, so that all come equally far.
///
/// Curves of one group share samples where they visit the same level, because every curve numbers a
/// level's trials from 0.
public struct AdaptiveSchedule: Sendable {
  /// A curve's requests.
  public struct Order: Hashable, Sendable {
    /// The curve's index.
    public let curve: Int
    /// What it asks for.
    public let requests: [AdaptiveRequest]
  }

  /// The curves.
  public private(set) var curves: [AdaptiveSampler]
  /// Trials that may still be handed out; `nil` for no limit.
  public private(set) var budget: Int?

  /// Whether a curve's step was handed out already.
  private var isIssued: [Bool]
  /// Trials handed out and not counted yet.
  private var pending = 0
  private var isCutShort = false

  /// Starts plans, one per curve.
  ///
  /// - Parameter budget: Trials of all curves together, each a decode; `nil` for no limit.
  public init(_ plans: [AdaptivePlan], budget: Int? = nil) {
    curves = plans.map(AdaptiveSampler.init)
    self.budget = budget.map { max($0, 0) }
    isIssued = plans.map { _ in false }
  }

  /// Whether every curve has finished.
  public var isFinished: Bool { curves.allSatisfy { $0.step == .finished } }

  /// What every curve found.
  public var outcomes: [AdaptiveOutcome] { curves.map(\.outcome) }

  /// What can be tried now: each open curve's step, once. Nothing while all of them wait for counts.
  ///
  /// Where the budget does not suffice, every curve gets an equal part of what is left, and each of its
  /// levels an equal part of that: a coarse pass is worth more than half of a fine one.
  public mutating func next() -> [Order] {
    var waiting = curves.indices.filter { !isIssued[$0] && curves[$0].step != .finished }
    var orders: [Order] = []
    while let curve = waiting.first {
      guard case .sample(let requests) = curves[curve].step else { break }
      let share = budget.map { $0 / waiting.count }
      let cut = Self.cut(requests, to: share)
      let trials = cut.reduce(0) { $0 + $1.trials.count }
      if cut != requests { isCutShort = true }
      budget = budget.map { $0 - trials }
      pending += trials
      isIssued[curve] = true
      waiting.removeFirst()
      if !cut.isEmpty { orders.append(Order(curve: curve, requests: cut)) }
    }
    stopIfSpent()
    return orders
  }

  /// Takes outcomes of handed-out trials into account; they may come in parts and in any order.
  public mutating func record(curve: Int, level: Int, reads: Int, trials: Int) {
    guard curves.indices.contains(curve) else { return }
    let before = curves[curve].step
    curves[curve].receive(.counted(level: level, reads: reads, trials: trials))
    if curves[curve].step != before { isIssued[curve] = false }
    pending -= min(trials, pending)
    stopIfSpent()
  }

  /// Ends a curve, or all of them.
  public mutating func stop(_ cause: AdaptiveEvent.Cause, curve: Int? = nil) {
    for index in curves.indices where curve == nil || curve == index {
      curves[index].receive(.stopped(cause))
    }
  }

  /// A cut-short budget ends the run once what was handed out is counted.
  private mutating func stopIfSpent() {
    if isCutShort, pending == 0 { stop(.budget) }
  }

  /// As much of some requests as a share allows, every level alike.
  private static func cut(_ requests: [AdaptiveRequest], to share: Int?) -> [AdaptiveRequest] {
    let wanted = requests.reduce(0) { $0 + $1.trials.count }
    guard let share, share < wanted else { return requests }
    var rest = share % max(requests.count, 1)
    let even = requests.allSatisfy { $0.trials.count == requests[0].trials.count }
    return requests.compactMap { request in
      var trials = even ? share / requests.count : request.trials.count * share / wanted
      if even, rest > 0 {
        trials += 1
        rest -= 1
      }
      guard trials > 0 else { return nil }
      let first = request.trials.lowerBound
      return AdaptiveRequest(level: request.level, trials: first..<first + trials)
    }
  }
}
