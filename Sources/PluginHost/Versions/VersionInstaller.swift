import Base
import Foundation

/// Lists the releases of a plugin's library, and installs each in a folder of its own.
///
/// The programs that it starts run under the guard, as plugins do, may write in the folder of the releases alone,
/// and read what the plugin may read. pip is a tool of the user: it has the network, the user's environment and
/// its own settings; nothing of a package or a manifest's folder runs in it. Programs that a manifest names have
/// the environment of plugins, and the network if the manifest says so.
package struct VersionInstaller: Sendable {
  /// The plugin's name.
  package let name: String
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
  package init(
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
  package var isStopped: Bool { stop.isRequested }

  /// The first release that the adapter takes; `nil` for any.
  package var first: VersionNumber? { releases.first }

  /// The releases that are installed, the earliest first.
  package var installed: [VersionNumber] {
    let names = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
    }
    return Set(names).compactMap(VersionNumber.init).filter(isInstalled).sorted()
  }

  /// True if a release was installed to the end.
  package func isInstalled(_ release: VersionNumber) -> Bool {
    manifest.installedFolder(of: release, environment: environment) != nil
  }

  /// Asks which releases there are.
  ///
  /// - Returns: The releases, the earliest first.
  /// - Throws: ``PluginError`` in the words of the program that lists them.
  package func published() throws(PluginError) -> [VersionNumber] {
    let lines: [String]
    switch releases.source {
    case .pip(let package):
      let pip = try self.pip()
      let output = try run(
        pip.words + ["index", "versions", package],
        doing: "the releases of \(name) cannot be listed", writing: [pip.root],
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
  package func install(_ release: VersionNumber) throws(PluginError) {
    guard !isInstalled(release) else { return }
    try releases.check(release)
    let root = try writableFolder(of: folders)
    let pip = if case .pip = releases.source { try self.pip().words } else { [String]() }
    try locking(root) { () throws(PluginError) -> Void in
      // The one that was waited for may have done it.
      if !isInstalled(release) { try install(release, below: root, pip) }
    }
  }

  private func locking<Result>(
    _ root: String, _ body: () throws(PluginError) -> Result
  ) throws(PluginError) -> Result {
    try ReleaseFolderLock.hold(root, isStopped: { stop.isRequested }, body)
  }

  private func install(
    _ release: VersionNumber, below root: String, _ pip: [String]
  ) throws(PluginError) {
    let folder = "\(root)/\(release)"
    try? FileManager.default.removeItem(atPath: folder)
    do throws(PluginError) {
      try fill(folder, with: release, below: root, pip)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    try writing { () throws(FileError) in
      let mark = try AtomicFile(
        path: "\(folder)/\(PluginManifest.installedMark)", isDurable: false)
      try mark.write("\(release)\n")
      try mark.complete()
      try mark.commit()
    }
  }

  private func fill(
    _ folder: String, with release: VersionNumber, below root: String, _ pip: [String]
  ) throws(PluginError) {
    let fault = "release \(release) does not install"
    switch releases.source {
    case .pip(let package):
      _ = try run(
        [pip[0], "-I", "-m", "venv", "--without-pip", folder], doing: fault, writing: [root],
        seconds: Self.installSeconds)
      // Releases without a wheel would be built from their sources, with tools of their own time.
      _ = try run(
        pip + [
          "--python", "\(folder)/bin/python", "install", "--quiet", "--only-binary", ":all:",
          "\(package)==\(release)",
        ], doing: fault, writing: [root], seconds: Self.installSeconds)
    case .programs(_, let install):
      try writing { () throws(FileError) in try Folder.make(folder) }
      let words = install.map {
        $0.replacing("{folder}", with: manifest.folder).replacing("{release}", with: release.text)
          .replacing("{venv}", with: folder)
      }
      _ = try run(words, doing: fault, writing: [folder], seconds: Self.installSeconds)
    }
  }

  /// The words that start pip, and the folder of its virtual environment, which is made if need be.
  ///
  /// That lies in the user's cache: a folder of somebody else's could come with a program in pip's place. Python
  /// is told to take no modules from the working folder.
  private func pip() throws(PluginError) -> (words: [String], root: String) {
    let root = try writableFolder(of: folders.reversed())
    let environment = "\(root)/pip"
    try locking(root) { () throws(PluginError) -> Void in
      // It comes last.
      guard !FileManager.default.isExecutableFile(atPath: "\(environment)/bin/pip") else { return }
      _ = try run(
        ["python3", "-I", "-m", "venv", environment], doing: "no virtual environment can be made",
        writing: [root], seconds: Self.installSeconds)
    }
    return (
      [
        "\(environment)/bin/python", "-I", "-m", "pip", "--disable-pip-version-check", "--retries",
        "1",
      ], root
    )
  }

  private var folders: [String] { manifest.releaseFolders(environment: environment) }

  /// The folder for releases, made if need be: the first one that can be written, and is no link to a place that
  /// somebody else has chosen.
  private func writableFolder(of folders: [String]) throws(PluginError) -> String {
    var fault: FileError?
    for folder in folders {
      do throws(FileError) {
        try Folder.make(folder)
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: folder)) == nil else {
          throw FileError(path: folder, message: "it is a link")
        }
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

  private func writing(_ body: () throws(FileError) -> Void) throws(PluginError) {
    do throws(FileError) {
      try body()
    } catch {
      throw PluginError(.unavailable, "\(error)")
    }
  }
}

extension VersionInstaller {
  /// Runs a tool and returns its output: one of the manifest's in its folder, pip in the first that it may write in.
  private func run(
    _ words: [String], doing fault: String, writing folders: [String], seconds: Double,
    _ use: GuardedRun.Output = .tail
  ) throws(PluginError) -> String {
    let surroundings = BasicEnvironment.current
    var settings: WorkerSettings
    if case .pip = releases.source {
      guard
        let python = PluginProgram.path(
          ofTool: words[0], in: folders[0], searchPath: surroundings["PATH"] ?? "")
      else { throw PluginError(.unavailable, "\(fault): \(words[0]) is not on PATH") }
      var program = PluginProgram(executable: python, surroundings: surroundings)
      program.arguments = Array(words.dropFirst())
      program.workingFolder = folders[0]
      program.needs = [.network]
      program.environment = surroundings
      // Settings of pip are in the user's home.
      program.keptVariables = ["HOME"]
      settings = WorkerSettings(program: program)
      settings.readableFiles = PipFiles.all(surroundings)
    } else {
      guard
        var program = try PluginProgram(
          tool: words, of: manifest, release: folders.first ?? manifest.folder,
          surroundings: surroundings)
      else { throw PluginError(.unavailable, "\(fault): \(words[0]) is not on PATH") }
      program.needs = releases.needs
      settings = WorkerSettings(program: program)
    }
    settings.writableFolders = folders
    return try GuardedRun.output(
      of: settings, tool: words[0], doing: fault, reading: use, limit: seconds,
      tooMuch: "more than \(Self.mostListed >> 20) MB; a list is a line for each release"
    ) { stop.isRequested }
  }
}

/// The files of its user that pip reads.
enum PipFiles {
  /// pip's settings and cache, and the certificates and folders of wheels that settings or variables name in full.
  static func all(_ variables: [String: String]) -> [String] {
    let home = variables["HOME"] ?? ""
    let settings =
      [
        "/etc/pip.conf", "/etc/xdg/pip/pip.conf", "\(home)/.pip/pip.conf",
        (variables["XDG_CONFIG_HOME"] ?? "\(home)/.config") + "/pip/pip.conf",
      ]
      + [variables["PIP_CONFIG_FILE"]].compactMap { $0 }
    let texts = settings.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    let named = variables.filter { name, _ in
      name.hasPrefix("PIP_") || certificates.contains(name)
    }.values
    let words = (texts + named).flatMap { text in
      text.split { $0.isWhitespace || $0 == "=" }.map(String.init)
    }
    let paths = words.map { $0.replacing("file://", with: "") }.filter { $0.hasPrefix("/") }
    return settings + [(variables["XDG_CACHE_HOME"] ?? "\(home)/.cache") + "/pip"] + paths
  }

  private static let certificates: Set<String> = [
    "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
  ]
}
