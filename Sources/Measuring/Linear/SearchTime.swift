import Base

/// The processor time in which a symbol is looked for.
struct SearchTime: Sendable {
  /// The time of the calling thread at which it is up; `nil` for never.
  private let end: UInt64?

  /// - Parameter limit: The time from now on; `nil` for as long as it takes.
  init(_ limit: Duration? = nil) {
    end = limit.map { ThreadClock.nanoseconds() + UInt64($0 / .nanoseconds(1)) }
  }

  var isUp: Bool { end.map { ThreadClock.nanoseconds() > $0 } ?? false }
}
