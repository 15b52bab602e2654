import Foundation

/// The places of a plugin's program: itself, its interpreters, what was installed with them, its libraries.
struct ProgramPlaces {
  private(set) var places: [ReadablePlace] = []
  private let searchPath: [String]

  init(_ program: PluginProgram) {
    searchPath = (program.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    var seen: Set<String> = []
    var next: [String] = [program.executable]
    // A script's interpreter may be a script.
    while let path = next.popLast(), seen.count < 8 {
      guard seen.insert(path).inserted else { continue }
      add(executable: path)
      guard let script = Self.script(path) else { continue }
      if let interpreter = Self.interpreter(namedIn: script, searchPath) {
        next.append(interpreter)
      }
      for named in Self.programs(namedIn: script) { add(named: named) }
    }
    // A manifest's settings name the program that an adapter of command lines starts.
    let settings = program.environment[PluginProgram.settingsVariable] ?? ""
    for named in Self.programs(namedIn: settings.replacing("\\/", with: "/")) { add(named: named) }
    for (path, reason) in Self.comesWithTheHarness { add(path, reason) }
    for folder in (program.environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":") {
      addLibraries(in: String(folder))
    }
    addProgramsOnSearchPath()
    if program.isTool { addInstallationsOnSearchPath() }
    // A home that is kept is kept for packages that were installed in it.
    if program.keptVariables.contains("HOME"), let home = program.environment["HOME"] {
      add("\(home)/.local/lib", .program)
    }
  }

  /// The harness's own decoders, which wrappers start, and the SDK, which plugins anywhere import. An
  /// installation has that beside the executable's folder, a checkout above the build's.
  private static let comesWithTheHarness: [(path: String, reason: ReadablePlace.Reason)] = {
    guard let harness = RealPath.of("/proc/self/exe") else { return [] }
    let folder = RealPath.parent(of: harness)
    var found: [(String, ReadablePlace.Reason)] = RealPath.names(in: folder)
      .filter { $0.hasPrefix("harness-decoder-") }.map { ("\(folder)/\($0)", .program) }
    var above = folder
    for _ in 0..<6 where above != "/" {
      above = RealPath.parent(of: above)
      for place in ["Plugins", "share/barcode-harness/Plugins"] {
        let sdk = "\(above)/\(place)/SDK"
        if RealPath.isThere(sdk + "/python/harness_decoder.py") { found.append((sdk, .library)) }
      }
    }
    return found
  }()

  /// Opens a program that a script starts, without what was installed beside it.
  private mutating func add(named path: String) {
    guard let real = RealPath.of(path), ClosedPlaces.reason(against: real) == nil else { return }
    places.append(ReadablePlace(real, .program))
    for folder in LoaderPath.folders(of: real) { addLibraries(in: folder) }
  }

  /// The text of a script, as far as it is looked at; `nil` for a file that is none.
  private static func script(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let mark = try? file.read(upToCount: 2), mark.elementsEqual("#!".utf8) else { return nil }
    let rest = (try? file.read(upToCount: longestScript)) ?? Data()
    return "#!" + String(decoding: rest, as: UTF8.self)
  }

  /// The executable files that a text names in full, as a wrapper does: `exec /opt/reader/bin/reader`.
  private static func programs(namedIn text: String) -> [String] {
    let words = text.split {
      !($0.isLetter || $0.isNumber || "/._+@-".contains($0))
    }
    let paths = Set(words.filter { $0.hasPrefix("/") }.map(String.init))
    return paths.sorted().prefix(mostPrograms).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && access(path, X_OK) == 0
    }
  }

  private static let longestScript = 1 << 16
  private static let mostPrograms = 16

  private mutating func add(executable path: String) {
    guard let real = RealPath.of(path) else { return }
    places.append(ReadablePlace(real, .program))
    // A virtual environment is known by the name, what it is made of by the real path.
    for name in [path, real] {
      let root = RealPath.parent(of: RealPath.parent(of: name))
      if RealPath.isThere(root + "/pyvenv.cfg") { addEnvironment(root) }
    }
    addInstallation(of: real)
    for folder in LoaderPath.folders(of: real) { addLibraries(in: folder) }
  }

