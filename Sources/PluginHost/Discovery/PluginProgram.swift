import Foundation

/// The program that a plugin's process is started with, every path resolved.
package struct PluginProgram: Hashable, Sendable {
  /// The plugin's name in messages: its manifest's path or its executable's.
  package var label: String
  /// The executable's absolute path.
  package var executable: String
  /// The arguments of the executable, without its own name.
  package var arguments: [String] = []
  /// The working folder; `nil` means that of the harness.
  package var workingFolder: String?
  /// The complete environment.
  package var environment: [String: String]
  /// The plugin's own memory limit; `nil` means that of the run.
  package var memoryLimit: PluginManifest.MemoryLimit?
  /// Absolute paths of the files that the plugin is made of, without the executable.
  package var files: [String] = []
  /// Absolute paths of what its manifest says that it reads.
  package var reads: [String] = []
  /// The virtual environment that its manifest uses; `nil` if it uses none.
  var virtualEnvironment: String?
  /// The rights that it needs beyond those of the sandbox.
  package var needs: Set<PluginManifest.Need> = []
  /// Those of `HOME` and `TMPDIR` that its manifest names, and that keep their values in the sandbox.
  var keptVariables: Set<String> = []
  /// True for one that installs or builds: it reads all that was installed with the programs on the search path.
  var isTool = false

  /// Makes the program of a plugin that is one executable: no arguments, the basic environment.
  ///
  /// - Parameters:
  ///   - executable: An absolute path.
  ///   - surroundings: The harness's own environment, of which the plugin gets the basic part.
  package init(executable: String, surroundings: [String: String] = BasicEnvironment.current) {
    label = executable
    self.executable = executable
    environment = BasicEnvironment.part(of: surroundings)
  }
}

extension PluginProgram {
  /// The environment variable that holds the manifest's settings, as JSON.
  static let settingsVariable = "HARNESS_PLUGIN_SETTINGS"

  /// Makes a program from a manifest, with every path and variable resolved.
  ///
  /// - Parameters:
  ///   - manifest: The manifest as written.
  ///   - harnessFolder: The folder searched first for executables named `harness-decoder-NAME`.
  ///   - surroundings: The harness's own environment, for `PATH` and the variables passed through.
  ///   - virtualEnvironment: The virtual environment; `nil` for the usual one.
  ///   - isOwn: True for a manifest that comes with the harness, which gets the variables that it asks for.
  /// - Throws: ``PluginError`` that says what the plugin needs and how to get it.
  init(
    _ manifest: PluginManifest, harnessFolder: String?, surroundings: [String: String],
    virtualEnvironment: String? = nil, isOwn: Bool = false
  ) throws(PluginError) {
    let paths = ManifestPaths(
      manifest, virtualEnvironment: virtualEnvironment, surroundings: surroundings)
    let program = try paths.filled(manifest.command[0])
    let executable = try Self.executable(
      program, of: manifest, paths: paths, harnessFolder: harnessFolder,
      searchPath: surroundings["PATH"] ?? "")
    self.init(executable: executable, surroundings: surroundings)
    label = manifest.path
    workingFolder = manifest.folder
    memoryLimit = manifest.memoryLimit
    needs = manifest.needs
    for word in manifest.command.dropFirst() { arguments.append(try paths.filled(word)) }
    for variable in manifest.environment {
      keptVariables.insert(variable.name)
      switch variable {
      case .passed(let name):
        if !isOwn { try PassedVariables.check(name, in: surroundings) }
        environment[name] = surroundings[name] ?? environment[name]
      case .set(let name, let value): environment[name] = try paths.filled(value)
      }
    }
    keptVariables.formIntersection(["HOME", "TMPDIR"])
    environment[Self.settingsVariable] = manifest.settings
    files = [manifest.path] + arguments.map(paths.absolute).filter(Self.isFile)
    for file in manifest.files {
      let path = paths.absolute(try paths.filled(file))
      guard Self.isFile(path) else { throw Self.missing(path, manifest) }
      files.append(path)
    }
    reads = try paths.reads()
    self.virtualEnvironment = try paths.usedEnvironment()
    for file in [executable] + files { try FileTrust.check(file: file) }
  }

  /// Makes the program of a tool that a manifest names for its releases; it reads what the plugin may read.
  ///
  /// - Parameters:
  ///   - words: The words of its command, without placeholders.
  ///   - release: The folder of the release.
  /// - Returns: `nil` if the tool is not on the search path.
  /// - Throws: ``PluginError`` for a tool that everybody can write to.
  init?(
    tool words: [String], of manifest: PluginManifest, release: String,
    surroundings: [String: String]
  ) throws(PluginError) {
    guard
      let executable = Self.path(
        ofTool: words[0], in: manifest.folder, searchPath: surroundings["PATH"] ?? "")
    else { return nil }
    self.init(tool: executable, Array(words.dropFirst()), surroundings: surroundings)
    label = manifest.path
    workingFolder = manifest.folder
    let paths = ManifestPaths(
      manifest, virtualEnvironment: release, surroundings: surroundings)
    files = arguments.map(paths.absolute).filter {
      $0.hasPrefix(manifest.folder + "/") && Self.isFile($0)
    }
    reads = try paths.reads()
    for file in [executable] + files { try FileTrust.check(file: file) }
  }

