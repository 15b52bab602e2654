/// The settings that workers of one decoder are started with.
package struct WorkerSettings: Hashable, Sendable {
  /// The program to start: executable, arguments, environment.
  package var program: PluginProgram
  /// The options as typed; the plugin checks and completes them.
  package var options: [String: String]
  /// The time after which one decode is a timeout, in nanoseconds.
  package var decodeDeadlineNanoseconds: Int
  /// The time that a worker has to start and say that it is ready, in nanoseconds.
  package var startDeadlineNanoseconds: Int
  /// The memory that a worker may use with all that it starts, and the address space of each of its
  /// processes, in bytes; `nil` for no limit.
  package var memoryLimitBytes: Int?
  /// The rights that the plugin keeps.
  package var sandbox = SandboxMode.automatic
  /// Folders that the sandbox lets it write in, besides its own temporary one.
  var writableFolders: [String] = []
  /// Files and folders that the sandbox lets it read, besides those of its program.
  var readableFiles: [String] = []
  /// The kinds of protection that are not tried.
  package var withheld = WorkerProtections.withheld

  package init(
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
  package var executable: String { program.executable }

  /// Makes settings for a plugin that is one executable, at an absolute path.
  package init(
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

extension WorkerSettings {
  /// Settings for a plugin that was found.
  ///
  /// - Parameters:
  ///   - location: The plugin's place.
  ///   - memoryLimitBytes: The limit of plugins that have none of their own; `nil` for no limit.
  /// - Throws: ``PluginError`` that says why it cannot be started.
  package init(
    _ location: PluginSearch.Location, options: [String: String] = [:],
    decodeDeadlineNanoseconds: Int = 5_000_000_000,
    startDeadlineNanoseconds: Int = 10_000_000_000,
    memoryLimitBytes: Int? = nil, sandbox: SandboxMode = .automatic
  ) throws(PluginError) {
    let program = try location.program.get()
    self.init(
      program: program, options: options, decodeDeadlineNanoseconds: decodeDeadlineNanoseconds,
      startDeadlineNanoseconds: startDeadlineNanoseconds,
      memoryLimitBytes: program.memoryLimit.map(\.bytes) ?? memoryLimitBytes)
    self.sandbox = sandbox
  }
}
