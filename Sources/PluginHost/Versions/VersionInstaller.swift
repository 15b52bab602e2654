import Base
import Foundation

/// Lists the releases of a plugin's library, and installs each in a folder of its own.
///
/// The programs that it starts run under the guard, as plugins do, and may write in the folder of the releases
/// alone. pip is a tool of the user: it has the network and the user's environment. Programs that a manifest
/// names have the environment of plugins, and the network if the manifest says so.
public struct VersionInstaller: Sendable {
  /// The plugin's name.
  public let name: String
  private let manifest: PluginManifest
  private let releases: PluginVersions
  private let environment: [String: String]
  private let stop: StopSignal

  private static let listSeconds = 120.0
  private static let installSeconds = 600.0
  /// The most bytes that the list of releases may have: every library has fewer of them.
  private static let mostListed = 1 << 20

  /// Makes an installer.
  ///
  /// - Parameters:
  ///   - environment: The variables that say where the user's cache is.
  ///   - stop: Ends what is under way.
  /// - Throws: ``PluginError`` for a plugin whose manifest does not say how releases are installed.
  public init(
    _ location: PluginSearch.Location, environment: [String: String], stop: StopSignal
  ) throws(PluginError) {
    guard let manifest = location.manifest, let releases = manifest.releases else {
      throw .noReleases(of: location)
    }
    guard !FileTrust.isFreeForAll(folder: manifest.folder) else {
      throw FileTrust.refusal(ofFolder: manifest.folder)
    }
    try FileTrust.check(file: manifest.path)
    (name, self.manifest, self.releases) = (manifest.name, manifest, releases)
    (self.environment, self.stop) = (environment, stop)
  }

  /// True if nothing more is to be installed.
  public var isStopped: Bool { stop.isRequested }

  /// The first release that the adapter takes; `nil` for any.
  public var first: VersionNumber? { releases.first }

