import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Interrupted comparisons: no observation is lost and no process stays behind.
@Suite(.waits) struct InterruptionTests {
  private let scratch: ScratchFolder
  private let plugin: String

  init() throws {
    scratch = try ScratchFolder()
    // A path of its own, so that its processes can be distinguished from those of other tests.
    plugin = scratch.path + "/harness-decoder-zxing"
    try FileManager.default.createSymbolicLink(
      atPath: plugin, withDestinationPath: HarnessRun.binaries + "/harness-decoder-zxing")
  }

  /// Starts a comparison that takes minutes, by itself or through a program that ends up as it.
  private func startComparison(through launcher: [String] = []) throws -> RunningHarness {
    let words =
      launcher + [
        HarnessRun.binaries + "/harness", "compare", "--corpus", "qr-small", "--trials", "5000",
        "--plugin", plugin, "--decoder", "zxing", "--output", scratch.path + "/r",
      ]
    let harness = try RunningHarness(Array(words.dropFirst()), program: words[0])
    // The comparison is well under way once the store has grown.
    eventually("observations are written") {
      let count = try? ScoreFile.observationCount(in: scratch.path + "/r")
      return (count ?? 0) > 500 || !harness.isRunning
    }
    return harness
  }

  @Test(arguments: Proof.all(["replaced", "removed", "renamed"], orFirst: 2))
  func aStoreThatIsTakenAwayIsSavedAndAnError(how: String) async throws {
    let harness = try startComparison()
    let folder = scratch.path + "/r"
    switch how {
    case "removed": try FileManager.default.removeItem(atPath: folder)
    case "renamed": try FileManager.default.moveItem(atPath: folder, toPath: folder + "2")
    default:
      try "another".write(
        toFile: folder + "/observations.sqlite", atomically: true, encoding: .utf8)
    }
    let run = harness.wait()
    #expect(run.status == 2, "\(run.errors)")
    let saved = folder + "/observations.sqlite" + (how == "replaced" ? ".saved-1" : "")
    let words = run.errors.replacing(/\s+/, with: " ")
    #expect(words.contains("removed, renamed or replaced during the run"))
    #expect(words.contains("everything decoded until then is in \(saved)"), "\(words)")
    let check = try await HarnessRun.run(["runs", "store", "check", saved])
    #expect(check.status == 0, "\(check.errors)")
    let rows = try await HarnessRun.run(["runs", "export", saved]).output.split(separator: "\n")
    #expect(rows.count > 500)
    #expect(processes(mentioning: plugin).isEmpty)
  }

  /// Tests beside it send the others: to a start, to a fresh run, and to one that blocks them.
  @Test(arguments: Proof.all([SIGQUIT, SIGINT, SIGTERM, SIGHUP], orFirst: 1))
  func anInterruptedComparisonReportsWhatItHas(signal: Int32) throws {
    let harness = try startComparison()
    harness.send(signal)
    let run = harness.wait()
    #expect(run.status == 130, "\(run.errors)")
    let file = try ScoreFile(scratch.path + "/r")
    #expect(file.table.outcome.wasStopped)
    let score = try #require(file.table.decoder("zxing"))
    #expect(score.total.tried > 0 && score.total.tried < score.total.planned)
    #expect(try file.verdicts().count == score.total.tried)
    #expect(processes(mentioning: plugin).isEmpty)
  }

  /// A run that decodes all anew, over a whole store, tells its own decodes from earlier results.
  @Test func anInterruptedFreshRunTellsItsDecodesFromEarlierResults() throws {
    let words = [
      "compare", "--corpus", "qr-small", "--trials", "60", "--plugin", plugin, "--decoder", "zxing",
      "--output", scratch.path + "/r",
    ]
    let whole = try HarnessRun.run(words)
    #expect(whole.status == 0, "\(whole.errors)")
    let harness = try RunningHarness(words + ["--fresh"])
    eventually("some are decoded anew") {
      let count = try? ScoreFile.observationCount(in: scratch.path + "/r", run: 2)
      return (count ?? 0) > 0 || !harness.isRunning
    }
    harness.send(SIGINT)
    let run = harness.wait()
    #expect(run.status == 130, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(table.outcome.wasStopped && table.outcome.reused == 0)
    let made = table.outcome.cost.decodes
    let planned = try #require(table.decoder("zxing")).total.planned
    #expect(made > 0 && made < planned)
    let said = (run.output + run.errors).filter { $0.isASCII && $0 != "\n" }
    #expect(said.contains("of earlier runs"), "\(said)")
    #expect(!said.contains("Stopped after all"), "\(said)")
  }

  @Test func aHarnessThatIsStartedWithSignalsBlockedHearsThem() throws {
    let blocking = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let harness = try startComparison(through: ["/usr/bin/env", "python3", "-c", blocking])
    harness.send(SIGTERM)
    #expect(harness.wait().status == 130)
  }

  @Test func workersDoNotOutliveAKilledHarness() throws {
    let harness = try startComparison()
    #expect(!processes(mentioning: plugin).isEmpty)
    harness.send(SIGKILL)
    _ = harness.wait()
    eventually("the workers are gone") { processes(mentioning: plugin).isEmpty }
    // The observations written before the kill can be read.
    let store = try ScoreFile.observationCount(in: scratch.path + "/r")
    #expect(store > 0)
  }

