import Foundation

/// The CPU time of the calling thread.
package enum ThreadClock {
  /// Nanoseconds since the thread started.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
