import Yams

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PluginManifest {
  /// The version of the manifest's format that is read here.
  static let format = 1

  private static let keys = [
    "format", "name", "command", "environment", "memory-limit", "install", "files", "settings",
  ]

  /// Reads a manifest's file.
  ///
  /// - Parameter path: An absolute path.
  /// - Throws: ``PluginError`` that names file and line.
  public init(contentsOf path: String) throws(PluginError) {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw PluginError(.badManifest, "\(path): cannot be read")
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw PluginError(.badManifest, "\(path): this is not UTF-8")
    }
    try self.init(yaml: yaml, path: path)
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - yaml: The file's contents.
  ///   - path: The file's absolute path.
  /// - Throws: ``PluginError`` that names file and line.
  package init(yaml: String, path: String) throws(PluginError) {
    let root = try ManifestNode(yaml: yaml, file: path)
    let entries = try root.mapping(known: Self.keys)
    func required(_ key: String) throws(PluginError) -> ManifestNode {
      guard let entry = entries[key] else { throw root.error("\"\(key)\" is missing") }
      return entry
    }
    let format = try required("format")
    guard try format.text() == String(Self.format) else {
      throw format.error(
        "format \(try format.text()) is not known here: this harness reads format \(Self.format)")
    }
    let command = try required("command")
    let words = try command.texts()
    guard !words.isEmpty else { throw command.error("\"command\" is empty: it names a program") }
    for (word, place) in words { try PluginManifest.checkPlaceholders(in: word, at: place) }
    var files: [String] = []
    for (file, place) in try entries["files"]?.texts() ?? [] {
      try PluginManifest.checkPlaceholders(in: file, at: place)
      files.append(file)
    }
    self.init(
      path: path, name: try PluginManifest.name(try required("name")), command: words.map(\.text),
      environment: try PluginManifest.variables(entries["environment"]),
      memoryLimit: try entries["memory-limit"].map(PluginManifest.memoryLimit),
      install: try entries["install"]?.text(), files: files,
      settings: try entries["settings"].map { entry throws(PluginError) in try entry.json() })
  }

  private static func name(_ entry: ManifestNode) throws(PluginError) -> String {
    let name = try entry.text()
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
    }
    guard isPlain, (1...64).contains(name.count) else {
      throw entry.error(
        "\"\(name.prefix(80))\" is not a name: 1 to 64 lower-case letters, digits and hyphens")
    }
    return name
  }

  private static func variables(_ entry: ManifestNode?) throws(PluginError) -> [Variable] {
    var variables: [Variable] = []
    for (text, place) in try entry?.texts() ?? [] {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      guard isPlain, let first = name.first, !first.isNumber else {
        throw place.error(
          "\"\(text)\" is not a variable: write NAME to pass one through or NAME=value to set one")
      }
      if parts.count == 2 { try checkPlaceholders(in: String(parts[1]), at: place) }
      variables.append(parts.count == 1 ? .passed(name) : .set(name, to: String(parts[1])))
    }
    return variables
  }

  private static func memoryLimit(_ entry: ManifestNode) throws(PluginError) -> MemoryLimit {
    let text = try entry.text()
    if text == "none" { return .unlimited }
    let units: [Character: Int] = ["M": 1 << 20, "G": 1 << 30]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (1...1 << 20).contains(count)
    else {
      throw entry.error("\"\(text)\" is not a size: write 512M, 4G or none")
    }
    return .bytes(count * unit)
  }

  private static func checkPlaceholders(
    in text: String, at place: ManifestNode
  ) throws(PluginError) {
    for match in text.matches(of: /\{([a-z]+)\}/) where !placeholders.contains(String(match.1)) {
      throw place.error(
        "unknown placeholder {\(match.1)} in \"\(text)\"; known are "
          + placeholders.map { "{\($0)}" }.joined(separator: " and "))
    }
  }

  /// The names that may stand in braces in the command, in files and in variables' values.
  static let placeholders = ["folder", "venv"]
}