  /// Makes the program of a tool that installs or builds, with the environment of plugins.
  init(tool executable: String, _ arguments: [String], surroundings: [String: String]) {
    self.init(executable: executable, surroundings: surroundings)
    self.arguments = arguments
    isTool = true
    // The system's settings of git may hold tokens: they are closed, which git takes for an error.
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
  }

  /// Finds the executable that a command's first word means.
  ///
  /// A word with a slash is a path. One without is searched for as a shell does, in absolute
  /// folders that not everyone can write to.
  private static func executable(
    _ program: String, of manifest: PluginManifest, paths: ManifestPaths, harnessFolder: String?,
    searchPath: String
  ) throws(PluginError) -> String {
    if program.contains("/") {
      let path = paths.absolute(program)
      guard isFile(path) else { throw missing(path, manifest) }
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw PluginError(
          .unavailable, "\(path) is not executable; fix it with: chmod +x \(path)")
      }
      return path
    }
    var folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    if let harnessFolder, program.hasPrefix("harness-decoder-") {
      folders.insert(harnessFolder, at: 0)
    }
    for folder in folders {
      let path = folder + "/" + program
      if isFile(path), FileManager.default.isExecutableFile(atPath: path),
        !FileTrust.isWritableByAll(folder)
      {
        return path
      }
    }
    throw missing("the program \(program)", manifest)
  }

  /// The path of a tool: of one with a slash as it is or in a folder, else the first of its name on the search
  /// path; `nil` if there is none.
  static func path(ofTool word: String, in folder: String, searchPath: String) -> String? {
    guard !word.contains("/") else { return word.hasPrefix("/") ? word : "\(folder)/\(word)" }
    return searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(word)" }
      .first { isFile($0) && FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func missing(_ thing: String, _ manifest: PluginManifest) -> PluginError {
    PluginError(
      .unavailable,
      "it needs \(thing), which is not there"
        + (manifest.install.map { "; install it with: \($0)" } ?? ""))
  }

  /// True if the executable and the plugin's own files are still where they were.
  var isThere: Bool {
    FileManager.default.isExecutableFile(atPath: executable) && files.allSatisfy(Self.isFile)
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
  }
}

/// The values of a manifest's placeholders and relative paths.
private struct ManifestPaths {
  private let folder: String
  private let manifest: PluginManifest
  /// The virtual environment to take; `nil` for the usual one.
  private let given: String?
  /// The harness's own environment.
  private let surroundings: [String: String]

  init(
    _ manifest: PluginManifest, virtualEnvironment: String?, surroundings: [String: String]
  ) {
    self.manifest = manifest
    given = virtualEnvironment
    self.surroundings = surroundings
    folder = manifest.folder
  }

  /// A text with its placeholders filled in.
  func filled(_ text: String) throws(PluginError) -> String {
    var text = text.replacing("{folder}", with: folder)
    if text.contains("{venv}") { text = text.replacing("{venv}", with: try virtualEnvironment()) }
    return text
  }

  /// A path with the user's home for a `~` in front.
  func inHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = surroundings["HOME"] else { return path }
    return home + path.dropFirst()
  }

  /// The places that the manifest declares.
  func reads() throws(PluginError) -> [String] {
    var reads: [String] = []
    for path in manifest.reads { reads.append(absolute(inHome(try filled(path)))) }
    return reads
  }

  /// The virtual environment, if a word of the command, a file or a variable names it.
  func usedEnvironment() throws(PluginError) -> String? {
    var words = manifest.command + manifest.files + manifest.reads
    for case .set(_, let value) in manifest.environment { words.append(value) }
    return words.contains { $0.contains("{venv}") } ? try virtualEnvironment() : nil
  }

  /// A path, resolved against the manifest's folder.
  func absolute(_ path: String) -> String {
    URL(filePath: path.hasPrefix("/") ? path : folder + "/" + path).standardizedFileURL.path
  }

  /// The `.venv` beside the manifest, or the one that `harness plugin install` makes.
  private func virtualEnvironment() throws(PluginError) -> String {
    if let given { return given }
    let candidates =
      [folder + "/.venv"]
      + PluginEnvironment.places(ofPluginIn: folder, environment: surroundings)
    for candidate in candidates where FileManager.default.fileExists(atPath: candidate) {
      return candidate
    }
    throw PluginError(
      .unavailable,
      "it needs a virtual environment, \(candidates.joined(separator: " or "))"
        + (manifest.install.map { "; install it with: \($0)" } ?? ""))
  }
}

/// The variables that every plugin gets: what a program needs to start, and nothing secret.
///
/// Tokens and licences in the harness's own environment are not passed to decoders. A plugin that
/// needs a variable names it in its manifest.
package enum BasicEnvironment {
  /// The names of the variables: programs, home and temporary files, language, time zone,
  /// libraries, and the Swift runtime's backtraces.
  package static let names: Set<String> = [
    "PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "SWIFT_BACKTRACE",
  ]

  /// The harness's own environment.
  package static var current: [String: String] { ProcessInfo.processInfo.environment }

  /// The part of an environment that every plugin gets: ``names`` and the `LC_` variables.
  ///
  /// Backtraces are off unless the environment says otherwise: one takes 60 ms for each decoder that
  /// aborts, and in the sandbox it has no stack to show.
  package static func part(of environment: [String: String]) -> [String: String] {
    environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { set, _ in set }
  }
}
