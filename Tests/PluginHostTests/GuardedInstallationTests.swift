import Base
import Foundation
import TestSupport
import Testing

@testable import PluginHost

/// Programs that list and install releases, and do what they should not.
@Suite(.serialized, .waits)
struct GuardedInstallationTests {
  private let folder: TemporaryFolder
  /// A place that is neither the plugin's nor the releases'.
  private let home: TemporaryFolder

  init() throws { (folder, home) = (try TemporaryFolder(), try TemporaryFolder()) }

  /// Makes an installer whose programs are a script with the word `list`, or with a release and its folder.
  private func installer(
    _ script: String, needs: String = "[]", reads: String = "[]", stop: StopSignal = StopSignal()
  ) throws -> VersionInstaller {
    try folder.file("tool", "#!/bin/sh\n\(script)\n")
    try folder.file(
      "plugin.yaml",
      """
      format: 1
      name: toy
      command: ["{venv}/decoder"]
      reads: \(reads)
      releases:
        list: [./tool, list]
        install: [./tool, "{release}", "{venv}"]
        needs: \(needs)
      """, executable: false)
    let search = PluginSearch(given: [folder.path], harnessFolder: nil, environment: [:])
    let location = try #require(try search.locations().first)
    return try VersionInstaller(location, environment: [:], stop: stop)
  }

  private func release(_ text: String) throws -> VersionNumber {
    try #require(VersionNumber(parsing: text))
  }

  /// A number of seconds to sleep that names a test's own processes.
  private static func mark() -> String { "7\(Int.random(in: 100_000...999_999)).25" }

  /// The processes that sleep for this long, after time for a kill to take effect.
  private func sleepers(_ mark: String) -> [String] {
    var found: [String] = []
    for _ in 0..<100 {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      found = all.filter { process in
        let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        return Int(process) != nil && String(decoding: words, as: UTF8.self).contains(mark)
      }
      if found.isEmpty { return [] }
      usleep(20_000)
    }
    return found
  }

  @Test func aListThatNeverEndsIsReadToABoundAndItsProgramEnded() throws {
    let error = #expect(throws: PluginError.self) { try installer("exec yes 1.0").published() }
    #expect(error?.message.contains("printed more than 1 MB") == true, "\(error?.message ?? "")")
  }

  @Test func whatAnInstallerPrintsWithoutEndIsNotKept() throws {
    let installer = try installer(
      "head -c 50000000 /dev/zero | tr '\\0' 'x'; echo; echo 'out of luck'; exit 1")
    let error = #expect(throws: PluginError.self) { try installer.install(try release("1.0")) }
    #expect(error?.message == "release 1.0 does not install: out of luck")
    var program = PluginProgram(executable: "/usr/bin/head")
    program.arguments = ["-c", "50000000", "/dev/zero"]
    let run = try GuardedRun.run(
      WorkerSettings(program: program), reading: .tail, limit: 60, isStopped: { false })
    #expect(run.ending == .ended(.exited(0)) && (1 << 14..<1 << 18).contains(run.output.count))
  }

  @Test func aStopEndsWhatAnInstallerHasStartedInASessionOfItsOwn() throws {
    let (stop, mark) = (StopSignal(), Self.mark())
    let installer = try installer(
      "setsid sleep \(mark) & touch \"$2/begun\"; exec sleep \(mark)", stop: stop)
    let begun = folder.path + "/.venv-releases/1.0/begun"
    let thread = Thread {
      for _ in 0..<1000 where !FileManager.default.fileExists(atPath: begun) { usleep(10_000) }
      stop.request()
    }
    thread.start()
    let error = #expect(throws: PluginError.self) { try installer.install(try release("1.0")) }
    #expect(error?.message.contains("it was stopped") == true, "\(error?.message ?? "")")
    #expect(sleepers(mark) == [])
  }

