import Results
import Synchronization

/// The progress of a run, for a progress display on another thread.
package final class RunProgress: Sendable {
  /// One decoder's counts so far.
  package final class Counter: Sendable {
    private let doneCount = Atomic<Int>(0)
    private let readCount = Atomic<Int>(0)
    private let brokenCount = Atomic<Int>(0)
    private let retriedCount = Atomic<Int>(0)
    private let askedCount = Atomic<Int>(0)
    private let busyCount = Atomic<Int>(0)

    /// The number of samples judged.
    package var done: Int { doneCount.load(ordering: .relaxed) }
    /// The number of successes; see ``Verdict/isSuccess``.
    package var read: Int { readCount.load(ordering: .relaxed) }
    /// The number of errors: crashes, timeouts and failures.
    package var broken: Int { brokenCount.load(ordering: .relaxed) }

    /// The number of samples that were tried again in a fresh process.
    package var retried: Int { retriedCount.load(ordering: .relaxed) }

    /// The number of samples asked for so far, in a run that chooses its own trials.
    package var asked: Int { askedCount.load(ordering: .relaxed) }

    /// The time that the decoder took for all of them, in nanoseconds: misses, restarts and waiting
    /// for a deadline included.
    package var busyNanoseconds: Int { busyCount.load(ordering: .relaxed) }

    func ask(_ samples: Int) { askedCount.add(samples, ordering: .relaxed) }

    func count(_ verdict: Verdict, wasRetried: Bool, busyNanoseconds: Int) {
      if wasRetried { retriedCount.add(1, ordering: .relaxed) }
      busyCount.add(busyNanoseconds, ordering: .relaxed)
      doneCount.add(1, ordering: .relaxed)
      if verdict.isSuccess { readCount.add(1, ordering: .relaxed) }
      if verdict.isBreakage { brokenCount.add(1, ordering: .relaxed) }
    }
  }

  /// A counter for each decoder, in order.
  package let counters: [Counter]
  /// The number of samples in the run's slice.
  package let total: Int
  private let visited = Atomic<Int>(0)

  package init(decoders: Int, total: Int) {
    counters = (0..<decoders).map { _ in Counter() }
    self.total = total
  }

  /// The number of samples that every decoder is done with.
  package var samplesDone: Int { visited.load(ordering: .relaxed) }

  func countSample() {
    visited.add(1, ordering: .relaxed)
  }
}
