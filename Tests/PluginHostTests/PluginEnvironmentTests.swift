import Foundation
import PluginHost
import TestSupport
import Testing

/// The place of the plugins' environment: the harness looks where the script that installs has put it.
@Suite(.waits) struct PluginEnvironmentTests {
  /// An installation with the script, and with a `python3` that makes environments of nothing.
  private let folder: TemporaryFolder
  private let root: String
  private let home: String
  private let programs: String

  init() throws {
    folder = try TemporaryFolder()
    (root, home, programs) = (folder.path + "/share", folder.path + "/home", folder.path + "/bin")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try folder.file(
      "bin/python3",
      """
      #!/bin/sh
      [ "$1 $2" = "-m venv" ] || exit 1
      mkdir -p "$3/bin"
      printf '#!/bin/sh\\nexit 0\\n' > "$3/bin/python"
      chmod 755 "$3/bin/python"
      """)
  }

  /// Fills the root's folder; it may be a disk that has been mounted in the meantime.
  private func install() throws {
    let script = try String(
      contentsOf: Package.root.appending(path: "scripts/plugins.sh"), encoding: .utf8)
    try folder.file("share/scripts/plugins.sh", script)
    try folder.file("share/Plugins/Quirc/requirements.txt", "toy==1\n", executable: false)
  }

  /// The environment that the script makes for a plugin.
  private func installed(_ variables: [String: String]) throws -> (made: String?, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: root + "/scripts/plugins.sh")
    process.arguments = ["quirc"]
    process.environment = variables.merging(["PATH": programs + ":/usr/bin:/bin"]) { $1 }
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    let made = said.firstMatch(of: /made the virtual environment (.*)\n/).map { String($0.1) }
    return (made, said)
  }

  private func expectAgreement(on place: String, _ variables: [String: String]) throws {
    let (made, said) = try installed(variables)
    #expect(made == place, "\(said)")
    #expect(FileManager.default.isExecutableFile(atPath: place + "/bin/python"))
    #expect(PluginEnvironment.places(in: root, environment: variables).first == place)
  }

  @Test func whereTheInstallationCanBeWrittenTheEnvironmentLiesInIt() throws {
    try install()
    try expectAgreement(on: root + "/.venv-plugins", ["HOME": home])
  }

  @Test(.enabled(if: SmallDisk.canBeMounted || geteuid() != 0))
  func whereItCannotBeWrittenTheEnvironmentLiesInTheUsersDataFolder() throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    // Root may write to any folder, but not to a disk that is mounted for reading.
    let isRoot = geteuid() == 0
    if isRoot { try #require(SmallDisk.mount(on: root, kilobytes: 1000)) }
    defer {
      if isRoot { SmallDisk.unmount(root) } else { try? folder.setPermissions(0o755, of: "share") }
    }
    try install()
    if isRoot {
      let mount = try Process.run(
        URL(filePath: "/bin/mount"), arguments: ["-o", "remount,ro", root])
      mount.waitUntilExit()
      try #require(mount.terminationStatus == 0)
    } else {
      try folder.setPermissions(0o555, of: "share")
    }
    try expectAgreement(
      on: home + "/.local/share/barcode-harness/.venv-plugins", ["HOME": home])
    let data = folder.path + "/data"
    try expectAgreement(
      on: data + "/barcode-harness/.venv-plugins", ["HOME": home, "XDG_DATA_HOME": data])
    try FileManager.default.removeItem(atPath: home + "/.local")
    try expectAgreement(
      on: home + "/.local/share/barcode-harness/.venv-plugins",
      ["HOME": home, "XDG_DATA_HOME": "not/absolute"])
  }
}
