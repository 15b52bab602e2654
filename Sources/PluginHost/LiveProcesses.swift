import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The worker processes that run now, for ending the harness at once.
///
/// A plugin that does not use our SDK may not notice that its host is gone. Code that ends the
/// harness without letting its lanes end therefore calls ``killAll()`` first.
public enum LiveProcesses {
  private static let groups = Mutex<Set<pid_t>>([])

  /// Kills every worker with everything that it started. Safe from any thread.
  public static func killAll() {
    groups.withLock { groups in
      for group in groups { kill(-group, SIGKILL) }
    }
  }

  static func insert(_ group: pid_t) {
    _ = groups.withLock { $0.insert(group) }
  }

  static func remove(_ group: pid_t) {
    _ = groups.withLock { $0.remove(group) }
  }
}
