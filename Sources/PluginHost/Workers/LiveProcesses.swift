import CProcess
import Foundation
import Synchronization

/// The worker processes that run now, for ending the harness at once.
///
/// A plugin that does not use our SDK may not notice that its host is gone. Code that ends the
/// harness without letting its lanes end therefore calls ``killAll()`` first.
package enum LiveProcesses {
  /// A guard's socket, and the decoder whose plugin it holds.
  private struct Live {
    let control: Int32
    var decoder: String
  }

  private static let guards = Mutex<[pid_t: Live]>([:])
  private static let closed = Atomic<Bool>(false)
  private static let late = Mutex<[pid_t]>([])
  private static let left = Mutex<[WorkerSurvivor]>([])

  /// Kills every worker with everything that it started, and waits for that, a second and a half at
  /// most. Safe from any thread.
  package static func killAll() {
    let lost = guards.withLock { guards in
      // A guard that nobody can talk to any more kills at once.
      for live in guards.values { shutdown(live.control, Int32(SHUT_WR)) }
      let deadline = monotonicNanoseconds() + 1_500_000_000
      return guards.filter {
        !takesLeave($0.value.control, decoder: $0.value.decoder, until: deadline)
      }.map(\.key)
    }
    // One that is stopped, or hangs itself, would come to life again when the harness is gone.
    for guardian in lost { kill(guardian, SIGKILL) }
    endWhatIsLeft(by: lost)
  }

  /// Notes what a guard could not end, and waits for its last word; false if that does not come in time.
  static func takesLeave(_ control: Int32, decoder: String, until deadline: Int) -> Bool {
    var record = guard_record()
    while true {
      let left = deadline - monotonicNanoseconds()
      switch process_next_record(control, &record, Int32(max(left, 0) / 1_000_000 + 1)) {
      case 1 where record.kind == GUARD_SURVIVOR.rawValue:
        note(WorkerSurvivor(record, decoder: decoder))
      case 1: continue
      case 0: if left <= 0 { return false }
      default: return true
      }
    }
  }

  /// Lets no more workers start and kills those that run. Safe from any thread.
  package static func close() {
    closed.store(true, ordering: .relaxed)
    killAll()
  }

  /// True if no more workers may start: the harness is ending.
  static var isClosed: Bool { closed.load(ordering: .relaxed) }

  /// The processes that could not be ended so far.
  package static var survivors: [WorkerSurvivor] { left.withLock { $0 } }

  static func note(_ survivor: WorkerSurvivor) {
    left.withLock { $0.append(survivor) }
  }

  static func insert(_ guardian: pid_t, control: Int32, decoder: String) {
    guards.withLock { $0[guardian] = Live(control: control, decoder: decoder) }
  }

  /// Names the decoder whose plugin a guard holds, once that has said who it is.
  static func rename(_ guardian: pid_t, _ decoder: String) {
    guards.withLock { $0[guardian]?.decoder = decoder }
  }

  /// Remembers a guard that has not ended in time, so that it is reaped once it has.
  static func reapLater(_ guardian: pid_t) {
    late.withLock { $0.append(guardian) }
  }

  static func remove(_ guardian: pid_t) {
    late.withLock { late in late.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    guards.withLock { _ = $0.removeValue(forKey: guardian) }
  }

  /// Ends what guards that were killed have left behind, with their control groups.
  static func endWhatIsLeft(by guardians: [pid_t]) {
    guard !guardians.isEmpty else { return }
    for guardian in guardians { process_kill_group(guardian) }
    let known = guards.withLock { Array($0.keys) }
    _ = process_end_orphans(known, Int32(known.count))
    for guardian in guardians { process_remove_group(guardian) }
  }
}

extension WorkerSurvivor {
  /// Makes a survivor from a guard's record.
  init(_ record: guard_record, decoder: String) {
    self.init(
      process: record.number, name: record.message, decoder: decoder,
      isStuck: record.value == UInt8(ascii: "D"))
  }
}

/// The process that runs plugins, where it is a program of its own and not a library's user.
package enum HarnessProcess {
  /// The files that every command can open besides the standard streams, or it would end in the middle.
  private static let leastFiles: Int32 = 16

  /// Keeps plugins that run as the same user from reading the process's memory and environment, and takes
  /// in what a killed guard leaves behind.
  ///
  /// - Throws: ``PluginError`` where standard output is closed, or too few files can be opened.
  package static func prepare() throws(PluginError) {
    DescriptorBudget.raise(to: 64)
    let files = process_open_standard_streams(leastFiles)
    guard files >= leastFiles else {
      throw PluginError(
        .notStarted,
        "only \(files) open files are allowed here besides the standard streams (ulimit -n), but at least "
          + "\(leastFiles) are needed: allow more")
    }
    guard process_has_output() else {
      throw PluginError(
        .notStarted, "standard output is closed: open it, or send it to a file or to /dev/null")
    }
    process_hide()
    process_adopt_orphans()
    // A plugin that makes the harness a descriptor's owner would end it with this one.
    signal(SIGIO, SIG_IGN)
  }
}

/// The file descriptors that a run's workers need, reserved before the first of them starts.
///
/// A process that runs out of them in the middle of a run could not even tell whose fault it is.
package enum DescriptorBudget {
  /// Descriptors per worker: three pipes and a socket with both ends open while it starts.
  private static let perWorker = 8
  /// Descriptors of the harness: store, reports, standard streams, and room for what libraries
  /// open.
  private static let own = 64

  /// Raises the soft limit if that is needed and allowed.
  ///
  /// - Throws: ``PluginError`` when the hard limit is too low; it says what would be enough.
  package static func reserve(workers: Int) throws(PluginError) {
    let needed = own + perWorker * workers
    let allowed = raise(to: needed)
    guard allowed >= needed else {
      throw PluginError(
        .notStarted,
        "\(workers) workers need about \(needed) open files, but only \(allowed) are allowed "
          + "here (ulimit -Hn): use fewer --jobs or decoders")
    }
  }

  /// Raises the soft limit to a number of files, or as far as that is allowed; returns what is allowed then.
  @discardableResult
  static func raise(to needed: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < rlim_t(needed) else {
      return needed
    }
    limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
    setrlimit(descriptors, &limit)
    return Int(limit.rlim_cur)
  }

  #if canImport(Glibc)
    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptors = RLIMIT_NOFILE
  #endif
}
