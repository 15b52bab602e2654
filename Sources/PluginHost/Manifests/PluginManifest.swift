/// What a `plugin.yaml` says: how a plugin is started, and what it may see and use.
///
/// A plugin that is one executable needs none. One that needs an interpreter, arguments, a variable
/// of the environment or more memory than others says so here.
public struct PluginManifest: Hashable, Sendable {
  /// How much address space a plugin's processes may use.
  public enum MemoryLimit: Hashable, Sendable {
    /// No limit at all.
    case unlimited
    /// So many bytes.
    case bytes(Int)
  }

  /// A variable that the plugin gets beside the basic ones.
  public enum Variable: Hashable, Sendable {
    /// One of the harness's own, passed through where it is set.
    case passed(String)
    /// One with a value of the manifest's.
    case set(String, to: String)
  }

  /// The manifest's absolute path.
  public let path: String
  /// The decoder's name.
  public let name: String
  /// The program and its arguments, as written.
  public let command: [String]
  /// Variables of the environment beside the basic ones.
  public let environment: [Variable]
  /// The memory limit of its own; `nil` means that of the run.
  public let memoryLimit: MemoryLimit?
  /// How to get what is missing, for the end of "install it with:".
  public let install: String?
  /// Files that the plugin needs and is made of, beside those that the command names, as written.
  public let files: [String]
  /// What the plugin is told of itself, as JSON; `nil` when the manifest has no settings.
  public let settings: String?

  /// The folder that the manifest is in, where the plugin works.
  public var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Whether a file of that name is a manifest: `plugin.yaml` or `NAME.plugin.yaml`.
  public static func isManifest(_ fileName: String) -> Bool {
    fileName == "plugin.yaml" || (fileName.hasSuffix(".plugin.yaml") && fileName.first != ".")
  }
}
