import Synchronization

/// How far a run is, for a progress display on another thread.
public final class RunProgress: Sendable {
  /// One decoder's counts so far.
  public final class Counter: Sendable {
    private let doneCount = Atomic<Int>(0)
    private let readCount = Atomic<Int>(0)
    private let brokenCount = Atomic<Int>(0)
    private let askedCount = Atomic<Int>(0)

    /// Samples judged.
    public var done: Int { doneCount.load(ordering: .relaxed) }
    /// Samples read right.
    public var read: Int { readCount.load(ordering: .relaxed) }
    /// Crashes, timeouts and failures.
    public var broken: Int { brokenCount.load(ordering: .relaxed) }

    /// Samples asked for so far, where that is settled on the way.
    public var asked: Int { askedCount.load(ordering: .relaxed) }

    func ask(_ samples: Int) { askedCount.add(samples, ordering: .relaxed) }

    func count(_ verdict: Verdict) {
      doneCount.add(1, ordering: .relaxed)
      if verdict.isSuccess { readCount.add(1, ordering: .relaxed) }
      if verdict.isBreakage { brokenCount.add(1, ordering: .relaxed) }
    }
  }

  /// A counter for each contestant, in order.
  public let counters: [Counter]
  /// Samples in the run's slice.
  public let total: Int
  private let visited = Atomic<Int>(0)

  /// Makes progress at its start.
  public init(contestants: Int, total: Int) {
    counters = (0..<contestants).map { _ in Counter() }
    self.total = total
  }

  /// Samples that every decoder is through with.
  public var samplesDone: Int { visited.load(ordering: .relaxed) }

  func countSample() {
    visited.add(1, ordering: .relaxed)
  }
}
