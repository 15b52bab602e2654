import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

#if os(Linux)
  /// Plugins that try to leave a process behind, take more than they may, or look where they should not.
  @Suite(.serialized, .waits) struct EscapeTests {
    /// A user and the kinds of containment that a run is left with.
    struct Setting: CustomTestStringConvertible {
      /// The value of `--sandbox`.
      let sandbox: String
      /// The bits of what the guards do without: 1 process namespaces, 2 control groups.
      var without = 0
      /// True for a user without privileges.
      var isNobody = false

      var testDescription: String {
        "\(sandbox), without \(without), \(isNobody ? "nobody" : "the tests' user")"
      }
    }

    /// With everything, and the floor: looking for what descends. A proof adds what lies between.
    static let settings =
      [Setting(sandbox: "auto")]
      + Proof.all(
        (getuid() != 0 ? [] : [Setting(sandbox: "auto", without: 3, isNobody: true)])
          + [Setting(sandbox: "none", without: 2), Setting(sandbox: "none")]
          + (getuid() != 0
            ? []
            : [
              Setting(sandbox: "auto", isNobody: true),
              Setting(sandbox: "none", without: 2, isNobody: true),
            ]),
        orFirst: 1)

    static let ways = [
      "double-fork", "session", "group", "daemon", "guards-group", "traced", "vfork", "sibling",
      "renamed", "closes-all", "holds-pipes", "ignores-term", "blocks-all", "stopped", "runner",
      "bomb", "exploding", "kills-guard", "stops-guard", "own-reaper", "unshared",
      "thread-forks", "thread-execs", "control-group", "forks-on-term", "forks-at-exit", "crashes",
      "descriptor",
    ]

    private let scratch: ScratchFolder
    private let plugin: String

    /// The plugin's program, compiled once.
    private static let compiled = Result {
      let folder = try ScratchFolder()
      let source = HarnessRun.root + "/Tests/IntegrationTests/Plugins/escapes.c"
      _ = try shell("cc -O1 -pthread -o '\(folder.path)/escapes' '\(source)'")
      return folder
    }

    init() throws {
      scratch = try ScratchFolder()
      plugin = scratch.path + "/harness-decoder-escapes"
      try FileManager.default.copyItem(
        atPath: Self.compiled.get().path + "/escapes", toPath: plugin)
      try scratch.file("black.pgm", "P2\n8 8\n255\n" + String(repeating: "0 ", count: 64))
      for name in ["harness", "harness-guard"] {
        let (source, copy) = (HarnessRun.binaries + "/" + name, scratch.path + "/" + name)
        // A link is made in no time; a folder of another file system cannot have one.
        if link(source, copy) != 0 {
          try FileManager.default.copyItem(atPath: source, toPath: copy)
        }
      }
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/tmp", withIntermediateDirectories: true)
      for (folder, mode) in [("", 0o755), ("/tmp", 0o1777)] {
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: scratch.path + folder)
      }
    }

    /// Scans a black image with the plugin in several ways, one after the other.
    private func scan(
      _ ways: [String], _ setting: Setting, _ more: [String] = []
    ) async throws -> HarnessRun {
      let decoders = ways.flatMap { ["--decoder", "\($0)=escapes:way=\($0)"] }
      return try await scan(with: plugin, decoders + ["--timeout", "100ms"] + more, setting)
    }

    private func scan(
      with plugin: String, _ more: [String], _ setting: Setting
    ) async throws -> HarnessRun {
      let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
      let words =
        (setting.isNobody ? nobody : []) + [
          scratch.path + "/harness", "scan", scratch.path + "/black.pgm", "--plugin", plugin,
        ]
        + ["--sandbox", setting.sandbox, "--format", "json"] + more
      let environment = [
        "TMPDIR": scratch.path + "/tmp", "HARNESS_GUARD_WITHOUT": "\(setting.without)",
        "SECRET": "SECRET_OF_THE_HARNESS",
      ]
      return try await onThreadOfItsOwn {
        try RunningHarness(
          words, in: scratch.path, environment: environment, program: "/usr/bin/env"
        ).wait()
      }
    }

    /// The names of the processes that run the plugin's program, once two seconds have passed at most.
    private func survivors() -> [String] {
      let deadline = ContinuousClock.now + .seconds(2)
      while true {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let left = entries.filter { readLink("/proc/\($0)/exe") == plugin }
        guard !left.isEmpty, ContinuousClock.now < deadline else {
          return left.map {
            (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) ?? $0
          }
        }
        usleep(20_000)
      }
    }

    private func readLink(_ path: String) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    @Test(arguments: settings)
    func nothingIsLeftTwoSecondsAfterTheRun(_ setting: Setting) async throws {
      let run = try await scan(Self.ways, setting)
      #expect(run.status == 1, "\(run.errors)")
      #expect(survivors() == [])
      #expect(scratch.names(in: "tmp") == [])
      // Every decoder has its answer or its failure: what one does costs the others nothing.
      #expect(Self.ways.allSatisfy { run.output.contains("\"\($0)\"") }, "\(run.output)")
      #expect(!run.errors.contains("could not be ended"), "\(run.errors)")
    }

    @Test(arguments: settings.prefix(2))
    func memoryIsThatOfAllProcessesAndCountsOnce(_ setting: Setting) async throws {
      let run = try await scan(
        ["memory", "shared-memory"], setting, ["--memory-limit", "100M", "--timeout", "5s"])
      #expect(run.output.contains("over the memory limit of 100 MB"), "\(run.output)\(run.errors)")
      #expect(run.output.components(separatedBy: "over the memory limit").count == 2)
      #expect(survivors() == [])
    }

    /// Those, and one without a sandbox at least.
    static let rights =
      settings + (settings.contains { $0.sandbox == "none" } ? [] : [Setting(sandbox: "none")])

    @Test(arguments: rights)
    func rightsAreThoseOfTheSandbox(_ setting: Setting) async throws {
      let run = try await scan(["rights"], setting)
      let isFree = setting.sandbox == "none"
      var expected =
        isFree
        ? ["own-folder:allowed", "home:denied", "folder:allowed", "internet:allowed"]
        : [
          "own-folder:allowed", "home:allowed", "folder:denied", "mode:denied", "internet:denied",
          "services:denied", "namespace:denied", "environment:denied",
          "datagrams:denied", "segment:denied", "lock:denied",
        ]
      expected += ["null:allowed", "pair:allowed"]
      if setting.isNobody { expected.removeAll { $0 == "folder:allowed" } }
      // Root reads everything unless the sandbox holds it; others never do.
      if setting.isNobody || getuid() != 0 { expected.append("environment:denied") }
      for right in expected { #expect(run.output.contains(right), "\(right): \(run.output)") }
    }

    /// The sandbox keeps closed what the user's own rights would open.
    @Test(.enabled(if: getuid() == 0, "only root becomes another user"))
    func aUsersOwnSecretsAreClosed() async throws {
      let source = try String(
        contentsOfFile: HarnessRun.root + "/Tests/PluginHostTests/Plugins/reads-secrets",
        encoding: .utf8)
      for folder in ["reader", "home"] {
        try FileManager.default.createDirectory(
          atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
      }
      let secrets = try [".netrc", ".env", "id_rsa"].map { name in
        let file = try scratch.file("home/" + name, "secret", isExecutable: true)
        #expect(chown(file, 65534, 65534) == 0)
        return file
      }
      try scratch.file("reader/targets", (secrets + ["/etc/shadow"]).joined(separator: "\n"))
      try scratch.file("reader/processes", "\(getpid()) 1")
      // The harness shows what a plugin that never answers has printed on standard error.
      let reader = try scratch.file(
        "reader/harness-decoder-reader",
        source.replacing("\nown = ", with: "\nsys.stdout = sys.stderr\nown = "),
        isExecutable: true)
      let run = try await scan(
        with: reader, ["--decoder", "reader"], Setting(sandbox: "auto", isNobody: true))
      #expect(run.errors.contains("done") && !run.errors.contains("got "), "\(run.errors)")
    }

    @Test func strictSaysWhatIsMissingAndStartsNothing() async throws {
      let whole = try await scan(["session"], Setting(sandbox: "strict"))
      #expect(whole.status == 1, "\(whole.errors)")
      let partial = try await scan(["session"], Setting(sandbox: "strict", without: 8))
      #expect(partial.status == 2)
      let reason = "missing: a read-only file system (Landlock)"
      #expect(partial.errors.contains(reason), "\(partial.errors)")
      #expect(survivors() == [])
    }

    @Test func whereFilesAreOpenThatIsSaidBeforeAnythingStarts() async throws {
      for (without, isSaid) in [(0, false), (8, true)] {
        let run = try await scan(["session"], Setting(sandbox: "auto", without: without))
        let words = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("plugins can read every file that you can") == isSaid, "\(words)")
      }
    }

    private static let freezer = "/sys/fs/cgroup/freezer"

    /// A frozen process ignores even KILL until it is thawed, as one does that waits for a dead disk.
    /// In a run that goes on, and in one that is interrupted while the decoder hangs.
    @Test(
      .enabled(if: getuid() == 0 && access(freezer + "/cgroup.procs", W_OK) == 0),
      arguments: [false, true])
    func whatCannotBeEndedIsNamedAndNoVerdictIsLost(_ isInterrupted: Bool) async throws {
      let ice = Self.freezer + "/harness-test-\(getpid())"
      try FileManager.default.createDirectory(atPath: ice, withIntermediateDirectories: false)
      defer { rmdir(ice) }
      let corpus = try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 1))
      let words = [
        "compare", "--corpus", corpus, "--plugin", plugin, "--decoder", "zxing", "--decoder",
        "escapes:way=ignores-term", "--give-up-after", "1", "--jobs", "1", "--timeout",
        isInterrupted ? "30s" : "1s", "--output", scratch.path + "/r",
      ]
      let running = try RunningHarness(words)
      var frozen: Int32?
      eventually("the run has begun") { !scratch.names(in: "r").isEmpty || !running.isRunning }
      eventually("a process is frozen") {
        frozen = running.isRunning ? processes(named: "ignores-term").first : -1
        return frozen != nil
      }
      let identifier = try #require(frozen)
      try "\(identifier)".write(toFile: ice + "/cgroup.procs", atomically: false, encoding: .utf8)
      try "FROZEN".write(toFile: ice + "/freezer.state", atomically: false, encoding: .utf8)
      if isInterrupted { running.send(SIGINT) }
      let run = running.wait()
      let isThere = kill(identifier, 0) == 0
      try "THAWED".write(toFile: ice + "/freezer.state", atomically: false, encoding: .utf8)
      #expect(run.status == (isInterrupted ? 130 : 0) && isThere, "\(run.errors)")
      let said = run.errors.replacing(/\s+/, with: " ")
      let sentence = "escapes: its process \(identifier) (ignores-term) could not be ended"
      #expect(said.contains(sentence + ": it waits for a device or a file system"), "\(said)")
      guard !isInterrupted else { return }
      let file = try ScoreFile(scratch.path + "/r")
      let survivor = SurvivingProcess(
        decoder: "escapes", process: Int(identifier), name: "ignores-term")
      #expect(file.table.outcome.survivors == [survivor])
      #expect(run.output.contains("Processes that could not be ended"), "\(run.output)")
      // The other decoder has all its verdicts, and this one that of the image on which it hung.
      #expect(file.table.decoder("zxing")?.total.read == 4)
      let hanging = try #require(file.table.decoder("escapes:way=ignores-term"))
      #expect(hanging.standing == .givenUp && hanging.total.timeout == 1)
      #expect(hanging.total.tried == 1)
      #expect(try file.verdicts().count == 5)
      #expect(survivors() == [])
    }

    /// The processes that run the plugin's program under a name.
    private func processes(named name: String) -> [Int32] {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return entries.compactMap(Int32.init).filter {
        readLink("/proc/\($0)/exe") == plugin
          && (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == name + "\n"
      }
    }

    private static let groups =
      access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0
      ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified"

    /// Numbers of processes come again: a guard takes over the control group of a killed one that had its own.
    @Test(.enabled(if: getuid() == 0 && access(groups + "/cgroup.procs", W_OK) == 0))
    func aGroupThatAKilledGuardLeftIsTakenOver() async throws {
      let guardian = scratch.path + "/harness-guard"
      try FileManager.default.moveItem(atPath: guardian, toPath: guardian + "-itself")
      // The number stays the same through exec.
      try scratch.file(
        "harness-guard",
        """
        #!/bin/sh
        group="\(Self.groups)$(sed -n 's/^0:://p' /proc/self/cgroup)/harness-guard-$$"
        mkdir "$group" && echo "$group" >> '\(scratch.path)/tmp/made'
        exec '\(guardian)-itself' "$@"
        """, isExecutable: true)
      let run = try await scan(["session"], Setting(sandbox: "auto"))
      let made = try String(contentsOfFile: scratch.path + "/tmp/made", encoding: .utf8)
        .split(separator: "\n").map(String.init)
      #expect(!made.isEmpty && !run.errors.contains("harness-guard"), "\(run.errors)")
      // Only what a guard uses does it remove.
      for group in made {
        #expect(!FileManager.default.fileExists(atPath: group), "\(group)")
        rmdir(group)
      }
    }

    @Test(
      .enabled(
        if: getuid() == 0 && access(groups + "/cgroup.procs", W_OK) == 0,
        "control groups take root, and a hierarchy that can be written"))
    func anEmptyGroupWhoseGuardIsGoneIsRemoved() async throws {
      let own = try String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
      let place = Self.groups + (try #require(own)) + "/harness-guard-"
      // No process has the first number, and one that lives has the second.
      let (old, living) = (place + "\(Int32.max)", place + "\(getpid())")
      for group in [old, living] {
        try FileManager.default.createDirectory(
          atPath: group, withIntermediateDirectories: true)
      }
      defer { for group in [old, living] { rmdir(group) } }
      _ = try await scan(["session"], Setting(sandbox: "auto"))
      #expect(!FileManager.default.fileExists(atPath: old))
      #expect(FileManager.default.fileExists(atPath: living))
    }

    @Test func aMissingGuardIsNamed() async throws {
      try FileManager.default.removeItem(atPath: scratch.path + "/harness-guard")
      let run = try await scan(["session"], Setting(sandbox: "auto"))
      #expect(run.status == 2)
      #expect(run.errors.contains("harness-guard is missing"), "\(run.errors)")
    }
  }
#endif
