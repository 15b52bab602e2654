import Base
import Foundation

/// The part of a manifest that says how releases of the plugin's library are listed and installed.
package struct PluginVersions: Hashable, Sendable {
  /// The place where releases come from.
  package enum Source: Hashable, Sendable {
    /// A Python package: pip lists its releases and installs each in a virtual environment of its own.
    case pip(package: String)
    /// Programs of the plugin's own, with their arguments: one prints the releases, a line each, and one
    /// installs one of them into a folder.
    case programs(list: [String], install: [String])
  }

  /// The place where releases come from.
  package let source: Source
  /// The first release that the adapter can be used with; `nil` for all.
  package let first: VersionNumber?

  /// The rights that its programs need beyond those of the sandbox; pip always has the network.
  package let needs: Set<PluginManifest.Need>

  /// The placeholders of the program that installs a release.
  private static let placeholders = ["folder", "release", "venv"]

  /// Reads the part of a manifest.
  ///
  /// - Throws: `FileFault` that names file and line.
  init(_ node: YAMLNode) throws(FileFault) {
    let entries = try node.mapping(known: ["pip", "list", "install", "from", "needs"])
    if let package = entries["pip"] {
      for key in ["list", "install", "needs"] {
        try entries.refuse(key, because: "pip lists and installs releases itself")
      }
      source = .pip(package: try Self.package(package))
    } else {
      guard entries["list"] != nil || entries["install"] != nil else {
        throw node.error(
          "\(node.label) says neither with \"pip\" which Python package has the releases, nor with "
            + "\"list\" and \"install\" which programs list and install them")
      }
      source = .programs(
        list: try Self.words(try entries.required("list"), placeholders: ["folder"]),
        install: try Self.words(try entries.required("install"), placeholders: Self.placeholders))
    }
    var first: VersionNumber?
    if let entry = entries["from"] {
      let text = try entry.string()
      first = VersionNumber(parsing: text)
      guard first != nil else {
        throw entry.error("\"\(text)\" is not the number of a release, such as 2.0.0")
      }
    }
    self.first = first
    needs = try PluginManifest.needs(entries["needs"])
  }

  /// Checks that the adapter takes a release.
  ///
  /// - Throws: ``PluginError`` for one that is earlier than ``first``.
  func check(_ release: VersionNumber) throws(PluginError) {
    guard let first, !release.isAtLeast(first) else { return }
    throw PluginError(
      .unavailable, "the adapter takes releases from \(first) on; \(release) is an earlier one")
  }

  private static func package(_ entry: YAMLNode) throws(FileFault) -> String {
    let name = try entry.string()
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    guard isPlain, let first = name.first, first.isLetter || first.isNumber else {
      throw entry.error("\"\(name)\" is not the name of a Python package, such as toylib")
    }
    return name
  }

  private static func words(
    _ entry: YAMLNode, placeholders: [String]
  ) throws(FileFault) -> [String] {
    var words: [String] = []
    for item in try entry.list(of: "words") {
      let word = try item.string()
      try PluginManifest.checkPlaceholders(in: word, at: item, known: placeholders)
      words.append(word)
    }
    return words
  }
}

extension PluginManifest {
  /// The folders in which releases of the plugin's library are installed, the best first: beside
  /// `.venv-plugins` for a plugin of the harness, beside the manifest for others, and the cache of the
  /// user where that cannot be written.
  func releaseFolders(environment: [String: String]) -> [String] {
    let plugins = Folder.parent(of: folder)
    let beside =
      plugins.hasSuffix("/Plugins")
      ? "\(Folder.parent(of: plugins))/.venv-releases/\(name)" : "\(folder)/.venv-releases"
    let cache =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.cache" }
    return [beside] + (cache.map { ["\($0)/barcode-harness/releases/\(name)"] } ?? [])
  }

  /// The file in a release's folder that says that it is whole.
  static let installedMark = ".installed"

  /// The folder of a release that is installed; `nil` if it is not.
  func installedFolder(
    of release: VersionNumber, environment: [String: String]
  ) -> String? {
    releaseFolders(environment: environment).map { "\($0)/\(release)" }
      .first { FileManager.default.fileExists(atPath: "\($0)/\(Self.installedMark)") }
  }
}
