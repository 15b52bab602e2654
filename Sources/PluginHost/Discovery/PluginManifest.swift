import Base
import DecoderKit
import Foundation

/// The contents of a `plugin.yaml`: how a plugin is started, and what it may see and use.
///
/// A plugin that is one executable needs none. A plugin that needs an interpreter, arguments, an
/// environment variable or more memory than others says so here.
package struct PluginManifest: Hashable, Sendable {
  /// A limit of the address space of a plugin's processes.
  package enum MemoryLimit: Hashable, Sendable {
    /// No limit at all.
    case unlimited
    /// A number of bytes.
    case bytes(Int)
  }

  /// A variable that the plugin gets in addition to the basic ones.
  package enum Variable: Hashable, Sendable {
    /// A variable of the harness's own environment, passed through if it is set.
    case passed(String)
    /// A variable whose value the manifest gives.
    case set(String, to: String)

    /// The variable's name.
    var name: String {
      switch self {
      case .passed(let name), .set(let name, _): name
      }
    }
  }

  /// A right that a plugin needs beyond those of the sandbox.
  package enum Need: String, CaseIterable, Hashable, Sendable {
    /// Sockets of the internet protocols.
    case network
    /// Files that are changed outside of a temporary folder of its own.
    case files
  }

  /// The manifest's absolute path.
  package let path: String
  /// The decoder's name.
  package let name: String
  /// The program and its arguments, as written.
  package let command: [String]
  /// Environment variables in addition to the basic ones.
  package let environment: [Variable]
  /// The plugin's own memory limit; `nil` means that of the run.
  package let memoryLimit: MemoryLimit?
  /// The command that installs what is missing, for the end of "install it with:".
  package let install: String?
  /// Why people want it, to be said where it takes no part for not being installed; `nil` to be silent.
  package let recommended: String?
  /// Files that the plugin needs or is made of, besides those that the command names, as written.
  package let files: [String]
  /// Files and folders that it reads beside its own folder and what any program needs, as written.
  package let reads: [String]
  /// The settings that the plugin gets, as JSON; `nil` when the manifest has none.
  package let settings: String?
  /// The rights that it needs beyond those of the sandbox.
  package let needs: Set<Need>
  /// The releases of its library that can be had one by one; `nil` when the manifest does not say.
  package let releases: PluginVersions?

  /// The folder that the manifest is in; the plugin runs there.
  package var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// True if a file of that name is a manifest: `plugin.yaml` or `NAME.plugin.yaml`.
  package static func isManifest(_ fileName: String) -> Bool {
    fileName == "plugin.yaml" || (fileName.hasSuffix(".plugin.yaml") && fileName.first != ".")
  }
}

extension PluginManifest {
  /// The version of the manifest's format that is read here.
  static let format = 1

  /// The most bytes of a manifest: people write them by hand.
  private static let mostBytes = 1 << 20

  private static let keys = [
    "format", "name", "command", "environment", "memory-limit", "install", "files", "reads",
    "settings", "needs", "releases", "recommended",
  ]

