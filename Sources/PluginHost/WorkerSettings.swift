/// The settings that workers of one decoder are started with.
public struct WorkerSettings: Hashable, Sendable {
  /// The program to start: executable, arguments, environment.
  public var program: PluginProgram
  /// The options as typed; the plugin checks and completes them.
  public var options: [String: String]
  /// The time after which one decode is a timeout, in nanoseconds.
  public var decodeDeadlineNanoseconds: Int
  /// The time that a worker has to start and say that it is ready, in nanoseconds.
  public var startDeadlineNanoseconds: Int
  /// The address space that a worker may use, in bytes; `nil` for no limit.
  public var memoryLimitBytes: Int?

  /// Makes settings.
  public init(
    program: PluginProgram, options: [String: String] = [:],
    decodeDeadlineNanoseconds: Int = 5_000_000_000,
    startDeadlineNanoseconds: Int = 10_000_000_000,
    memoryLimitBytes: Int? = nil
  ) {
    self.program = program
    self.options = options
    self.decodeDeadlineNanoseconds = decodeDeadlineNanoseconds
    self.startDeadlineNanoseconds = startDeadlineNanoseconds
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// The executable's absolute path.
  public var executable: String { program.executable }

  /// Makes settings for a plugin that is one executable, at an absolute path.
  public init(
    executable: String, options: [String: String] = [:],
    decodeDeadlineNanoseconds: Int = 5_000_000_000,
    startDeadlineNanoseconds: Int = 10_000_000_000,
    memoryLimitBytes: Int? = nil
  ) {
    self.init(
      program: PluginProgram(executable: executable), options: options,
      decodeDeadlineNanoseconds: decodeDeadlineNanoseconds,
      startDeadlineNanoseconds: startDeadlineNanoseconds, memoryLimitBytes: memoryLimitBytes)
  }
}
