import Dispatch
import Synchronization

/// A value that one thread waits for and another hands over, once.
///
/// It connects the asynchronous process library with the threads that drive workers. Those block by
/// design, each on its own worker, and must never run on the cooperative pool.
final class Handoff<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let arrived = DispatchSemaphore(value: 0)

  /// Hands the value over; later calls change nothing.
  func fulfil(_ newValue: Value) {
    let isFirst = value.withLock { stored in
      guard stored == nil else { return false }
      stored = newValue
      return true
    }
    if isFirst { arrived.signal() }
  }

  /// Blocks until the value is there.
  func wait() -> Value {
    arrived.wait()
    arrived.signal()
    return value.withLock { stored in
      guard let stored else { preconditionFailure("signalled without a value") }
      return stored
    }
  }
}
