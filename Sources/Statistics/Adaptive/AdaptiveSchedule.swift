/// The schedule of many curves under one budget, which treats all curves alike.
///
/// Curves of one group share samples where they visit the same level, because every curve numbers a
/// level's trials from 0.
public struct AdaptiveSchedule: Sendable {
  /// A curve's requests.
  public struct Order: Hashable, Sendable {
    /// The curve's index.
    public let curve: Int
    /// The trials that it requests.
    public let requests: [AdaptiveRequest]
  }

  /// The samplers of all curves.
  public private(set) var curves: [AdaptiveSampler]
  /// Trials that may still be handed out; `nil` for no limit.
  public private(set) var budget: Int?

  /// True for each curve whose current step was handed out already.
  private var isIssued: [Bool]
  /// The number of trials handed out and not counted yet.
  private var pending = 0
  private var isCutShort = false

  /// Starts the given plans, one per curve.
  ///
  /// - Parameters:
  ///   - plans: A plan for each curve, in the order of ``curves``.
  ///   - budget: The trials of all curves together, each a decode; `nil` for no limit.
  public init(_ plans: [AdaptivePlan], budget: Int? = nil) {
    curves = plans.map(AdaptiveSampler.init)
    self.budget = budget.map { max($0, 0) }
    isIssued = plans.map { _ in false }
  }

  /// True if every curve has finished.
  public var isFinished: Bool { curves.allSatisfy { $0.step == .finished } }

  /// The outcome of every curve, in order.
  public var outcomes: [AdaptiveOutcome] { curves.map(\.outcome) }

  /// Returns the trials that can be run now: each open curve's step, once.
  ///
  /// Empty while all curves wait for counts. If the budget does not suffice, every curve gets an
  /// equal part of what is left, and each of its levels an equal part of that: a coarse pass over
  /// all levels is worth more than half of a fine one.
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

  /// Records outcomes of handed-out trials; they may come in parts and in any order.
  public mutating func record(curve: Int, level: Int, reads: Int, trials: Int) {
    guard curves.indices.contains(curve) else { return }
    let before = curves[curve].step
    curves[curve].receive(.counted(level: level, reads: reads, trials: trials))
    if curves[curve].step != before { isIssued[curve] = false }
    pending -= min(trials, pending)
    stopIfSpent()
  }

  /// Stops one curve, or all of them if `curve` is `nil`.
  public mutating func stop(_ cause: AdaptiveEvent.Cause, curve: Int? = nil) {
    for index in curves.indices where curve == nil || curve == index {
      curves[index].receive(.stopped(cause))
    }
  }

  /// Ends the run if the budget cut a request short and all trials handed out are counted.
  private mutating func stopIfSpent() {
    if isCutShort, pending == 0 { stop(.budget) }
  }

  /// Returns as much of the requests as a share of the budget allows, every level alike.
  private static func cut(_ requests: [AdaptiveRequest], to share: Int?) -> [AdaptiveRequest] {
    let wanted = requests.reduce(0) { $0 + $1.trials.count }
    guard let share, share < wanted else { return requests }
    var rest = share % max(requests.count, 1)
    let even = requests.allSatisfy { $0.trials.count == requests[0].trials.count }
    return requests.compactMap { request in
      var trials =
        even
        ? share / requests.count
          // The product of two counts may be too large for an Int; the quotient is at most the share.
        : wanted.dividingFullWidth(request.trials.count.multipliedFullWidth(by: share)).quotient
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
