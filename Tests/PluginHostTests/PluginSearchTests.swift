import Foundation
import PluginHost
import Testing

struct PluginSearchTests {
  @Test func theFirstPlaceThatHasANameWins() throws {
    let beside = try TemporaryFolder()
    let onPluginPath = try TemporaryFolder()
    let onPath = try TemporaryFolder()
    let inOrder = [
      try beside.file("harness-decoder-zbar"),
      try onPluginPath.file("harness-decoder-mine"),
      try onPath.file("harness-decoder-other"),
    ]
    for folder in [onPluginPath, onPath] { try folder.file("harness-decoder-zbar") }
    try onPath.file("harness-decoder-mine")
    let search = PluginSearch(
      given: [], harnessFolder: beside.path,
      environment: ["HARNESS_PLUGIN_PATH": onPluginPath.path, "PATH": onPath.path])
    let found = try search.locations()
    #expect(found.map(\.path) == inOrder)
    #expect(found.map(\.name) == ["zbar", "mine", "other"])
    #expect(found.map(\.source) == [.besideHarness, .pluginPath, .path])
  }

  @Test func aPathGivenByHandShadowsThoseFound() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    try folder.file("harness-decoder-zbar")
    let mine = try other.file("harness-decoder-zbar")
    let unnamed = try other.file("my-decoder")
    let search = PluginSearch(
      given: [mine, unnamed], harnessFolder: folder.path, environment: [:])
    let found = try search.locations()
    #expect(found.map(\.path) == [mine, unnamed])
    #expect(found.map(\.name) == ["zbar", nil])
  }

  @Test func onlyExecutableFilesWithPlainNamesArePlugins() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-text", executable: false)
    try folder.file("harness-decoder-")
    try folder.file("harness-decoder-a.bak")
    try folder.file("harness")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/harness-decoder-folder", withIntermediateDirectories: false)
    let good = try folder.file("harness-decoder-good-2")
    let search = PluginSearch(given: [], harnessFolder: folder.path, environment: [:])
    #expect(try search.locations().map(\.path) == [good])
  }

  /// A stored run without a recommended decoder says so as a comparison does, installed or not.
  @Test func recommendedDecodersThatARunLacksAreNamed() throws {
    let folder = try TemporaryFolder()
    func manifest(_ name: String, command: String, _ rest: String = "recommended: It reads more")
      throws
    {
      try folder.file(
        "\(name)/plugin.yaml", "format: 1\nname: \(name)\ncommand: [\(command)]\n\(rest)\n",
        executable: false)
    }
    try manifest(
      "absent", command: "\"{venv}/bin/python\"", "recommended: It reads more\ninstall: get absent")
    try manifest("present", command: "/bin/sh")
    try manifest("plain", command: "/bin/sh", "")
    let search = PluginSearch(
      given: [], installation: [folder.path], harnessFolder: nil, environment: [:])
    func leftOut(_ references: [String]) -> [String] {
      search.leftOut(besides: references, again: "measure it")
    }
    let absent =
      "left out absent: not installed. It reads more; install it with: get absent, then measure it "
      + "with: measure it"
    #expect(
      leftOut(["zbar"]) == [
        absent,
        "left out present: it has no thresholds in these runs. It reads more; measure it with: measure it",
      ])
    #expect(leftOut(["any:plain+present"]) == [absent])
    #expect(leftOut(["present", "old=absent:fast=true"]) == [])
  }

  @Test func theCurrentFolderAndOtherRelativeOnesAreNeverSearched() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-here")
    let relative = Self.relativePath(to: folder.path)
    let here = FileManager.default.currentDirectoryPath
    #expect(FileManager.default.fileExists(atPath: "\(here)/\(relative)/harness-decoder-here"))
    let search = PluginSearch(
      given: [], harnessFolder: nil,
      environment: ["HARNESS_PLUGIN_PATH": "\(relative):.:", "PATH": ":.:\(relative)"])
    #expect(try search.locations().isEmpty)
  }

  @Test func aFolderNamedTwiceIsSearchedOnceAndAMissingOneIsNoError() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-one")
    let search = PluginSearch(
      given: [], harnessFolder: folder.path,
      environment: ["PATH": "\(folder.path):/nonexistent:\(folder.path)"])
    #expect(try search.locations().count == 1)
  }

  @Test func whatIsGivenByHandMustBeAnExecutableFile() throws {
    let folder = try TemporaryFolder()
    let text = try folder.file("notes.txt", executable: false)
    let claims = [
      (folder.path + "/missing", "no such file"),
      (folder.path, "is a folder with neither a plugin.yaml nor one"),
      (text, "chmod +x \(text)"),
    ]
    for (path, reason) in claims {
      let search = PluginSearch(given: [path], harnessFolder: nil, environment: [:])
      let error = #expect(throws: PluginError.self) { try search.locations() }
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      #expect(error?.isUsageError == true)
    }
  }

  @Test func aFolderWithOneExecutableStandsForIt() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-one")
    try folder.file("README.md", executable: false)
    let search = PluginSearch(given: [folder.path], harnessFolder: nil, environment: [:])
    #expect(try search.locations().map(\.path) == [folder.path + "/harness-decoder-one"])
    try folder.file("harness-decoder-two")
    #expect(throws: PluginError.self) { try search.locations() }
  }

  @Test func whatIsGivenByHandMayBeAManifestOrAFolderOfThem() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    let both = [
      try folder.manifest("b.plugin.yaml", name: "b"),
      try folder.manifest("plugin.yaml", name: "other-name"),
    ]
    try folder.file("notes.yaml", executable: false)
    let single = try other.manifest("plugin.yaml", name: "single")
    let search = PluginSearch(given: [folder.path, single], harnessFolder: nil, environment: [:])
    let found = try search.locations()
    #expect(found.map(\.path) == both + [single])
    #expect(found.map(\.name) == ["b", "other-name", "single"])
    #expect(found.map(\.source) == [.given, .given, .given])
    #expect(found.allSatisfy { (try? $0.program.get())?.executable == "/bin/sh" })
  }

  @Test func manifestsOfTheInstallationComeBeforeExecutablesAndAfterPaths() throws {
    let installation = try TemporaryFolder()
    let beside = try TemporaryFolder()
    let mine = try TemporaryFolder()
    let first = try installation.manifest("A/plugin.yaml", name: "toy")
    try installation.manifest("B/plugin.yaml", name: "toy")
    try installation.manifest("B/given.plugin.yaml", name: "given")
    // Manifests are searched only in the direct subfolders of the installation folder: neither in
    // it nor further down.
    try installation.manifest("plugin.yaml", name: "too-high")
    try installation.manifest("A/B/plugin.yaml", name: "too-low")
    try beside.file("harness-decoder-toy")
    let given = try mine.file("harness-decoder-given")
    let search = PluginSearch(
      given: [given], installation: [installation.path], harnessFolder: beside.path,
      environment: [:])
    let found = try search.locations()
    #expect(found.map(\.path) == [given, first])
    #expect(found.map(\.source) == [.given, .installation])
  }

  @Test func aBrokenManifestOfTheInstallationHidesNoOther() throws {
    let installation = try TemporaryFolder()
    let broken = try installation.file("A/plugin.yaml", "name: [", executable: false)
    try installation.manifest("B/plugin.yaml", name: "fine")
    let search = PluginSearch(
      given: [], installation: [installation.path, "/nonexistent"], harnessFolder: nil,
      environment: [:])
    let found = try search.locations()
    #expect(found.map(\.name) == [nil, "fine"])
    let error = #expect(throws: PluginError.self) { try found[0].program.get() }
    #expect(error?.code == .badManifest)
    #expect(error?.message.hasPrefix(broken + ":2: this is not YAML") == true)
    let byHand = PluginSearch(given: [broken], harnessFolder: nil, environment: [:])
    #expect(throws: PluginError.self) { try byHand.locations() }
  }

  @Test(arguments: [0o777, 0o1777, 0o757])
  func aFolderOnThePathsThatEveryUserCanWriteToIsRefused(mode: Int) throws {
    let open = try TemporaryFolder()
    let closed = try TemporaryFolder()
    for name in ["toy", "only-there"] { try open.file("harness-decoder-\(name)") }
    let good = try closed.file("harness-decoder-toy")
    try open.setPermissions(mode)
    for variable in ["HARNESS_PLUGIN_PATH", "PATH"] {
      let search = PluginSearch(
        given: [], harnessFolder: nil, environment: [variable: open.path + ":" + closed.path])
      let found = try search.locations()
      // It does not prevent the use of a plugin that may be run.
      #expect(found.first?.path == good)
      #expect(found.map(\.isRefused) == [false, true, true])
      let error = #expect(throws: PluginError.self) { try found[1].program.get() }
      #expect(error?.message.contains("chmod o-w \(open.path)") == true, "\(error?.message ?? "")")
    }
    try open.setPermissions(0o775)
    let search = PluginSearch(given: [], harnessFolder: nil, environment: ["PATH": open.path])
    #expect(try search.locations().map(\.isRefused) == [false, false])
  }

  @Test func aFileThatEveryUserCanChangeIsRefused() throws {
    let folder = try TemporaryFolder()
    let plugin = try folder.file("harness-decoder-toy")
    try folder.setPermissions(0o777, of: "harness-decoder-toy")
    let onPath = PluginSearch(given: [], harnessFolder: nil, environment: ["PATH": folder.path])
    #expect(try onPath.locations().map(\.isRefused) == [true])
    let byHand = PluginSearch(given: [plugin], harnessFolder: nil, environment: [:])
    let error = #expect(throws: PluginError.self) { try byHand.locations() }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("chmod o-w \(plugin)") == true)
  }

  @Test func theScriptOfAManifestIsRefusedLikeAnExecutable() throws {
    let folder = try TemporaryFolder()
    let manifest = try folder.manifest("plugin.yaml", name: "toy", command: "[/bin/sh, toy.sh]")
    try folder.file("toy.sh")
    let search = PluginSearch(given: [manifest], harnessFolder: nil, environment: [:])
    #expect(try search.locations().map(\.isRefused) == [false])
    for name in ["toy.sh", "plugin.yaml"] {
      try folder.setPermissions(0o666, of: name)
      #expect(try search.locations().map(\.isRefused) == [true], "\(name)")
      try folder.setPermissions(0o644, of: name)
    }
    try folder.setPermissions(0o777)
    #expect(try search.locations().map(\.isRefused) == [true])
    // As in /tmp, others may add files but not change these.
    try folder.setPermissions(0o1777)
    #expect(try search.locations().map(\.isRefused) == [false])
  }

  private static func relativePath(to path: String) -> String {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    return Array(repeating: "..", count: depth).joined(separator: "/") + path
  }
}
