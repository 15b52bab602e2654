extension PluginSearch {
  /// A plugin, found but not yet started.
  public struct Location: Hashable, Sendable {
    /// The name that its manifest or its file name gives; `nil` when neither does.
    public let name: String?
    /// The absolute path of its manifest or its executable.
    public let path: String
    /// The place in the search order at which it was found.
    public let source: Source
    /// The program that starts it, or the reason it cannot be started.
    public let program: Result<PluginProgram, PluginError>

    /// True if it is not run because every user can change it.
    public var isRefused: Bool {
      if case .failure(let error) = program { error.code == .refused } else { false }
    }
  }
}

extension WorkerSettings {
  /// Settings for a plugin that was found.
  ///
  /// - Parameters:
  ///   - location: The plugin's place.
  ///   - memoryLimitBytes: The limit of plugins that have none of their own; `nil` for no limit.
  /// - Throws: ``PluginError`` that says why it cannot be started.
  public init(
    _ location: PluginSearch.Location, options: [String: String] = [:],
    decodeDeadlineNanoseconds: Int = 5_000_000_000,
    startDeadlineNanoseconds: Int = 10_000_000_000,
    memoryLimitBytes: Int? = nil
  ) throws(PluginError) {
    let program = try location.program.get()
    self.init(
      program: program, options: options, decodeDeadlineNanoseconds: decodeDeadlineNanoseconds,
      startDeadlineNanoseconds: startDeadlineNanoseconds,
      memoryLimitBytes: program.memoryLimit.map(\.bytes) ?? memoryLimitBytes)
  }
}

extension PluginManifest.MemoryLimit {
  /// The limit in bytes; `nil` for none.
  var bytes: Int? {
    switch self {
    case .unlimited: nil
    case .bytes(let count): count
    }
  }
}
