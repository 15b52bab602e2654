import DecoderKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where decoder plugins are looked for. The first plugin of a name wins.
///
/// The order: paths given by hand, then executables named `harness-decoder-NAME` beside the
/// harness, on `HARNESS_PLUGIN_PATH`, and on `PATH`. The current folder is never searched.
public struct PluginSearch: Sendable {
  /// One place in the order.
  public enum Source: String, Hashable, Sendable {
    case given = "--plugin"
    case besideHarness = "beside the harness"
    case pluginPath = "HARNESS_PLUGIN_PATH"
    case path = "PATH"
  }

  /// A plugin's executable, found but not yet started.
  public struct Location: Hashable, Sendable {
    /// The name that its file name promises; `nil` when it was given by hand under another name.
    public let name: String?
    /// The executable's absolute path.
    public let path: String
    /// Where it was found.
    public let source: Source
  }

  private let given: [String]
  private let folders: [(path: String, source: Source)]

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - given: Executables named by hand.
  ///   - harnessFolder: The folder of the harness's own executable.
  ///   - environment: Where `HARNESS_PLUGIN_PATH` and `PATH` are read.
  public init(given: [String], harnessFolder: String?, environment: [String: String]) {
    self.given = given
    var folders: [(String, Source)] = []
    if let harnessFolder { folders.append((harnessFolder, .besideHarness)) }
    for (variable, source) in [("HARNESS_PLUGIN_PATH", Source.pluginPath), ("PATH", .path)] {
      for folder in (environment[variable] ?? "").split(separator: ":") where folder.hasPrefix("/")
      {
        folders.append((String(folder), source))
      }
    }
    self.folders = folders
  }

  /// Every plugin found, in the search's order, each name once.
  ///
  /// - Throws: ``PluginError`` for a path given by hand that is not an executable file.
  public func locations() throws(PluginError) -> [Location] {
    var found: [Location] = []
    for path in given { found.append(try location(given: path)) }
    var names = Set(found.compactMap(\.name))
    var foldersSeen: Set<String> = []
    for (folder, source) in folders where foldersSeen.insert(folder).inserted {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for entry in entries.sorted() {
        guard let name = Self.pluginName(ofFile: entry) else { continue }
        let path = folder + "/" + entry
        guard Self.isExecutableFile(path), names.insert(name).inserted else { continue }
        found.append(Location(name: name, path: path, source: source))
      }
    }
    return found
  }

  private func location(given path: String) throws(PluginError) -> Location {
    let absolute =
      path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else {
      throw PluginError(.unknownDecoder, "--plugin \(path): no such file")
    }
    guard !isFolder else {
      throw PluginError(.unknownDecoder, "--plugin \(path): is a folder; name the executable in it")
    }
    guard Self.isExecutableFile(absolute) else {
      throw PluginError(
        .unknownDecoder, "--plugin \(path): is not executable; mend it with: chmod +x \(path)")
    }
    let fileName = absolute.split(separator: "/").last.map(String.init) ?? absolute
    return Location(name: Self.pluginName(ofFile: fileName), path: absolute, source: .given)
  }

  /// `zbar` for `harness-decoder-zbar`; `nil` for files that are not plugins by name.
  static func pluginName(ofFile file: String) -> String? {
    guard file.hasPrefix(PluginProtocol.executablePrefix) else { return nil }
    let name = file.dropFirst(PluginProtocol.executablePrefix.count)
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return name.isEmpty || !isPlain ? nil : String(name)
  }

  private static func isExecutableFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
      && FileManager.default.isExecutableFile(atPath: path)
  }
}
