import ArgumentParser
import Camera
import Comparison
import Configure
import Console
import DecoderKit
import Demo
import Distance
import Explain
import Foundation
import Fuzz
import Grade
import Hunt
import Judge
import Live
import Misreads
import Plan
import PluginHost
import Plugins
import Publish
import Realism
import Runs
import Samples
import Scan
import Screen
import Soak
import Tune
import Versions

@main
enum Main {
  static func main() {
    Interrupts.answerBriefly()
    // A limit on the size of files is then the error of the write that reaches it, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try reportingFailures { try HarnessProcess.prepare() }
      let arguments = Array(CommandLine.arguments.dropFirst())
      let spelling = FormerSpelling.of(arguments)
      if let spelling { printMessage(spelling.note) }
      let words = spelling?.arguments ?? arguments
      Harness.refuseUnknownCommand(words)
      var command = try Harness.parseAsRoot(words)
      try command.run()
      printSurvivors()
      leave(with: .success)
    } catch {
      printSurvivors()
      end(with: error)
    }
  }

  /// Shows what a command ended with, help included, and ends with its exit code.
  private static func end(with error: any Error) -> Never {
    let code = Harness.exitCode(for: error)
    let text = Harness.fullMessage(for: error)
    if !text.isEmpty {
      code == .success
        ? try? printResult(text)
        : writeToStandardError(Terminal.filling(Terminal.fitting(text)) + "\n")
    }
    leave(with: code)
  }

  /// Ends at once, once what was printed is out.
  ///
  /// `exit` takes libraries down while threads still use them: a server's, or those of work that was left to
  /// itself.
  private static func leave(with code: ExitCode) -> Never {
    fflush(nil)
    _exit(code.rawValue)
  }
}

/// The command line: options → plan → call → exit code.
struct Harness: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "harness",
    abstract: "Compares barcode decoders: what each one reads, and at which size it stops.",
    discussion: """
      Draws barcodes at smaller and smaller module sizes, gives the same images to every decoder, \
      each in separate worker processes, and finds the module size from which each decoder reads \
      reliably.

      Exit codes: 0 fine; 1 the answer is no: worse than the baseline, a failed check, a finding, too many \
      misreads, an image that nobody reads, published results that the check contradicts; 2 the harness could \
      not do its job; 3 the run cannot be judged; 64 wrong usage; 130 interrupted, but the results so far are \
      kept and reported.
      """,
    version: Version.described,
    subcommands: [Manual.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Compare",
        subcommands: [CompareCommand.self, ScreenCommand.self, PlanCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          DemoCommand.self, ScanCommand.self, LiveCommand.self, ExplainCommand.self,
          GradeCommand.self,
        ]),
      CommandGroup(
        name: "Decide",
        subcommands: [
          ConfigureCommand.self, DistanceCommand.self, CameraCommand.self, RealismCommand.self,
        ]),
      CommandGroup(
        name: "Maintain a decoder",
        subcommands: [
          GateCommand.self, JudgeCommand.self, VersionsCommand.self, BisectCommand.self,
          Reproduce.self, TuneCommand.self, MisreadsCommand.self, HuntCommand.self,
          FuzzCommand.self, SoakCommand.self, PluginCommand.self,
        ]),
      CommandGroup(
        name: "Results",
        subcommands: [RunsCommand.self, ReportCommand.self, ListCommand.self, CorpusCommand.self]),
      CommandGroup(name: "Publish", subcommands: [PublishCommand.self]),
    ])
}

extension Harness {
  /// Suggests a spelling for a mistyped command, before its options are taken for unknown ones.
  ///
  /// - Parameter words: The command line without the program's name; `help` may stand first.
  fileprivate static func refuseUnknownCommand(_ words: some Sequence<String>) {
    var command: any ParsableCommand.Type = Self.self
    for word in words.drop(while: { $0 == "help" }) {
      let subcommands = command.configuration.subcommands
      // What follows the last command is its own; a group may have a command for no word at all.
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      if let next = subcommands.first(where: { $0._commandName == word }) {
        command = next
        continue
      }
      guard command.configuration.defaultSubcommand == nil else { return }
      let known = subcommands.filter { $0.configuration.shouldDisplay }
        .map { $0._commandName }
      let former = command == Self.self ? FormerSpelling.words : []
      printMessage(
        "unknown command \"\(word)\"."
          + SpellingSuggestion.sentence(for: word, among: known + former)
          + " Commands: \(known.joined(separator: ", ")).")
      exit(withError: ExitStatus.usage)
    }
  }
}
