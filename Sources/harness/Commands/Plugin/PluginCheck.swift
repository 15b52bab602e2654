import ArgumentParser
import Conformance
import Foundation
import PluginHost

/// `harness plugin check`: the conformance kit.
struct PluginCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Examines a plugin: does it keep the protocol's promises, and read what it claims?",
    discussion: """
      Every check starts processes of its own. What failed comes with what was seen and how to mend \
      it. Exit codes: 0 all passed, 1 a check failed, 2 the plugin does not start or says that it is \
      unavailable, 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp(
      "A plugin's executable, plugin.yaml or folder, or a decoder by name.", valueName: "path"))
  var plugin: String

  @Option(
    help: ArgumentHelp(
      "Only this check, or this stage's; may be repeated.", valueName: "check or stage"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "A check that is known to fail, which is then no failure; may be repeated.",
      valueName: "check"))
  var known: [String] = []

  @Option(help: ArgumentHelp("Longest time for one decode: 5s, 500ms.", valueName: "duration"))
  var timeout: DurationOption = DurationOption(nanoseconds: 5_000_000_000)

  @Option(
    help: ArgumentHelp("Address space of a process: 2G, 512M, or none.", valueName: "size"))
  var memoryLimit: MemoryOption = MemoryOption(bytes: 2 << 30)

  @Flag(help: "A line for each check, with what was seen.")
  var verbose = false

  @Flag(help: "The report as JSON on standard output.")
  var json = false

  func run() throws {
    try reportingFailures {
      let stop = StopSignal()
      let interrupts = Interrupts(stopping: stop)
      defer { interrupts.end() }
      let kit = try kit()
      let display = CheckDisplay(Terminal.style(), isVerbose: verbose)
      let report = try kit.run(stop: stop) { check in
        if !json { display.progress(check) }
      }
      try show(json ? CheckReportFile(report).text() : display.summary(report))
      if report.wasStopped { throw ExitStatus.interrupted }
      if report.failed > 0 { throw Self.checksFailed }
    }
  }

  /// The exit code for failed checks, which are neither the harness's failure nor wrong usage.
  private static let checksFailed = ExitCode(1)

  private func kit() throws -> ConformanceKit {
    let location = try Installation.plugin(nameOrPath: plugin)
    let worker = try WorkerSettings(
      location, decodeDeadlineNanoseconds: timeout.nanoseconds, memoryLimitBytes: memoryLimit.bytes)
    do {
      return try ConformanceKit(
        settings: CheckSettings(worker: worker, only: Set(only), known: Set(known)))
    } catch {
      throw UsageError("\(error)")
    }
  }
}
