import ArgumentParser
import Base
import Console
import Foundation
import PluginHost
import Sessions

/// `harness plugin`: writing, examining and installing decoder plugins.
package struct PluginCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Creates, checks and installs decoder plugins.",
    subcommands: [PluginNew.self, PluginCheck.self, PluginInstall.self])

  package init() {}
}

/// `harness plugin install`: the libraries of optional decoders.
struct PluginInstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Installs what optional decoders need: Python modules, programs, Java classes.",
    discussion: """
      Without names it installs everything that is free of charge. Python modules go into a virtual environment \
      beside the plugins or, where you may not write there, in ~/.local/share/barcode-harness; programs \
      come from apt-get. Anything already installed is left alone. Exit codes: 0 everything is installed, 2 \
      something could not be installed, 64 wrong usage.
      """)

  @Argument(help: "The decoders, as the hints in harness list decoders name them.")
  var names: [String] = []

  func run() throws {
    try interruptibly { stop in
      let words = [try Installation.pluginScript()] + names
      guard let code = try GuardedTool.run(words, stop: stop) else {
        throw ExitStatus.interrupted
      }
      if code == Self.needsSudo {
        printMessage(
          "sudo cannot gain rights under the guard: packages are installed without the guard"
        )
        try ProcessStart.replaceThisProcess(with: words)
      }
      if code != 0 { throw ExitCode(code) }
    }
  }

  /// The exit code of the script when all that is left to do takes sudo.
  private static let needsSudo: Int32 = 3
}

/// `harness plugin new`: the files of a new plugin.
struct PluginNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a new plugin that builds and passes the check, but reads nothing yet.")

  @Argument(help: "The decoder's name: lower-case letters, digits, hyphens.")
  var name: String

  @Option(help: "The programming language of the plugin.")
  var language: PluginLanguage

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder to write. Default: ./<name>.", valueName: "folder"))
  var output: String?

  func validate() throws {
    try requireFolderName(output)
  }

  func run() throws {
    try reportingFailures {
      try reportingUsage {
        let name = try PluginName(name)
        let folder = output ?? name.text
        try Installation.scaffold.write(name, in: language, to: folder)
        try printResult(nextSteps(name, folder))
      }
    }
  }

  /// Reports errors that the user can correct by typing something else as wrong usage.
  private func reportingUsage(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ScaffoldError where error.isUsageError {
      throw RequestError(error.description)
    }
  }

  private func nextSteps(_ name: PluginName, _ folder: String) -> String {
    let place = folder.contains("/") ? folder : "./" + folder
    let build = language.buildCommand.map { "  (cd \(place) && \($0))\n" } ?? ""
    return """
      wrote \(folder)/. Next:

      \(build)  harness plugin check \(place)/\(language.executable(ofPlugin: name.text))

      then fill in \(place)/\(language.sourceFile(ofPlugin: name)).
      """
  }
}

extension PluginLanguage: ExpressibleByArgument {}

/// `harness plugin check`: the conformance kit.
struct PluginCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a plugin: does it follow the protocol, and does it read what it claims?",
    discussion: """
      Every check starts its own processes. For each failed check the output says what was seen and \
      how to fix it. Exit codes: 0 all passed, 1 a check failed, 2 the plugin does not start or says that it is \
      unavailable, 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp(
      "A plugin's executable, plugin.yaml or folder, or a decoder by name.", valueName: "path"),
    completion: Completions.plugins)
  var plugin: String

  @Option(
    help: ArgumentHelp(
      "Runs only this check, or the checks of this stage; may be repeated.",
      valueName: "check or stage"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "A check that is known to fail and does not count as a failure; may be repeated.",
      valueName: "check"))
  var known: [String] = []

  @Option(help: ArgumentHelp("Longest time for one decode: 5s, 500ms.", valueName: "duration"))
  var timeout: DurationOption = DurationOption(nanoseconds: 5_000_000_000)

  @Option(
    help: ArgumentHelp("Address space of a process: 2G, 512M, or none.", valueName: "size"))
  var memoryLimit: MemoryOption = MemoryOption(bytes: 2 << 30)

  @OptionGroup var rights: SandboxOptionGroup

  @Flag(help: "Prints a line for each check, with what was seen.")
  var verbose = false

  @Flag(help: "Prints the report as JSON on standard output.")
  var json = false

  func run() throws {
    try interruptibly { stop in
      let kit = try kit()
      let display = CheckDisplay(
        Terminal.style(), isVerbose: verbose,
        isLive: isatty(STDOUT_FILENO) == 1 && Terminal.isCapable)
      let report = try kit.run(
        stop: stop, start: { if !json { display.start($0) } },
        progress: { if !json { display.progress($0) } })
      try json ? printData(CheckReportFile(report).text()) : printResult(display.summary(report))
      if report.wasStopped { throw ExitStatus.interrupted }
      if report.failed > 0 { throw Self.checksFailed }
    }
  }

  /// The exit code for failed checks, which are neither the harness's failure nor wrong usage.
  private static let checksFailed = ExitCode(1)

  private func kit() throws -> ConformanceKit {
    let location = try Installation.plugin(nameOrPath: plugin)
    let worker = try WorkerSettings(
      location, decodeDeadlineNanoseconds: timeout.nanoseconds,
      memoryLimitBytes: memoryLimit.bytes, sandbox: rights.sandbox)
    do {
      return try ConformanceKit(
        settings: CheckSettings(worker: worker, only: Set(only), known: Set(known)))
    } catch {
      throw RequestError("\(error)")
    }
  }
}
