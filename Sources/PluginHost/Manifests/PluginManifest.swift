/// The contents of a `plugin.yaml`: how a plugin is started, and what it may see and use.
///
/// A plugin that is one executable needs none. A plugin that needs an interpreter, arguments, an
/// environment variable or more memory than others says so here.
public struct PluginManifest: Hashable, Sendable {
  /// A limit of the address space of a plugin's processes.
  public enum MemoryLimit: Hashable, Sendable {
    /// No limit at all.
    case unlimited
    /// A number of bytes.
    case bytes(Int)
  }

  /// A variable that the plugin gets in addition to the basic ones.
  public enum Variable: Hashable, Sendable {
    /// A variable of the harness's own environment, passed through if it is set.
    case passed(String)
    /// A variable whose value the manifest gives.
    case set(String, to: String)
  }

  /// The manifest's absolute path.
  public let path: String
  /// The decoder's name.
  public let name: String
  /// The program and its arguments, as written.
  public let command: [String]
  /// Environment variables in addition to the basic ones.
  public let environment: [Variable]
  /// The plugin's own memory limit; `nil` means that of the run.
  public let memoryLimit: MemoryLimit?
  /// The command that installs what is missing, for the end of "install it with:".
  public let install: String?
  /// Files that the plugin needs or is made of, besides those that the command names, as written.
  public let files: [String]
  /// The settings that the plugin gets, as JSON; `nil` when the manifest has none.
  public let settings: String?

  /// The folder that the manifest is in; the plugin runs there.
  public var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// True if a file of that name is a manifest: `plugin.yaml` or `NAME.plugin.yaml`.
  public static func isManifest(_ fileName: String) -> Bool {
    fileName == "plugin.yaml" || (fileName.hasSuffix(".plugin.yaml") && fileName.first != ".")
  }
}