  @Test func whatAnInstallerLeavesRunningEndsWithIt() throws {
    let mark = Self.mark()
    let installer = try installer("setsid sleep \(mark) & echo > \"$2/decoder\"")
    try installer.install(try release("1.0"))
    #expect(sleepers(mark) == [])
  }

  @Test func twoThatInstallAtTheSameTimeDoNotDeleteEachOthersFolders() async throws {
    let script = """
      own=$(cat /proc/sys/kernel/random/uuid)
      echo "$own" > "$2/owner"; sleep 0.4; [ "$(cat "$2/owner")" = "$own" ] || exit 1; echo > "$2/decoder"
      """
    let first = try installer(script)
    let second = try installer(script)
    let wanted = try release("1.0")
    async let one: Void = onThreadOfItsOwn { try first.install(wanted) }
    async let other: Void = onThreadOfItsOwn { try second.install(wanted) }
    _ = try await (one, other)
    #expect(first.installed == [wanted])
  }

  @Test func oneThatWaitsForAnotherCanBeStopped() throws {
    let stop = StopSignal()
    stop.request()
    let installer = try installer("exit 0", stop: stop)
    let releases = folder.path + "/.venv-releases"
    try FileManager.default.createDirectory(
      atPath: releases, withIntermediateDirectories: true)
    let wanted = try release("1.0")
    let lock = open(releases + "/.lock", O_CREAT | O_RDWR, 0o644)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let error = #expect(throws: PluginError.self) { try installer.install(wanted) }
    #expect(error?.message.contains("another harness is installing releases") == true)
  }

  /// Landlock and the filter of system calls are Linux's.
  #if os(Linux)
    @Test(arguments: [false, true])
    func aManifestsProgramHasTheNetworkOnlyIfItSaysSo(isDeclared: Bool) throws {
      let installer = try installer(
        "python3 -S -c 'import socket; socket.socket(); print(\"1.0\")'",
        needs: isDeclared ? "[network]" : "[]")
      if isDeclared {
        #expect(try installer.published().map(\.text) == ["1.0"])
      } else {
        #expect(throws: PluginError.self) { try installer.published() }
      }
    }

    @Test func aManifestsProgramWritesInTheReleasesFolderAlone() throws {
      let installer = try installer(
        "touch \(folder.path)/elsewhere; echo > \"$2/decoder\"")
      try installer.install(try release("1.0"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
    }

    @Test(.enabled(if: SandboxMode.automatic.boundsFiles, "this kernel has no Landlock"))
    func aManifestsProgramReadsWhatItsPluginMayReadAndNothingElse() throws {
      let secret = try home.file("secrets/notes", "secret", executable: false)
      let model = try home.file("model", "model", executable: false)
      let wanted = try release("1.0")
      let installer = try installer(
        "for file in \(secret) \(model) /etc/shadow /proc/1/environ; do cat $file; done > \"$2/got\"; "
          + "git --version && cc --version && python3 -c 1 && echo > \"$2/decoder\"",
        needs: "[network]", reads: "[\(model)]")
      try installer.install(wanted)
      let got = folder.path + "/.venv-releases/1.0/got"
      #expect(try String(contentsOfFile: got, encoding: .utf8) == "model")
      let greedy = try self.installer("cat \(secret)")
      let error = #expect(throws: PluginError.self) {
        try greedy.install(release("2.0"))
      }
      #expect(
        error?.message.hasSuffix(
          "; it cannot read \(secret): not declared; add reads: [\(secret)] to its plugin.yaml")
          == true, "\(error?.message ?? "")")
    }

