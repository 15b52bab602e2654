import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// `plugin install` for a user who is not root, with stand-ins for the programs that its script starts.
  @Suite(.waits) struct PluginInstallTests {
    private let scratch: ScratchFolder
    private var log: String { scratch.path + "/log" }

    init() throws {
      scratch = try ScratchFolder()
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/bin", withIntermediateDirectories: true)
      for name in ["dirname", "tr"] {
        try FileManager.default.createSymbolicLink(
          atPath: scratch.path + "/bin/" + name, withDestinationPath: "/usr/bin/" + name)
      }
      try standIn("id", "echo 1000")
      try standIn("dpkg-query", "exit 1")
      try standIn("apt-get", "")
    }

    /// A program that writes into the log what it was asked, and whether it can win rights.
    private func standIn(_ name: String, _ then: String) throws {
      try scratch.file(
        "bin/" + name,
        """
        #!/bin/sh
        while read -r key value; do
          [ "$key" = NoNewPrivs: ] && closed=$value
        done < /proc/self/status
        echo "\(name) $* closed=$closed guarded=${HARNESS_GUARDED:-no}" >> \(log)
        \(then)

        """, isExecutable: true)
    }

    private func install() async throws -> (run: HarnessRun, log: [String]) {
      let run = try await HarnessRun.run(
        ["plugin", "install", "zbarimg"], in: scratch.path,
        environment: ["PATH": scratch.path + "/bin", "HARNESS_GUARDED": ""])
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      return (run, lines.map(String.init).filter { !$0.hasPrefix("id ") })
    }

    @Test func packagesAreInstalledThroughSudoWithoutTheGuardWhichIsSaid() async throws {
      try standIn("sudo", "[ \"$1\" = -n ] && shift\n[ \"$1\" = true ] || exec \"$@\"")
      let (run, log) = try await install()
      #expect(run.status == 0, "\(run.errors)")
      for words in [
        "zbarimg: takes sudo for zbar-tools", "sudo cannot gain rights under the guard",
        "zbarimg: installed zbar-tools",
      ] {
        #expect(run.errors.contains(words), "\(run.errors)")
      }
      let own = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("NoNewPrivs:") }?.last.map(String.init)
      let open = " closed=\(try #require(own)) guarded=no"
      let packages = log.filter { !$0.hasPrefix("dpkg-query") }
      #expect(
        packages
          == [
            "sudo -n true", "sudo apt-get update -qq", "apt-get update -qq",
            "sudo apt-get install -qq -y --no-install-recommends zbar-tools",
            "apt-get install -qq -y --no-install-recommends zbar-tools",
          ].map { $0 + open })
      // It was tried under the guard first.
      #expect(log.first?.hasSuffix(" closed=1 guarded=1") == true, "\(log)")
    }

    @Test(arguments: [SIGKILL, SIGINT])
    func aHarnessThatIsKilledLeavesNothingOfItRunning(signal: Int32) throws {
      let mark = "7\(Int.random(in: 100_000...999_999)).5"
      try standIn("dpkg-query", "/usr/bin/setsid /bin/sleep \(mark) & exec /bin/sleep \(mark)")
      let harness = try RunningHarness(
        ["plugin", "install", "zbarimg"], in: scratch.path,
        environment: ["PATH": scratch.path + "/bin", "HARNESS_GUARDED": ""])
      eventually("it and its child run") {
        processes(mentioning: mark).count == 2 || !harness.isRunning
      }
      #expect(harness.isRunning)
      harness.send(signal)
      eventually("both have ended") { processes(mentioning: mark).isEmpty }
      // What is left would hold the harness's output open for days.
      for process in processes(mentioning: mark) { kill(process, SIGKILL) }
      let run = harness.wait()
      #expect(run.status == (signal == SIGKILL ? -SIGKILL : 130), "\(run.errors)")
    }

    @Test func withoutSudoTheCommandForRootIsNamedAndNothingIsInstalled() async throws {
      let (run, log) = try await install()
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("as root: apt-get install zbar-tools"), "\(run.errors)")
      #expect(!log.contains { $0.hasPrefix("apt-get") }, "\(log)")
    }

    @Test func aSudoThatRefusesLeavesTheDecoderOut() async throws {
      try standIn("sudo", "exit 1")
      let (run, log) = try await install()
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("not installed: zbarimg"), "\(run.errors)")
      #expect(!log.contains { $0.hasPrefix("apt-get") }, "\(log)")
    }
  }
#endif
