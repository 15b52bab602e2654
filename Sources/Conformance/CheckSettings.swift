import PluginHost

/// How a plugin is examined.
public struct CheckSettings: Sendable {
  /// What its processes are started with: executable, options, deadlines, memory.
  public var worker: WorkerSettings
  /// The names of the checks to make, or of their stages; empty means all.
  public var only: Set<String>
  /// The names of checks that are known to fail, which is then no failure.
  public var known: Set<String>

  /// How long a process may take to end when it is to end, in nanoseconds.
  ///
  /// The host itself waits 500 ms before it kills; a loaded machine gets more here.
  public static let endingNanoseconds = 3_000_000_000

  /// Makes settings.
  public init(worker: WorkerSettings, only: Set<String> = [], known: Set<String> = []) {
    self.worker = worker
    self.only = only
    self.known = known
  }
}