  /// The releases that are installed, the earliest first.
  public var installed: [VersionNumber] {
    let folders = manifest.releaseFolders(environment: environment)
    let names = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
    }
    return Set(names).compactMap(VersionNumber.init).filter(isInstalled).sorted()
  }

  /// True if a release was installed to the end.
  public func isInstalled(_ release: VersionNumber) -> Bool {
    manifest.installedFolder(of: release, environment: environment) != nil
  }

  /// Asks which releases there are.
  ///
  /// - Returns: The releases, the earliest first.
  /// - Throws: ``PluginError`` in the words of the program that lists them.
  public func published() throws(PluginError) -> [VersionNumber] {
    let lines: [String]
    switch releases.source {
    case .pip(let package):
      let root = try writableFolder()
      let words = try locking(root) { () throws(PluginError) -> [String] in try pip(in: root) }
      let output = try run(
        words + ["index", "versions", package],
        doing: "the releases of \(name) cannot be listed", writing: [root],
        seconds: Self.listSeconds, .whole(most: Self.mostListed))
      lines = Self.versions(inListing: output)
    case .programs(let list, _):
      let output = try run(
        list.map { $0.replacing("{folder}", with: manifest.folder) },
        doing: "the releases of \(name) cannot be listed", writing: [],
        seconds: Self.listSeconds, .whole(most: Self.mostListed))
      lines = output.split(whereSeparator: \.isNewline).map(String.init)
    }
    let numbers = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    var found: Set<VersionNumber> = []
    for number in numbers {
      guard let release = VersionNumber(parsing: number) else {
        throw PluginError(
          .unavailable,
          "the releases of \(name) cannot be listed: \"\(number.prefix(80))\" is not the number of a "
            + "release")
      }
      found.insert(release)
    }
    guard !found.isEmpty else {
      throw PluginError(.unavailable, "there are no releases of \(name)")
    }
    return found.sorted()
  }

  /// The numbers in what `pip index versions` prints.
  static func versions(inListing text: String) -> [String] {
    let line = text.split(whereSeparator: \.isNewline).first {
      $0.hasPrefix("Available versions:")
    }
    return (line?.drop { $0 != ":" }.dropFirst() ?? "").split(separator: ",").map(String.init)
  }

  /// Installs a release, if it is not there yet.
  ///
  /// A release whose installation was cut off is installed anew. While another harness installs releases of
  /// the same decoder, it is waited for.
  ///
  /// - Throws: ``PluginError`` in the words of the program that installs it.
  public func install(_ release: VersionNumber) throws(PluginError) {
    guard !isInstalled(release) else { return }
    try releases.check(release)
    let root = try writableFolder()
    try locking(root) { () throws(PluginError) -> Void in
      // The one that was waited for may have done it.
      if !isInstalled(release) { try install(release, below: root) }
    }
  }

  private func locking<Result>(
    _ root: String, _ body: () throws(PluginError) -> Result
  ) throws(PluginError) -> Result {
    try ReleaseFolderLock.hold(root, isStopped: { stop.isRequested }, body)
  }

  private func install(_ release: VersionNumber, below root: String) throws(PluginError) {
    let folder = "\(root)/\(release)"
    try? FileManager.default.removeItem(atPath: folder)
    do throws(PluginError) {
      try fill(folder, with: release, below: root)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    try writing(folder) { () throws(FileError) in
      let mark = try AtomicFile(
        path: "\(folder)/\(PluginManifest.installedMark)", isDurable: false)
      try mark.write("\(release)\n")
      try mark.complete()
      try mark.commit()
    }
  }

  private func fill(
    _ folder: String, with release: VersionNumber, below root: String
  ) throws(PluginError) {
    let fault = "release \(release) does not install"
    switch releases.source {
    case .pip(let package):
      let pip = try pip(in: root)
      _ = try run(
        [pip[0], "-m", "venv", "--without-pip", folder], doing: fault, writing: [root],
        seconds: Self.installSeconds)
      // Releases without a wheel would be built from their sources, with tools of their own time.
      _ = try run(
        pip + [
          "--python", "\(folder)/bin/python", "install", "--quiet", "--only-binary", ":all:",
          "\(package)==\(release)",
        ], doing: fault, writing: [root], seconds: Self.installSeconds)
    case .programs(_, let install):
      try writing(folder) { () throws(FileError) in try Folder.make(folder) }
      let words = install.map {
        $0.replacing("{folder}", with: manifest.folder).replacing("{release}", with: release.text)
          .replacing("{venv}", with: folder)
      }
      _ = try run(words, doing: fault, writing: [folder], seconds: Self.installSeconds)
    }
  }

  /// The words that start pip: that of a virtual environment of its own, which is made if need be.
  private func pip(in root: String) throws(PluginError) -> [String] {
    let environment = "\(root)/pip"
    let python = "\(environment)/bin/python"
    if !FileManager.default.isExecutableFile(atPath: python) {
      _ = try run(
        ["python3", "-m", "venv", environment], doing: "no virtual environment can be made",
        writing: [root], seconds: Self.installSeconds)
    }
    return [python, "-m", "pip", "--disable-pip-version-check", "--retries", "1"]
  }

  /// The folder for releases, made if need be: the first one that can be written.
  private func writableFolder() throws(PluginError) -> String {
    let folders = manifest.releaseFolders(environment: environment)
    var fault: FileError?
    for folder in folders {
      do throws(FileError) {
        try Folder.make(folder)
        guard access(folder, W_OK) == 0 else { continue }
        return folder
      } catch {
        fault = error
      }
    }
    throw PluginError(
      .unavailable,
      "releases of \(name) cannot be installed in \(folders.joined(separator: " or ")): "
        + (fault?.reason ?? "this user may not write there"))
  }

  private func writing(
    _ folder: String, _ body: () throws(FileError) -> Void
  ) throws(PluginError) {
    do throws(FileError) {
      try body()
    } catch {
      throw PluginError(.unavailable, "\(error)")
    }
  }
}

extension VersionInstaller {
  /// Runs a tool in the manifest's folder and returns its output.
  private func run(
    _ words: [String], doing fault: String, writing folders: [String], seconds: Double,
    _ use: GuardedRun.Output = .tail
  ) throws(PluginError) -> String {
    var settings = WorkerSettings(program: try program(words, doing: fault))
    settings.writableFolders = folders
    return try GuardedRun.output(
      of: settings, tool: words[0], doing: fault, reading: use, limit: seconds,
      tooMuch: "more than \(Self.mostListed >> 20) MB; a list is a line for each release"
    ) { stop.isRequested }
  }

  /// A tool with its surroundings: those of plugins for programs of the manifest, the user's own for pip.
  private func program(
    _ words: [String], doing fault: String
  ) throws(PluginError) -> PluginProgram {
    let surroundings = BasicEnvironment.current
    let isOfUser = if case .pip = releases.source { true } else { false }
    guard
      let executable = PluginProgram.path(
        ofTool: words[0], in: manifest.folder, searchPath: surroundings["PATH"] ?? "")
    else { throw PluginError(.unavailable, "\(fault): \(words[0]) is not on PATH") }
    var program = PluginProgram(executable: executable, surroundings: surroundings)
    program.arguments = Array(words.dropFirst())
    program.workingFolder = manifest.folder
    program.needs = isOfUser ? [.network] : releases.needs
    if isOfUser {
      program.environment = surroundings
      // Settings and caches of pip are in the user's home.
      program.keptVariables = ["HOME"]
    }
    return program
  }
}
