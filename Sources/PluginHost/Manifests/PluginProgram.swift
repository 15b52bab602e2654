/// What a plugin's process is started with, every path settled.
public struct PluginProgram: Hashable, Sendable {
  /// What sentences about the plugin call it: its manifest's path or its executable's.
  public var label: String
  /// The executable's absolute path.
  public var executable: String
  /// What the executable is given, its own name aside.
  public var arguments: [String] = []
  /// Where it works; `nil` means the harness's own folder.
  public var workingFolder: String?
  /// All of its environment.
  public var environment: [String: String]
  /// A memory limit of its own; `nil` means that of the run.
  public var memoryLimit: PluginManifest.MemoryLimit?
  /// Absolute paths of the files that it is made of, the executable aside.
  public var files: [String] = []

  /// A plugin that is one executable: no arguments, the basic environment.
  ///
  /// - Parameters:
  ///   - executable: An absolute path.
  ///   - surroundings: The harness's own environment, of which the plugin gets the basic part.
  public init(executable: String, surroundings: [String: String] = BasicEnvironment.current) {
    label = executable
    self.executable = executable
    environment = BasicEnvironment.part(of: surroundings)
  }
}
