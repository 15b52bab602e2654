import Analysis
import ArgumentParser
import Base
import Console
import Foundation
import Reporting
import ResultStore
import Results
import Sessions

/// `harness runs`: what is done with stored runs.
package struct RunsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "Lists, compares, joins and exports stored runs.",
    subcommands: [
      RunList.self, Diff.self, Wins.self, History.self, Export.self, Merge.self, StoreCommand.self,
    ],
    defaultSubcommand: RunList.self)

  package init() {}
}

/// The stores that a command lists or compares.
struct StoresArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Report folders, folders of them, or store files; default: those below reports/.",
      valueName: "folder"),
    completion: Completions.stores)
  var stores: [String] = []

  func files() throws -> [String] { try StoreLocation.files(stores) }
}

/// `harness runs list`: the stored runs, and how much of each was done.
struct RunList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the runs in result stores.")

  @OptionGroup var stores: StoresArgument

  func run() throws {
    try reportingFailures {
      let style = Terminal.style()
      var (lines, states): ([String], [String]) = ([], [])
      var page: String?
      // A store that cannot be read does not hide the others.
      var fault: (any Error)?
      let files = try stores.files()
      for file in files {
        do {
          let isHeld = StoreLock.isHeld(on: file)
          let runs = try SQLiteStore(path: file, isNew: false).runs()
          lines.append(style.shown(file))
          for run in runs {
            // A run that begins is the last one; but several processes may be writing to the store.
            let isLast = run.number == runs.last?.number
            let state = RunLine.state(
              run.outcome, isBeingWritten: isHeld && !isLast ? nil : isHeld)
            states.append(state)
            if run.outcome != nil, run.record.settings.aim?.misreads == nil {
              let place = ReproduceCommand.quoted(StoreLocation.shownPath(of: file))
              page = "the page of run \(run.number): harness report \(run.number) --store \(place)"
            }
            lines += RunLine.lines(
              run.number, run.record, run.outcome, run.observed, state: state, style)
          }
        } catch {
          fault = fault ?? error
        }
      }
      let kinds = states.grouped(by: { $0 }).map { "\($0.elements.count) \($0.key)" }
      let answer =
        "\(Quantities.counted(states.count, "run", "runs")) in "
        + Quantities.counted(files.count, "store", "stores")
        + (kinds.isEmpty ? "" : ": \(Words.list(kinds))")
      try printResult((style.paragraph(answer + ".", .strong) + lines).joined(separator: "\n"))
      if let page { printMessage(page) }
      if let fault { throw fault }
    }
  }
}

/// `harness runs wins`: the samples that one decoder reads and another does not.
struct Wins: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wins",
    abstract: "Lists the samples that one decoder reads and another does not.",
    discussion:
      "Prints one sample key per line, as harness reproduce takes it. Swap the two decoders "
      + "to list the losses.")

  @OptionGroup var stored: StoredRunOptionGroup

  @Argument(help: ArgumentHelp("The decoder that reads the samples, named as in the table."))
  var decoder: String

  @Option(help: ArgumentHelp("The decoder that does not read them.", valueName: "decoder"))
  var over: String

  func run() throws {
    try reportingFailures {
      let run = try stored.open()
      let keys = try SampleWins.keys(of: decoder, over: over, inRun: run.number, of: run.store)
      for key in keys { try printResult(key) }
      printMessage(
        "\(Quantities.counted(keys.count, "sample", "samples")) read by \(decoder) and not by \(over)"
      )
    }
  }
}

/// `harness runs history`: decoders' results over all runs that were kept.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Shows each decoder's mean threshold over past runs.")

  @OptionGroup var stores: StoresArgument

  @Flag(help: "Shows every decoder on every corpus and every change.")
  var full = false

  @Flag(help: "Prints one JSON object for each corpus instead of tables.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      let histories = try StoredHistory.read(from: stores.files()).map(\.history)
      if json {
        for history in histories { try printData(SortedJSON.text(history)) }
      } else if full || histories.count == 1 {
        for (place, history) in histories.enumerated() {
          let text = terminal.text.render(history, isFull: full)
          try printResult((place == 0 ? "" : "\n") + text)
        }
      } else {
        try printResult(HistoryOverview(histories: histories).document.text(terminal.style))
      }
    }
  }
}

/// `harness runs merge`: slices of a run, made on several machines, become the whole run.
struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins result stores, such as the slices of a run, into one score table.")

  @Argument(
    help: ArgumentHelp("Report folders or store files.", valueName: "folder"),
    completion: Completions.stores)
  var stores: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the joined store and the reports.", valueName: "folder"))
  var output: String

  @OptionGroup var scores: ScoreTableOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      let (files, absent) = try StoreLocation.present(stores)
      let target = output + "/" + StoreLocation.fileName
      func whole(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
      guard !files.map(whole).contains(whole(target)) else {
        throw RequestError("\(output) is one of the stores to merge; name another --output")
      }
      let sources = try StoreMerge.sources(files)
      try ReleaseCheck.check(joining: sources)
      try ReportFolder.prepare(output)
      let store = try SQLiteStore(path: target)
      let result = try StoreMerge(into: store).take(sources)
      guard let last = result.runs.last else { throw RequestError("the stores hold no runs") }
      for path in absent {
        printMessage("\(path) holds no results, so nothing of it is joined")
      }
      say(result.missing, "lacks")
      say(result.unfinished, "has not all of")
      if result.contradictions > 0 {
        printMessage(
          "\(result.contradictions) observations differ between the stores; "
            + "those of the store named first are kept")
      }
      for number in result.runs.dropLast() {
        let record = try store.record(ofRun: number).0
        printMessage("run \(number) is of \(record.corpus.name): its scores are only in the store")
      }
      let table = try Scorer.scores(ofRun: last, in: store)
      try ReportFolder.write(table, to: output)
      try printResult(scores.report(terminal).render(table))
      if result.contradictions > 0 { throw ExitStatus.cannotDoItsJob }
      if !absent.isEmpty || !result.missing.isEmpty || !result.unfinished.isEmpty {
        throw ExitStatus.cannotJudge
      }
    }
  }

  /// Names the slices that a joined run needs; the same commands as before carry on with them.
  private func say(_ slices: [Int: [Shard]], _ verb: String) {
    for (run, slices) in slices.sorted(by: { $0.key < $1.key }) {
      let isOne = slices.count == 1
      printMessage(
        "run \(run) \(verb) \(isOne ? "slice" : "slices") "
          + slices.map(\.description).joined(separator: ", ")
          + "; run \(isOne ? "it" : "them") again, and merge again")
    }
  }
}

extension SampleWinsError: ErrorWithExitCode {
  package var exitCode: ExitCode { ExitStatus.usage }
}