  /// Opens a virtual environment: of its folder, what such environments consist of.
  mutating func addEnvironment(_ root: String) {
    guard RealPath.isThere(root + "/pyvenv.cfg") else { return }
    for name in ["pyvenv.cfg", "bin", "lib", "lib64", "include", "share", "java"] {
      add("\(root)/\(name)", .environment)
    }
  }

  /// Opens what was installed with a program: for `PREFIX/bin/python3` the libraries in `PREFIX/lib`.
  private mutating func addInstallation(of program: String) {
    let folder = RealPath.parent(of: program)
    let prefix = RealPath.parent(of: folder)
    if RealPath.name(of: folder) == "shims" {
      // A shim asks its manager for the version to take, which lies beside it.
      if Self.managers.contains(RealPath.name(of: prefix)) { add(prefix, .program) }
      return
    }
    guard ["bin", "sbin"].contains(RealPath.name(of: folder)), prefix != "/" else { return }
    var names = ["bin", "include", "lib", "lib32", "lib64", "libexec"]
    // In a home of a person, `share` holds what programs keep there, passwords among it.
    if RealPath.name(of: prefix) != ".local" { names.append("share") }
    if RealPath.isThere(prefix + "/bin/java") { names += ["conf", "jre", "release"] }
    for name in names { add("\(prefix)/\(name)", .program) }
    // Homebrew's libraries are beside each other.
    if let cellar = prefix.range(of: "/Cellar/") {
      let brew = String(prefix[..<cellar.lowerBound])
      for name in ["Cellar", "opt", "lib", "etc/openssl@3", "etc/ca-certificates"] {
        add("\(brew)/\(name)", .program)
      }
    }
  }

  private static let managers: Set<String> = [
    ".pyenv", "pyenv", ".asdf", ".rbenv", ".nodenv", ".jenv", "mise", "pyenv-virtualenv",
  ]

  private mutating func addLibraries(in folder: String) {
    guard let real = RealPath.of(folder), !SystemPlaces.all.contains(where: { $0.covers(real) })
    else { return }
    for library in LoaderPath.libraries(in: real) { add(library, .library) }
  }

  /// A reader may be started by its name. The search path is its user's, not the plugin's.
  private mutating func addProgramsOnSearchPath() {
    let own = BasicEnvironment.current["PATH"] ?? ""
    for folder in own.split(separator: ":")
    where ["bin", "sbin"].contains(RealPath.name(of: String(folder))) {
      add(String(folder), .library)
    }
  }

  /// Opens compilers and the like, with all that they consist of, also where the search path has links to them;
  /// of those that lie in a home itself nothing more.
  private mutating func addInstallationsOnSearchPath() {
    for folder in Set(searchPath).compactMap(RealPath.of) {
      addTool(folder + "/-")
      let links = RealPath.names(in: folder).compactMap { name -> String? in
        var facts = stat()
        let path = "\(folder)/\(name)"
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return nil }
        return RealPath.of(path)
      }
      for program in Set(links)
      where !SystemPlaces.all.contains(where: { $0.covers(program) }) {
        add(named: program)
        addTool(program)
      }
    }
  }

  private mutating func addTool(_ program: String) {
    let prefix = RealPath.parent(of: RealPath.parent(of: program))
    if !ClosedPlaces.isTooWide(prefix) { addInstallation(of: program) }
  }

  private mutating func add(_ path: String, _ reason: ReadablePlace.Reason) {
    guard let real = RealPath.of(path), ClosedPlaces.reason(against: real) == nil else { return }
    places.append(ReadablePlace(real, reason))
  }

  /// The interpreter that a script's first line names.
  private static func interpreter(namedIn script: String, _ searchPath: [String]) -> String? {
    let line = script.utf8.prefix(256).dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    guard RealPath.name(of: first) == "env" else { return first }
    guard let name = words.dropFirst().first(where: { !$0.hasPrefix("-") && !$0.contains("=") })
    else {
      return nil
    }
    return name.hasPrefix("/")
      ? name
      : searchPath.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
