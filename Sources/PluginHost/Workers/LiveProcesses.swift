import CProcess
import Foundation
import Synchronization

/// The worker processes that run now, for ending the harness at once.
///
/// A plugin that does not use our SDK may not notice that its host is gone. Code that ends the
/// harness without letting its lanes end therefore calls ``killAll()`` first.
public enum LiveProcesses {
  private static let guards = Mutex<[pid_t: Int32]>([:])
  private static let closed = Atomic<Bool>(false)
  private static let late = Mutex<[pid_t]>([])
  private static let left = Mutex<[WorkerSurvivor]>([])

  /// Kills every worker with everything that it started, and waits for that, a second and a half at
  /// most. Safe from any thread.
  public static func killAll() {
    guards.withLock { guards in
      // A guard that nobody can talk to any more kills at once.
      for control in guards.values { shutdown(control, Int32(SHUT_WR)) }
      let deadline = monotonicNanoseconds() + 1_500_000_000
      for control in guards.values {
        var record = guard_record()
        var left = deadline - monotonicNanoseconds()
        while left > 0, process_next_record(control, &record, Int32(left / 1_000_000 + 1)) == 1 {
          left = deadline - monotonicNanoseconds()
        }
      }
    }
  }

  /// Lets no more workers start and kills those that run. Safe from any thread.
  public static func close() {
    closed.store(true, ordering: .relaxed)
    killAll()
  }

  /// True if no more workers may start: the harness is ending.
  static var isClosed: Bool { closed.load(ordering: .relaxed) }

  /// The processes that could not be ended so far.
  public static var survivors: [WorkerSurvivor] { left.withLock { $0 } }

  static func note(_ survivor: WorkerSurvivor) {
    left.withLock { $0.append(survivor) }
  }

  static func insert(_ guardian: pid_t, control: Int32) {
    guards.withLock { $0[guardian] = control }
  }

  /// Remembers a guard that has not ended in time, so that it is reaped once it has.
  static func reapLater(_ guardian: pid_t) {
    late.withLock { $0.append(guardian) }
  }

  static func remove(_ guardian: pid_t) {
    late.withLock { late in late.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    guards.withLock { _ = $0.removeValue(forKey: guardian) }
  }

  /// Ends what a guard that was killed has left behind.
  static func endOrphans() {
    let known = guards.withLock { Array($0.keys) }
    _ = process_end_orphans(known, Int32(known.count))
  }
}

/// The process that runs plugins, where it is a program of its own and not a library's user.
public enum HarnessProcess {
  /// Keeps plugins that run as the same user from reading the process's memory and environment, and takes
  /// in what a killed guard leaves behind.
  public static func prepare() {
    process_hide()
    process_adopt_orphans()
    // A plugin that makes the harness a descriptor's owner would end it with this one.
    signal(SIGIO, SIG_IGN)
  }
}

/// The file descriptors that a run's workers need, reserved before the first of them starts.
///
/// A process that runs out of them in the middle of a run could not even tell whose fault it is.
public enum DescriptorBudget {
  /// Descriptors per worker: three pipes and a socket with both ends open while it starts.
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
