/// The program that a plugin's process is started with, every path resolved.
public struct PluginProgram: Hashable, Sendable {
  /// The plugin's name in messages: its manifest's path or its executable's.
  public var label: String
  /// The executable's absolute path.
  public var executable: String
  /// The arguments of the executable, without its own name.
  public var arguments: [String] = []
  /// The working folder; `nil` means that of the harness.
  public var workingFolder: String?
  /// The complete environment.
  public var environment: [String: String]
  /// The plugin's own memory limit; `nil` means that of the run.
  public var memoryLimit: PluginManifest.MemoryLimit?
  /// Absolute paths of the files that the plugin is made of, without the executable.
  public var files: [String] = []

  /// Makes the program of a plugin that is one executable: no arguments, the basic environment.
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