  @Test func aSecondInterruptKillsWorkersThatIgnoreEverything() throws {
    let hostile = scratch.path + "/harness-decoder-hostile"
    try FileManager.default.copyItem(
      atPath: HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-hostile",
      toPath: hostile)
    let harness = try RunningHarness([
      "compare", "--corpus", "qr-small", "--plugin", hostile, "--decoder",
      "hostile:mood=ignore-term", "--timeout", "1m", "--output", scratch.path + "/h",
    ])
    // The child that the plugin starts has the plugin's path in its command line, too.
    eventually("a worker hangs with a child") { processes(mentioning: hostile).count >= 3 }
    harness.send(SIGINT)
    harness.send(SIGINT)
    harness.send(SIGTERM)
    #expect(harness.wait().status == 130)
    eventually("nobody is left") { processes(mentioning: hostile).isEmpty }
  }

  @Test func aPluginThatNeverIntroducesItselfDoesNotKeepARunFromEnding() throws {
    let silent = scratch.path + "/harness-decoder-silent"
    try "#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done\n"
      .write(toFile: silent, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: silent)
    for command in [
      ["compare", "--corpus", "qr-small", "--output", scratch.path + "/n"],
      ["scan", "docs/pictures"],
    ] {
      let harness = try RunningHarness(command + ["--plugin", silent])
      eventually("the plugin is started") {
        !processes(mentioning: "/bin/sh\u{0}\(silent)").isEmpty || !harness.isRunning
      }
      harness.send(SIGTERM)
      let run = harness.wait()
      #expect(run.status == 130, "\(run.errors)")
      #expect(processes(mentioning: silent).isEmpty)
    }
  }

  @Test func aStoreThatAnotherProcessHoldsIsNotWaitedForAfterASignal() async throws {
    let first = try await shell(
      "exec \(harness) compare --corpus qr-small --decoder null --trials 1 --output '\(scratch.path)/b'"
    )
    #expect(first.status == 0, "\(first.errors)")
    let run = try await shell(
      """
      b='\(scratch.path)/b'
      python3 -c "
      import sqlite3, time
      sqlite3.connect('$b/observations.sqlite').execute('BEGIN EXCLUSIVE')
      open('$b/held', 'w')
      time.sleep(60)" & holder=$!
      while [ ! -e "$b/held" ]; do sleep 0.02; done
      \(harness) compare --corpus qr-small --decoder null --trials 5 --output "$b" & run=$!
      # It waits once it has the store open.
      while [ -e /proc/$run/exe ] && ! ls -l /proc/$run/fd | grep -q observations.sqlite; do
        sleep 0.02; done
      kill $run; wait $run; status=$?
      # What starts the tests may block TERM.
      kill -KILL $holder; exit $status
      """)
    #expect(run.status == 130, "\(run.errors)")
    #expect(run.errors.contains("another process is holding it"), "\(run.errors)")
  }

  @Test(arguments: [12, 16, 20, 24, 32, 48, 64])
  func tooFewDescriptorsAreAClearErrorAndNoHang(limit: Int) async throws {
    let run = try await shell(
      "ulimit -n \(limit); exec timeout --preserve-status 20 \(harness) compare --corpus qr-small --trials 1 "
        + "--output '\(scratch.path)/u'")
    #expect(run.status == 2)
    #expect(run.errors.lowercased().contains("open files"), "\(run.errors)")
  }

  @Test func tooFewDescriptorsForAllWorkersIsSaidBeforeTheFirstDecode() async throws {
    let run = try await shell(
      "ulimit -n 128; exec '\(HarnessRun.binaries)/harness' compare --corpus qr-small --trials 1 "
        + "--jobs 16 --plugin '\(plugin)' --output '\(scratch.path)/u'")
    #expect(run.status == 2)
    #expect(run.errors.contains("open files"), "\(run.errors)")
    #expect(run.errors.contains("--jobs"), "\(run.errors)")
    #expect(!scratch.names(in: "u").contains("scores.json"))
  }

  @Test func aSoftLimitIsRaisedWhereTheHardOneAllows() async throws {
    let run = try await shell(
      "ulimit -Sn 48; exec '\(HarnessRun.binaries)/harness' compare --corpus qr-small --trials 1 "
        + "--jobs 8 --output '\(scratch.path)/s'")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aPluginThatIsDeletedInMidRunEndsItsOwnDecoderAlone() async throws {
    // The first process that runs the plugin deletes the plugin's file.
    let vanishing = scratch.path + "/harness-decoder-vanishing"
    try "#!/bin/sh\nrm -f \"$0\"\nexec '\(HarnessRun.binaries)/harness-decoder-null'\n"
      .write(toFile: vanishing, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: vanishing)
    let run = try await shell(
      "exec '\(HarnessRun.binaries)/harness' compare --corpus qr-small --trials 1 "
        + "--plugin '\(vanishing)' --sandbox none --output '\(scratch.path)/v'")
    #expect(run.status == 2)
    #expect(run.errors.contains("null: \(vanishing) is no longer there"), "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/v").table
    let lost = try #require(table.decoder("null"))
    #expect(lost.standing == .lost && lost.rank == nil && lost.total.tried == 0)
    #expect(table.outcome.lost?.map(\.label) == ["null"] && table.outcome.givenUp.isEmpty)
    #expect(table.decoder("zxing").map { $0.total.tried == $0.total.planned } == true)
  }

  private var harness: String { "'\(HarnessRun.binaries)/harness'" }

  /// Runs a command line in a shell, in the package's folder: most of them wait.
  private func shell(_ command: String) async throws -> (status: Int32, errors: String) {
    try await onThreadOfItsOwn {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", command]
      process.currentDirectoryURL = URL(filePath: HarnessRun.root)
      let errors = Pipe()
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }
  }
}
