import DecoderKit
import Foundation

/// A search for decoder plugins. The first plugin of a name wins.
///
/// The order: paths given by hand; then the manifests of the installation; then executables named
/// `harness-decoder-NAME` beside the harness, on `HARNESS_PLUGIN_PATH`, and on `PATH`. The current
/// folder is never searched, nor is a folder of the two paths that every user can write to.
package struct PluginSearch: Sendable {
  /// One place in the order.
  package enum Source: String, Hashable, Sendable {
    case given = "--plugin"
    case installation = "installed manifest"
    case besideHarness = "beside the harness"
    case pluginPath = "HARNESS_PLUGIN_PATH"
    case path = "PATH"
  }

  private let given: [String]
  private let installation: [String]
  private let folders: [(path: String, source: Source)]
  private let harnessFolder: String?
  private let environment: [String: String]

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - given: Executables, manifests and folders with manifests named by hand.
  ///   - installation: Folders whose subfolders hold manifests.
  ///   - harnessFolder: The folder of the harness's own executable.
  ///   - environment: The variables `HARNESS_PLUGIN_PATH` and `PATH`, and those of which plugins
  ///     get the part that they need.
  package init(
    given: [String], installation: [String] = [], harnessFolder: String?,
    environment: [String: String]
  ) {
    self.given = given
    self.installation = installation
    self.harnessFolder = harnessFolder
    self.environment = environment
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
  /// Refused plugins come last, so that any other plugin of the same name goes before them.
  ///
  /// - Throws: ``PluginError`` for a path given by hand that is no plugin.
  package func locations() throws(PluginError) -> [Location] {
    var found: [Location] = []
    for path in given { found += try locations(given: path) }
    var names = Set(found.compactMap(\.name))
    var refused: [Location] = []
    for location in installed() + executables() {
      if location.isRefused {
        refused.append(location)
      } else if location.name.map({ names.insert($0).inserted }) ?? true {
        found.append(location)
      }
    }
    return found + refused
  }

  /// The plugins of the installation's manifests.
  ///
  /// A manifest that cannot be read is listed all the same, as a plugin that cannot be used.
  private func installed() -> [Location] {
    var found: [Location] = []
    for root in installation {
      for folder in Self.entries(of: root) {
        for path in Self.manifests(in: root + "/" + folder) {
          do throws(PluginError) {
            found.append(try location(manifest: path, source: .installation))
          } catch {
            found.append(
              Location(name: nil, path: path, source: .installation, program: .failure(error)))
          }
        }
      }
    }
    return found
  }

  /// The executables in folders, by name.
  private func executables() -> [Location] {
    var found: [Location] = []
    var foldersSeen: Set<String> = []
    for (folder, source) in folders where foldersSeen.insert(folder).inserted {
      // The harness's own folder is not checked: who can write to it can replace the harness
      // itself.
      let isOpen = source != .besideHarness && FileTrust.isWritableByAll(folder)
      for entry in Self.entries(of: folder) {
        guard let name = Self.pluginName(ofFile: entry) else { continue }
        let path = folder + "/" + entry
        guard Self.isExecutableFile(path) else { continue }
        var program = program(executable: path)
        if isOpen { program = .failure(FileTrust.refusal(ofFolder: folder)) }
        found.append(Location(name: name, path: path, source: source, program: program))
      }
    }
    return found
  }

  private func locations(given path: String) throws(PluginError) -> [Location] {
    let absolute =
      path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else {
      throw PluginError(.unknownDecoder, "\(path): no such file")
    }
    if isFolder {
      let manifests = Self.manifests(in: absolute)
      guard !manifests.isEmpty else {
        // The layout that `harness plugin new` makes.
        let executables = Self.entries(of: absolute).filter {
          Self.pluginName(ofFile: $0) != nil && Self.isExecutableFile(absolute + "/" + $0)
        }
        guard executables.count == 1, let only = executables.first else {
          throw PluginError(
            .unknownDecoder,
            "\(path): is a folder with neither a plugin.yaml nor one harness-decoder-NAME; name the "
              + "executable in it")
        }
        return [try location(executable: absolute + "/" + only, named: only)]
      }
      var found: [Location] = []
      for manifest in manifests { found.append(try location(manifest: manifest, source: .given)) }
      return found
    }
    let fileName = absolute.split(separator: "/").last.map(String.init) ?? absolute
    if PluginManifest.isManifest(fileName) {
      return [try location(manifest: absolute, source: .given)]
    }
    guard Self.isExecutableFile(absolute) else {
      throw PluginError(
        .unknownDecoder, "\(path): is not executable; fix it with: chmod +x \(path)")
    }
    return [try location(executable: absolute, named: fileName)]
  }

  /// An executable given by hand. Its folder may be one where others can add files, such as `/tmp`.
  private func location(
    executable path: String, named fileName: String
  ) throws(PluginError) -> Location {
    let folder = String(path.dropLast(fileName.count))
    guard !FileTrust.isFreeForAll(folder: folder) else {
      throw FileTrust.refusal(ofFolder: folder)
    }
    let program = program(executable: path)
    if case .failure(let error) = program { throw error }
    return Location(
      name: Self.pluginName(ofFile: fileName), path: path, source: .given, program: program)
  }

  private func program(executable: String) -> Result<PluginProgram, PluginError> {
    Result { () throws(PluginError) in
      try FileTrust.check(file: executable)
      return PluginProgram(executable: executable, surroundings: environment)
    }
  }

  /// Reads a manifest; programs or files that it needs may be missing.
  private func location(manifest path: String, source: Source) throws(PluginError) -> Location {
    let manifest = try PluginManifest(contentsOf: path)
    let program = Result { () throws(PluginError) in
      guard !FileTrust.isFreeForAll(folder: manifest.folder) else {
        throw FileTrust.refusal(ofFolder: manifest.folder)
      }
      return try PluginProgram(
        manifest, harnessFolder: harnessFolder, surroundings: environment,
        isOwn: comesWithHarness(manifest))
    }
    return Location(
      name: manifest.name, path: path, source: source, program: program, manifest: manifest)
  }

  /// Returns a plugin with one release of its library, which is installed.
  ///
  /// - Throws: ``PluginError`` that says how to install it, or that there are no releases.
  package func location(
    _ location: Location, release: VersionNumber
  ) throws(PluginError) -> Location {
    guard let manifest = location.manifest, let releases = manifest.releases else {
      throw .noReleases(of: location)
    }
    try releases.check(release)
    guard let folder = manifest.installedFolder(of: release, environment: environment) else {
      throw PluginError(
        .unavailable,
        "release \(release) is not installed; install it with: harness versions \(manifest.name) "
          + "--from \(release) --to \(release) --install")
    }
    var released = location
    released.program = Result { () throws(PluginError) in
      try PluginProgram(
        manifest, harnessFolder: harnessFolder, surroundings: environment,
        virtualEnvironment: folder, isOwn: comesWithHarness(manifest))
    }
    return released
  }

  /// True for a manifest of the installation, also when a person names it.
  private func comesWithHarness(_ manifest: PluginManifest) -> Bool {
    func real(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
    let folder = real(manifest.folder)
    return installation.map(real).contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }

  private static func manifests(in folder: String) -> [String] {
    entries(of: folder).filter(PluginManifest.isManifest).map { folder + "/" + $0 }
  }

  private static func entries(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The decoder's name in a file name: `toy` in `harness-decoder-toy`; `nil` for other files.
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

extension PluginSearch {
  /// A plugin, found but not yet started.
  package struct Location: Hashable, Sendable {
    /// The name that its manifest or its file name gives; `nil` when neither does.
    package let name: String?
    /// The absolute path of its manifest or its executable.
    package let path: String
    /// The place in the search order at which it was found.
    package let source: Source
    /// The program that starts it, or the reason it cannot be started.
    package internal(set) var program: Result<PluginProgram, PluginError>
    /// Its manifest; `nil` for an executable.
    package var manifest: PluginManifest?

    /// Why one would install it, and how; `nil` where its manifest does not recommend it.
    package var recommendation: String? {
      manifest?.recommended.map { reason in
        "not installed. " + reason + (manifest?.install.map { "; install it with: \($0)" } ?? "")
      }
    }

    /// The sentence about a recommended decoder that a comparison did without, without its full stop.
    package static func leftOut(_ name: String, because reason: String) -> String {
      "left out \(name): \(reason)"
    }

    /// True if it is not run because every user can change it.
    package var isRefused: Bool {
      if case .failure(let error) = program { error.code == .refused } else { false }
    }
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

/// Checks that what is found on disk cannot have been put there by just any user.
///
/// A search looks only at permissions of the file and its folder, links resolved. Users who can
/// write to a folder above those are trusted, as shells and linkers do.
enum FileTrust {
  /// True if every user of the system can write to a file or folder.
  static func isWritableByAll(_ path: String) -> Bool {
    guard let mode = mode(of: path) else { return false }
    return mode & S_IWOTH != 0
  }

  /// True if every user can put files into a folder and remove those of others.
  static func isFreeForAll(folder: String) -> Bool {
    guard let mode = mode(of: folder) else { return false }
    return mode & S_IWOTH != 0 && mode & S_ISVTX == 0
  }

  /// Refuses a file that every user can change.
  ///
  /// - Throws: ``PluginError`` that says how to correct it.
  static func check(file: String) throws(PluginError) {
    guard isWritableByAll(file) else { return }
    throw PluginError(
      .refused,
      "\(file) is not run: every user can change it; fix it with: chmod o-w \(file)")
  }

  /// Makes the error for a folder whose plugins are refused.
  static func refusal(ofFolder folder: String) -> PluginError {
    PluginError(
      .refused,
      "what is in \(folder) is not run: every user can put a plugin there; "
        + "fix it with: chmod o-w \(folder)")
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode
  }
}
