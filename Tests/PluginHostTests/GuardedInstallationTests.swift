import Foundation
import TestSupport
import Testing

@testable import PluginHost

/// Programs that list and install releases, and do what they should not.
@Suite(.serialized)
struct GuardedInstallationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes an installer whose programs are a script with the word `list`, or with a release and its folder.
  private func installer(
    _ script: String, needs: String = "[]", stop: StopSignal = StopSignal()
  ) throws -> VersionInstaller {
    try folder.file("tool", "#!/bin/sh\n\(script)\n")
    try folder.file(
      "plugin.yaml",
      """
      format: 1
      name: toy
      command: ["{venv}/decoder"]
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
  #endif

  @Test func aManifestsProgramSeesNoSecretOfTheEnvironment() throws {
    setenv("HARNESS_TEST_TOKEN", "secret", 1)
    defer { unsetenv("HARNESS_TEST_TOKEN") }
    let installer = try installer("[ -z \"$HARNESS_TEST_TOKEN\" ] && echo 1.0")
    #expect(try installer.published().map(\.text) == ["1.0"])
  }
}
