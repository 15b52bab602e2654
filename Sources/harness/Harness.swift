import ArgumentParser
import DecoderKit

@main
enum Main {
  static func main() {
    Harness.refuseUnknownCommand(CommandLine.arguments.dropFirst().first)
    Harness.main()
  }
}

/// The command line: options → plan → call → exit code.
struct Harness: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "harness",
    abstract: "Tells which barcode decoder reads what, and where each one stops.",
    discussion: """
      Draws barcodes at smaller and smaller module sizes, gives the same images to every decoder, \
      each in worker processes of its own, and finds the size from which each reads reliably.

      Exit codes: 0 fine, 1 something got worse than the baseline or a plugin failed its check, 2 the harness could not do its \
      job, 3 the baseline allows no judgement, 64 wrong usage, 130 interrupted (what was measured \
      until then is kept and reported).
      """,
    version: Version.current,
    subcommands: [
      Compare.self, Tune.self, List.self, PluginCommand.self, CorpusCommand.self, Reproduce.self,
      Runs.self,
      Export.self,
      Merge.self, Wins.self, Report.self, History.self, Site.self, BaselineCommand.self,
      GateCommand.self,
    ])
}

extension Harness {
  /// Suggests a spelling for a mistyped command, before its options are taken for unknown ones.
  fileprivate static func refuseUnknownCommand(_ word: String?) {
    let known = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word, !word.hasPrefix("-"), !known.contains(word), word != "help" else { return }
    complain(
      "unknown command \"\(word)\"." + SpellingSuggestion.sentence(for: word, among: known)
        + " Commands: \(known.joined(separator: ", ")).")
    exit(withError: ExitStatus.usage)
  }
}

/// The harness's version, as in the changelog.
enum Version {
  static let current = "0.1.0"
}
