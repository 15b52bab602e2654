import Dispatch
import Synchronization

extension Range<Int> {
  /// Returns the results of a closure for every number, in order; several cores work at once.
  ///
  /// - Throws: The closure's error for the lowest number for which it throws.
  func concurrentMap<Value: Sendable, Failure: Error>(
    _ transform: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let results = Mutex<[Result<Value, Failure>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { place in
      let result = Result { () throws(Failure) in try transform(lowerBound + place) }
      results.withLock { $0[place] = result }
    }
    var values: [Value] = []
    for case .some(let result) in results.withLock({ $0 }) { values.append(try result.get()) }
    return values
  }
}
