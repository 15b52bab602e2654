import Base
import Foundation
import Testing

@testable import PluginHost

/// A plugin whose releases a script lists and installs.
struct VersionInstallerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a plugin whose manifest ends with these releases.
  private func location(
    releases: String, script: String = "exit 0"
  ) throws -> PluginSearch.Location {
    try folder.file("tool", "#!/bin/sh\n\(script)\n")
    try folder.file(
      "plugin.yaml",
      """
      format: 1
      name: toy
      command: ["{venv}/decoder", "--release={venv}"]
      releases: \(releases)
      """, executable: false)
    let search = PluginSearch(given: [folder.path], harnessFolder: nil, environment: [:])
    return try #require(try search.locations().first)
  }

  private func installer(_ script: String, from first: String = "1.0") throws -> VersionInstaller {
    try VersionInstaller(
      location(
        releases:
          "{list: [./tool, list], install: [./tool, \"{release}\", \"{venv}\"], from: \(first)}",
        script: script), environment: [:], stop: StopSignal())
  }

  private static let script = """
    case $1 in
      list) printf '1.10\\n1.9\\n1.0\\n1.9\\n' ;;
      1.9) echo building; echo 'error: no compiler' >&2; exit 1 ;;
      *) printf '#!/bin/sh\\necho %s\\n' "$1" > "$2/decoder"; chmod +x "$2/decoder" ;;
    esac
    """

  @Test func releasesAreListedOnceInTheirOrder() throws {
    #expect(try installer(Self.script).published().map(\.text) == ["1.0", "1.9", "1.10"])
  }

  @Test func aReleaseIsInstalledInAFolderOfItsOwn() throws {
    let installer = try installer(Self.script)
    let release = try #require(VersionNumber(parsing: "1.10"))
    #expect(!installer.isInstalled(release))
    try installer.install(release)
    #expect(installer.installed == [release])
    let search = PluginSearch(given: [folder.path], harnessFolder: nil, environment: [:])
    let location = try #require(try search.locations().first)
    let program = try search.location(location, release: release).program.get()
    let place = folder.path + "/.venv-releases/1.10"
    #expect(program.executable == place + "/decoder")
    #expect(program.arguments == ["--release=\(place)"])
  }

  @Test func aReleaseThatDoesNotInstallSaysWhyAndLeavesNothing() throws {
    let installer = try installer(Self.script)
    let release = try #require(VersionNumber(parsing: "1.9"))
    let error = #expect(throws: PluginError.self) { try installer.install(release) }
    #expect(error?.message == "release 1.9 does not install: error: no compiler")
    #expect(error?.isUsageError == false)
    #expect(installer.installed.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.venv-releases/1.9"))
  }

  @Test func anInstallationThatWasCutOffIsDoneAnew() throws {
    let installer = try installer(Self.script)
    let release = try #require(VersionNumber(parsing: "1.0"))
    let place = folder.path + "/.venv-releases/1.0"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: URL(filePath: place + "/decoder"))
    #expect(installer.installed.isEmpty)
    try installer.install(release)
    #expect(try String(contentsOfFile: place + "/decoder", encoding: .utf8).contains("echo 1.0"))
  }

  @Test func releasesBeforeTheFirstOfTheAdapterAreRefused() throws {
    let installer = try installer(Self.script, from: "1.5")
    let release = try #require(VersionNumber(parsing: "1.0"))
    let error = #expect(throws: PluginError.self) { try installer.install(release) }
    #expect(error?.message.contains("takes releases from 1.5 on") == true)
  }

  @Test(arguments: [
    ("echo offline >&2; exit 7", "cannot be listed: offline"),
    ("exit 7", "cannot be listed: tool ended with exit code 7"),
    (
      "echo 'WARNING: Retrying after connection broken by X' >&2; echo 'ERROR: No match' >&2; exit 1",
      "cannot be listed: the package index cannot be reached"
    ),
    ("echo 'ERROR: no' >&2; echo 'hint: see above' >&2; exit 1", "cannot be listed: no"),
    ("echo latest", "\"latest\" is not the number of a release"), ("true", "there are no releases"),
  ])
  func aListThatCannotBeHadIsAnErrorInTheToolsWords(script: String, reason: String) throws {
    let error = #expect(throws: PluginError.self) { try installer(script).published() }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func aStopEndsAnInstallation() throws {
    let stop = StopSignal()
    stop.request()
    let installer = try VersionInstaller(
      location(
        releases: "{list: [./tool], install: [./tool]}", script: "sleep 600"), environment: [:],
      stop: stop)
    let release = try #require(VersionNumber(parsing: "1.0"))
    let error = #expect(throws: PluginError.self) { try installer.install(release) }
    #expect(error?.message.contains("it was stopped") == true)
  }

  @Test func aReleaseThatIsNotInstalledSaysHowItIs() throws {
    let location = try location(releases: "{pip: toy}")
    let search = PluginSearch(given: [folder.path], harnessFolder: nil, environment: [:])
    let error = #expect(throws: PluginError.self) {
      try search.location(location, release: #require(VersionNumber(parsing: "2.1.0")))
    }
    #expect(
      error?.message.contains("harness versions toy --from 2.1.0 --to 2.1.0 --install") == true)
  }

  @Test func theListOfPipIsRead() {
    let text = "toy (2.0)\nAvailable versions: 2.0, 1.10.1,1.9\n  INSTALLED: 1.9\n"
    #expect(
      VersionInstaller.versions(inListing: text).map { $0.trimmingCharacters(in: .whitespaces) }
        == ["2.0", "1.10.1", "1.9"])
    #expect(VersionInstaller.versions(inListing: "nothing").isEmpty)
  }
}