  /// Reads a manifest's file.
  ///
  /// - Parameter path: An absolute path.
  /// - Throws: ``PluginError`` that names file and line.
  package init(contentsOf path: String) throws(PluginError) {
    let bytes = try Self.bytes(path)
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw PluginError(.badManifest, "\(path): this is not UTF-8")
    }
    try self.init(yaml: yaml, path: path)
  }

  /// The bytes of a manifest: of a plain file, and not more than people write.
  private static func bytes(_ path: String) throws(PluginError) -> [UInt8] {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw PluginError(.badManifest, "\(path): cannot be read; a manifest is a plain file")
    }
    do throws(FileError) {
      let file = try InputFile(path)
      var bytes: [UInt8] = []
      while bytes.count <= mostBytes {
        let more = try file.read(atMost: mostBytes + 1 - bytes.count)
        guard !more.isEmpty else { return bytes }
        bytes += more
      }
    } catch {
      throw PluginError(.badManifest, "\(path): cannot be read: \(error.reason)")
    }
    throw PluginError(
      .badManifest, "\(path): is larger than the \(mostBytes >> 10) KB that a manifest may have")
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - yaml: The file's contents.
  ///   - path: The file's absolute path.
  /// - Throws: ``PluginError`` that names file and line.
  package init(yaml: String, path: String) throws(PluginError) {
    do throws(FileFault) {
      self = try Self.read(yaml, path: path)
    } catch {
      throw PluginError(.badManifest, error.description)
    }
  }

  private static func read(_ yaml: String, path: String) throws(FileFault) -> PluginManifest {
    let root = try YAMLNode(
      yaml: yaml, file: path, label: "the manifest",
      empty: "the file is empty: a manifest starts with \"format: 1\"")
    let entries = try root.mapping(known: keys)
    let format = try entries.required("format")
    guard try format.string() == String(Self.format) else {
      throw format.error(
        "format \(try format.string()) is not known here: this harness reads format "
          + "\(Self.format)")
    }
    var command: [String] = []
    for word in try entries.required("command").list(of: "words") {
      command.append(try checkedString(word))
    }
    var files: [String] = []
    for file in try entries["files"]?.anyList(of: "files") ?? [] {
      files.append(try checkedString(file))
    }
    var reads: [String] = []
    for path in try entries["reads"]?.anyList(of: "paths") ?? [] {
      reads.append(try checkedString(path))
    }
    return PluginManifest(
      path: path, name: try name(try entries.required("name")), command: command,
      environment: try variables(entries["environment"]),
      memoryLimit: try entries["memory-limit"].map(memoryLimit),
      install: try entries["install"]?.string(),
      recommended: try entries["recommended"]?.string(), files: files, reads: reads,
      settings: try entries["settings"].map(json), needs: try needs(entries["needs"]),
      releases: try releases(entries["releases"]))
  }

  private static func releases(_ entry: YAMLNode?) throws(FileFault) -> PluginVersions? {
    guard let entry else { return nil }
    return try PluginVersions(entry)
  }

  /// Writes settings as JSON with sorted keys, for plugins without a parser of YAML.
  private static func json(_ entry: YAMLNode) throws(FileFault) -> String {
    let value = try entry.jsonValue()
    do {
      return try SortedJSON.text(value)
    } catch {
      throw entry.error("\(entry.label) cannot be said in JSON: \(error)")
    }
  }

  private static func name(_ entry: YAMLNode) throws(FileFault) -> String {
    let name = try entry.string()
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
    }
    guard isPlain, (1...64).contains(name.count) else {
      throw entry.error(
        "\"\(name.prefix(80))\" is not a name: 1 to 64 lower-case letters, digits and hyphens")
    }
    return name
  }

  private static func variables(_ entry: YAMLNode?) throws(FileFault) -> [Variable] {
    var variables: [Variable] = []
    for item in try entry?.anyList(of: "variables") ?? [] {
      let text = try item.string()
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      guard isPlain, let first = name.first, !first.isNumber else {
        throw item.error(
          "\"\(text)\" is not a variable: write NAME to pass one through or NAME=value to set one")
      }
      if parts.count == 2 { try checkPlaceholders(in: String(parts[1]), at: item) }
      variables.append(parts.count == 1 ? .passed(name) : .set(name, to: String(parts[1])))
    }
    return variables
  }

  static func needs(_ entry: YAMLNode?) throws(FileFault) -> Set<Need> {
    var needs: Set<Need> = []
    for item in try entry?.anyList(of: "needs") ?? [] {
      let text = try item.string()
      guard let need = Need(rawValue: text) else {
        let known = Need.allCases.map(\.rawValue)
        throw item.error(
          "unknown need \"\(text)\"." + SpellingSuggestion.sentence(for: text, among: known))
      }
      needs.insert(need)
    }
    return needs
  }

  private static func memoryLimit(_ entry: YAMLNode) throws(FileFault) -> MemoryLimit {
    let text = try entry.string()
    if text == "none" { return .unlimited }
    let units: [Character: Int] = ["M": 1 << 20, "G": 1 << 30]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (1...1 << 20).contains(count)
    else {
      throw entry.error("\"\(text)\" is not a size: write 512M, 4G or none")
    }
    return .bytes(count * unit)
  }

  private static func checkedString(_ entry: YAMLNode) throws(FileFault) -> String {
    let text = try entry.string()
    try checkPlaceholders(in: text, at: entry)
    return text
  }

  /// Checks that a text has no name in braces but those that are known.
  static func checkPlaceholders(
    in text: String, at place: YAMLNode, known: [String] = placeholders
  ) throws(FileFault) {
    for match in text.matches(of: /\{([a-z]+)\}/) where !known.contains(String(match.1)) {
      throw place.error(
        "unknown placeholder {\(match.1)} in \"\(text)\"; known are "
          + known.map { "{\($0)}" }.joined(separator: ", "))
    }
  }

  /// The names that may stand in braces in the command, in files and in variables' values.
  static let placeholders = ["folder", "venv"]
}