    @Test(.enabled(if: SandboxMode.automatic.boundsFiles, "this kernel has no Landlock"))
    func aBuildReadsItsCloneAndCompilersAlone() throws {
      let secret = try folder.file("secrets/notes", "secret", executable: false)
      let repository = folder.path + "/toy"
      let git = "git -C \(repository) -c user.name=A -c user.email=a@b"
      try folder.file("toy/main.c", "int main(void) { return 0; }", executable: false)
      let made = try SystemProgram.run([
        "/bin/sh", "-c", "git init -q \(repository) && \(git) add . && \(git) commit -qm first",
      ])
      #expect(made.status == 0)
      func builder(_ command: String) throws -> CommitBuilder {
        try CommitBuilder(
          repository: repository, command: command, built: ".",
          environment: ["XDG_CACHE_HOME": folder.path + "/cache"], sandbox: .automatic,
          stop: StopSignal())
      }
      let good = try builder("cc main.c -o toy && git describe --always && ! cat \(secret)")
      #expect(try good.build(good.commit("HEAD")).contains(folder.path + "/cache"))
      let greedy = try builder("cat \(secret)")
      let error = #expect(throws: PluginError.self) { try greedy.build(greedy.commit("HEAD")) }
      #expect(
        error?.message.hasSuffix("; it cannot read \(secret); --sandbox none lets it") == true,
        "\(error?.message ?? "")")
    }

    private static let hasVenv =
      (try? SystemProgram.run(["python3", "-c", "import ensurepip, venv"]).status) == 0

    /// With modules and a virtual environment of somebody else's in pip's place.
    @Test(.enabled(if: hasVenv, "python3 makes no virtual environments here"))
    func pipInstallsAWheelAndRunsNothingOfTheManifestsFolder() throws {
      for name in ["pip.py", "venv.py", ".venv-releases/pip.py", ".venv-releases/venv.py"] {
        try folder.file(name, "raise SystemExit(7)", executable: false)
      }
      try folder.file(".venv-releases/pip/bin/pip", "#!/bin/sh\nexit 7\n")
      try folder.file(".venv-releases/pip/bin/python", "#!/bin/sh\nexit 7\n")
      try folder.file(
        "plugin.yaml", "format: 1\nname: toy\ncommand: [\"{venv}/toy\"]\nreleases: {pip: toylib}\n",
        executable: false)
      let wheel = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1] + "/toylib-1.0-py3-none-any.whl", "w") as wheel:
            info = "toylib-1.0.dist-info/"
            wheel.writestr("toylib.py", "")
            wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: toylib\\nVersion: 1.0\\n")
            wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
            wheel.writestr(info + "RECORD", "")
        """
      #expect(try SystemProgram.run(["python3", "-c", wheel, home.path]).status == 0)
      setenv("PIP_NO_INDEX", "1", 1)
      setenv("PIP_FIND_LINKS", home.path, 1)
      defer { for name in ["PIP_NO_INDEX", "PIP_FIND_LINKS"] { unsetenv(name) } }
      let search = PluginSearch(given: [folder.path], harnessFolder: nil, environment: [:])
      let installer = try VersionInstaller(
        #require(search.locations().first), environment: ["XDG_CACHE_HOME": home.path + "/cache"],
        stop: StopSignal())
      #expect(try installer.published().map(\.text) == ["1.0"])
      try installer.install(release("1.0"))
      let python = folder.path + "/.venv-releases/1.0/bin/python"
      #expect(try SystemProgram.run([python, "-I", "-c", "import toylib"]).status == 0)
    }
  #endif

  @Test func releasesAreNotInstalledBehindALink() throws {
    let kept = try home.file("1.0/kept")
    let installer = try installer("echo > \"$2/decoder\"")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/.venv-releases", withDestinationPath: home.path)
    let error = #expect(throws: PluginError.self) { try installer.install(release("1.0")) }
    #expect(error?.message.hasSuffix("it is a link") == true, "\(error?.message ?? "")")
    #expect(FileManager.default.fileExists(atPath: kept))
  }

  @Test func aManifestsProgramSeesNoSecretOfTheEnvironment() throws {
    setenv("HARNESS_TEST_TOKEN", "secret", 1)
    defer { unsetenv("HARNESS_TEST_TOKEN") }
    let installer = try installer("[ -z \"$HARNESS_TEST_TOKEN\" ] && echo 1.0")
    #expect(try installer.published().map(\.text) == ["1.0"])
  }
}
