import Dispatch
import Foundation
import Synchronization

/// The worker processes that run now, for ending the harness at once.
///
/// A plugin that does not use our SDK may not notice that its host is gone. Code that ends the
/// harness without letting its lanes end therefore calls ``killAll()`` first.
public enum LiveProcesses {
  private static let groups = Mutex<Set<pid_t>>([])

  /// Kills every worker with everything that it started. Safe from any thread.
  public static func killAll() {
    groups.withLock { groups in
      for group in groups {
        kill(-group, SIGKILL)
        // It may have left its group.
        kill(group, SIGKILL)
      }
    }
  }

  static func insert(_ group: pid_t) {
    _ = groups.withLock { $0.insert(group) }
  }

  static func remove(_ group: pid_t) {
    _ = groups.withLock { $0.remove(group) }
  }
}

/// The file descriptors that a run's workers need, reserved before the first of them starts.
///
/// A process that runs out of them in the middle of a run could not even tell whose fault it is.
public enum DescriptorBudget {
  /// Descriptors per worker: three pipes with both ends open while it starts, and its supervision.
  private static let perWorker = 8
  /// Descriptors of the harness: store, reports, standard streams, and room for what libraries
  /// open.
  private static let own = 64

  /// Raises the soft limit if that is needed and allowed.
  ///
  /// - Throws: ``PluginError`` when the hard limit is too low; it says what would be enough.
  public static func reserve(workers: Int) throws(PluginError) {
    let needed = rlim_t(own + perWorker * workers)
    var limit = rlimit()
    guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < needed else { return }
    guard limit.rlim_max >= needed else {
      throw PluginError(
        .notStarted,
        "\(workers) workers need about \(needed) open files, and no more than \(limit.rlim_max) are "
          + "allowed here (ulimit -Hn): take fewer --jobs or decoders")
    }
    limit.rlim_cur = needed
    setrlimit(descriptors, &limit)
  }

  #if canImport(Glibc)
    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptors = RLIMIT_NOFILE
  #endif
}

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

  /// Blocks until the value is there, for a number of seconds at most; `nil` if it did not come.
  func wait(atMost seconds: Int) -> Value? {
    guard arrived.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    arrived.signal()
    return value.withLock { $0 }
  }
}

/// A request to stop early that many threads check; once made, it stays.
public final class StopSignal: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Makes a signal that is not requested yet.
  public init() {}

  /// Asks everyone to stop at the next safe moment. May be called from any thread.
  public func request() {
    requested.store(true, ordering: .relaxed)
  }

  /// True if a stop was requested.
  public var isRequested: Bool { requested.load(ordering: .relaxed) }
}
