import Foundation

/// Runs blocking work on a thread of its own, not on the cooperative pool, which has one thread a core
/// and which the process library needs.
package func onThreadOfItsOwn<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result { try body() }) }
    thread.start()
  }
}
