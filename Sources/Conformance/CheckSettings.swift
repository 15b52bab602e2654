import PluginHost

/// The settings of a plugin's examination.
public struct CheckSettings: Sendable {
  /// The settings that its processes are started with: executable, options, deadlines, memory.
  public var worker: WorkerSettings
  /// The names of the checks or stages to run; empty means all.
  public var only: Set<String>
  /// The names of checks that are known to fail; their failing is then no failure.
  public var known: Set<String>

  /// The time that a process has to end when it should end, in nanoseconds.
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
