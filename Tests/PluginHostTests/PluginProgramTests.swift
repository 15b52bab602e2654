import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// The arguments, folder and environment of a plugin's process, reported by a plugin.
struct PluginProgramTests {
  /// The plugin's folder, with a manifest that starts it.
  private let folder: TemporaryFolder
  private let surroundings = [
    "PATH": "/usr/bin:/bin", "HOME": "/home/toy", "LANG": "C.UTF-8", "LC_TIME": "C",
    "TOKEN": "hush", "LICENCE": "granted", "HARNESS_PLUGIN_ENVIRONMENT": "LICENCE, KEY",
  ]

  init() throws {
    folder = try TemporaryFolder()
    let source = URL(fileURLWithPath: Package.hostilePlugin("tells-what-it-sees"))
    for name in ["tells-what-it-sees", "wire.py"] {
      let text = try String(
        contentsOf: source.deletingLastPathComponent().appending(path: name), encoding: .utf8)
      try folder.file(name, text)
    }
  }

  /// The lines that the plugin reports: its arguments, its folder, its environment variables.
  private func sight(
    _ search: PluginSearch, sandbox: SandboxMode = .none
  ) async throws -> [String] {
    let location = try #require(try search.locations().first)
    let settings = try WorkerSettings(
      location, startDeadlineNanoseconds: 30_000_000_000, sandbox: sandbox)
    let attempt = try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: settings, health: DecoderHealth(givingUpAfter: 1), stop: StopSignal())
      defer { worker.close() }
      return worker.decode(Sample.black)
    }
    guard case .readings(let readings) = attempt.outcome else {
      throw PluginError(.unavailable, summary(of: attempt.outcome))
    }
    // Python itself sets LC_CTYPE.
    return readings.map { String(decoding: $0.bytes, as: UTF8.self) }
      .filter { $0 != "LC_CTYPE=C.UTF-8" }
  }

  @Test func aPluginGetsTheBasicEnvironmentAndWhatItsManifestNames() async throws {
    let manifest = try folder.manifest(
      "plugin.yaml", name: "toy",
      command: "[./tells-what-it-sees, one, '{folder}/two']",
      rest: """
        environment: [LICENCE, MISSING, THREADS=1, "DATA={folder}/data", LANG=C]
        settings: {depth: 2}
        """)
    let seen = try await sight(
      PluginSearch(given: [manifest], harnessFolder: nil, environment: surroundings))
    // The plugin works in the manifest's folder, whatever the harness's folder is.
    #expect(
      seen == [
        "one", "\(folder.path)/two", "in \(folder.path)", "DATA=\(folder.path)/data",
        #"HARNESS_PLUGIN_SETTINGS={"depth":2}"#, "HOME=/home/toy", "LANG=C", "LC_TIME=C",
        "LICENCE=granted", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "THREADS=1",
      ])
  }

  @Test func aManifestGetsNoVariableThatNobodyNamed() throws {
    func program(_ names: String) throws -> PluginProgram? {
      let manifest = try folder.manifest(
        "plugin.yaml", name: "toy", command: "[./tells-what-it-sees]",
        rest: "environment: [\(names)]")
      let search = PluginSearch(given: [manifest], harnessFolder: nil, environment: surroundings)
      return try search.locations().first?.program.get()
    }
    #expect(try program("LICENCE")?.environment["LICENCE"] == "granted")
    // What is not set cannot be told, and basic variables are everybody's.
    #expect(try program("ABSENT, HOME, LC_TIME")?.environment["HOME"] == "/home/toy")
    let refusal = #expect(throws: PluginError.self) { try program("LICENCE, TOKEN") }
    let words = refusal?.message ?? ""
    #expect(words.contains("asks for the variable TOKEN of your environment"), "\(words)")
    #expect(words.hasSuffix("set HARNESS_PLUGIN_ENVIRONMENT=LICENCE,KEY,TOKEN"), "\(words)")
    #expect(!words.contains("hush"))
    // The list does not name itself.
    #expect(throws: PluginError.self) { try program("HARNESS_PLUGIN_ENVIRONMENT") }
  }

  @Test func aManifestOfTheInstallationGetsWhatItAsksFor() throws {
    let manifest = try folder.manifest(
      "Plugins/Toy/plugin.yaml", name: "toy", command: "[/bin/cat]",
      rest: "environment: [TOKEN]")
    for given in [[], [manifest]] {
      let search = PluginSearch(
        given: given, installation: [folder.path + "/Plugins"], harnessFolder: nil,
        environment: surroundings)
      let program = try search.locations().first?.program.get()
      #expect(program?.environment["TOKEN"] == "hush")
    }
  }

  @Test func anExecutableGetsTheBasicEnvironmentAlone() async throws {
    let seen = try await sight(
      PluginSearch(
        given: [folder.path + "/tells-what-it-sees"], harnessFolder: nil,
        environment: surroundings))
    #expect(
      seen == [
        "in \(FileManager.default.currentDirectoryPath)", "HOME=/home/toy", "LANG=C.UTF-8",
        "LC_TIME=C", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no",
      ])
  }

  /// The Swift runtime's backtraces are off, whatever a manifest names, unless the user has them on.
  @Test(arguments: [nil, "enable=yes"], ["[]", "[SWIFT_BACKTRACE]"])
  func backtracesAreThoseThatTheUserWants(_ wish: String?, _ names: String) async throws {
    let manifest = try folder.manifest(
      "plugin.yaml", name: "toy", command: "[./tells-what-it-sees]",
      rest: "environment: \(names)")
    var surroundings = surroundings
    surroundings["SWIFT_BACKTRACE"] = wish
    let seen = try await sight(
      PluginSearch(given: [manifest], harnessFolder: nil, environment: surroundings))
    #expect(seen.contains("SWIFT_BACKTRACE=\(wish ?? "enable=no")"))
  }

  #if os(Linux)
    @Test func homeIsATemporaryFolderUnlessTheManifestNamesIt() async throws {
      for (names, isOwn) in [("TMPDIR", true), ("HOME", false)] {
        let manifest = try folder.manifest(
          "plugin.yaml", name: "toy", command: "[./tells-what-it-sees]",
          rest: "environment: [\(names)]")
        let seen = try await sight(
          PluginSearch(given: [manifest], harnessFolder: nil, environment: surroundings),
          sandbox: .automatic)
        let home = try #require(seen.first { $0.hasPrefix("HOME=") }).dropFirst(5)
        #expect((home != "/home/toy") == isOwn)
        // It went with the plugin.
        #expect(!FileManager.default.fileExists(atPath: String(home)))
      }
    }
  #endif

  @Test func theNeedsOfAManifestAreRightsInTheSandbox() throws {
    let manifest = try folder.manifest("plugin.yaml", name: "toy", rest: "needs: [network, files]")
    let search = PluginSearch(given: [manifest], harnessFolder: nil, environment: [:])
    #expect(try search.locations().first?.program.get().needs == [.network, .files])
    try folder.manifest("plugin.yaml", name: "toy", rest: "needs: [netwrok]")
    let error = #expect(throws: PluginError.self) { try search.locations() }
    let line = #"plugin.yaml:4: unknown need "netwrok". Did you mean "network"?"#
    #expect(error?.message.hasSuffix(line) == true, "\(error?.message ?? "")")
  }

  @Test func theManifestsMemoryLimitTakesThePlaceOfTheRuns() throws {
    let limits: [(text: String, expected: Int?)] = [
      ("", 7), ("memory-limit: 1G", 1 << 30), ("memory-limit: none", nil),
    ]
    for limit in limits {
      let manifest = try folder.manifest("plugin.yaml", name: "toy", rest: limit.text)
      let search = PluginSearch(given: [manifest], harnessFolder: nil, environment: [:])
      let location = try #require(try search.locations().first)
      let settings = try WorkerSettings(location, memoryLimitBytes: 7)
      #expect(settings.memoryLimitBytes == limit.expected)
    }
  }

  /// Results are stored under the plugin's files, so that all of them must be known.
  @Test func thePluginsFilesAreTheManifestTheScriptsAndThoseNamed() async throws {
    try folder.file("data/table", executable: false)
    let manifest = try folder.manifest(
      "plugin.yaml", name: "toy", command: "[python3, tells-what-it-sees, other]",
      rest: "files: [wire.py, data/table]")
    let search = PluginSearch(
      given: [manifest], harnessFolder: nil, environment: ["PATH": "/usr/bin:/bin"])
    let location = try #require(try search.locations().first)
    let settings = try WorkerSettings(location, startDeadlineNanoseconds: 30_000_000_000)
    let introduction = try await onThreadOfItsOwn { try DecoderWorker.introduce(settings) }
    let own = introduction.files.filter { $0.hasPrefix(folder.path) }
    #expect(
      own
        == ["data/table", "plugin.yaml", "tells-what-it-sees", "wire.py"]
        .map { folder.path + "/" + $0 })
    #expect(introduction.files.contains(settings.executable))
  }

  @Test func theProgramIsLookedForInFoldersThatNotEveryoneCanWriteTo() throws {
    let open = try TemporaryFolder()
    let closed = try TemporaryFolder()
    let harness = try TemporaryFolder()
    for place in [open, closed, harness] {
      try place.file("toy")
      try place.file("harness-decoder-toy")
    }
    try open.setPermissions(0o777)
    func executable(of command: String) throws -> String {
      let manifest = try folder.manifest("plugin.yaml", name: "toy", command: command)
      let search = PluginSearch(
        given: [manifest], harnessFolder: harness.path,
        environment: ["PATH": ".:\(open.path):\(closed.path)"])
      return try #require(try search.locations().first).program.get().executable
    }
    #expect(try executable(of: "[toy]") == closed.path + "/toy")
    // Beside the harness, only names of plugins are searched.
    #expect(try executable(of: "[harness-decoder-toy]") == harness.path + "/harness-decoder-toy")
  }

  @Test func theVirtualEnvironmentBesideTheManifestGoesBeforeTheInstallations() throws {
    let installation = try TemporaryFolder()
    let manifest = try installation.manifest(
      "Plugins/Toy/plugin.yaml", name: "toy", command: "['{venv}/bin/python']")
    func executable() throws -> String {
      let search = PluginSearch(given: [manifest], harnessFolder: nil, environment: [:])
      return try #require(try search.locations().first).program.get().executable
    }
    let shared = try installation.file(".venv-plugins/bin/python")
    #expect(try executable() == shared)
    let own = try installation.file("Plugins/Toy/.venv/bin/python")
    #expect(try executable() == own)
  }
}
