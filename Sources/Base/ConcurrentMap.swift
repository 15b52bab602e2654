import Dispatch
import Synchronization

extension Range<Int> {
  /// Returns the results of a closure for every number, in order; several threads work at once.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - state: Makes what one thread keeps from number to number.
  ///   - transform: Returns `nil` to end early: no further number is begun.
  /// - Returns: The results before the first number that has none.
  /// - Throws: The closure's error for the lowest number for which it throws.
  package func concurrentMap<State, Value: Sendable, Failure: Error>(
    threads: Int, state: @Sendable () -> State,
    _ transform: @Sendable (Int, inout State) throws(Failure) -> Value?
  ) throws(Failure) -> [Value] {
    let next = Atomic(lowerBound)
    let isEnding = Atomic(false)
    let results = Mutex<[Result<Value?, Failure>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: Swift.min(threads, count)) { _ in
      var own = state()
      while !isEnding.load(ordering: .relaxed) {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < upperBound else { return }
        let result = Result { () throws(Failure) in try transform(number, &own) }
        if case .success(.some) = result {} else { isEnding.store(true, ordering: .relaxed) }
        results.withLock { $0[number - lowerBound] = result }
      }
    }
    var values: [Value] = []
    for result in results.withLock({ $0 }) {
      guard let value = try result?.get() else { break }
      values.append(value)
    }
    return values
  }

  /// Returns the results of a closure for every number, in order; several cores work at once.
  ///
  /// - Throws: The closure's error for the lowest number for which it throws.
  package func concurrentMap<Value: Sendable, Failure: Error>(
    _ transform: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    try concurrentMap(threads: count, state: {}) {
      (number: Int, _: inout Void) throws(Failure) -> Value? in
      try transform(number)
    }
  }
}
