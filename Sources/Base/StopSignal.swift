import Synchronization

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
