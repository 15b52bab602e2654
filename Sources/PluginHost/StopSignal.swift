import Synchronization

/// A wish to stop early that many threads look at; once made, it stays.
public final class StopSignal: Sendable {
  private let requested = Atomic<Bool>(false)

  /// Makes a signal that nobody has asked for yet.
  public init() {}

  /// Asks everyone to stop at the next good moment. Safe in any thread.
  public func request() {
    requested.store(true, ordering: .relaxed)
  }

  /// Whether someone has asked.
  public var isRequested: Bool { requested.load(ordering: .relaxed) }
}
