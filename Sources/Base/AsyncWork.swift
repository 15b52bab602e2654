import Dispatch
import Synchronization

/// Asynchronous work, for a thread that waits for it.
package final class AsyncWork<Value: Sendable, Failure: Error>: Sendable {
  private let outcome = Mutex<Result<Value, Failure>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Starts the work.
  package init(_ work: @escaping @Sendable () async throws(Failure) -> Value) {
    Task.detached { [self] in
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
      done.signal()
    }
  }

  /// Waits for the result. Blocks the caller.
  ///
  /// - Parameter isLeft: Asked ten times a second; true to wait no longer.
  /// - Returns: `nil` if it was left to itself.
  /// - Throws: The work's error.
  package func wait(unless isLeft: () -> Bool) throws(Failure) -> Value? {
    while done.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if isLeft() { return nil }
    }
    return try outcome.withLock { $0 }?.get()
  }

  /// Waits for the result. Blocks the caller.
  ///
  /// - Throws: The work's error.
  package func value() throws(Failure) -> Value {
    done.wait()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the work is done") }
    return try result.get()
  }
}
