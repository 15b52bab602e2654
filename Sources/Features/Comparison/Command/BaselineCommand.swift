import ArgumentParser
import Base
import Console
import DecoderKit
import Foundation
import Reporting
import ResultStore
import Results
import Sessions

/// `harness gate accept`
struct BaselineAccept: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Makes a finished run the baseline of its corpus.")

  @Argument(
    help: ArgumentHelp(
      "A report folder or a store file, unless --corpus is given.", valueName: "folder"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The name of a corpus; uses the run in reports/<corpus>.", valueName: "name"),
    completion: Completions.corpora)
  var corpus: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run's number. Default: the latest.", valueName: "number"))
  var number: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The baseline file, or the folder for CORPUS.json. Default: reports/baselines.",
      valueName: "file"))
  var output: String?

  @OptionGroup var terminal: TerminalOptionGroup

  func validate() throws {
    guard (store == nil) != (corpus == nil) else {
      throw ValidationError("give either a report folder or --corpus")
    }
    if output == "" { throw ValidationError("--output names a file or a folder") }
  }

  func run() throws {
    try reportingFailures {
      let run = try opened()
      let baseline = try run.baseline()
      try Self.refuseUnfinished(baseline, run: run.number)
      let path = BaselineFile.path(
        in: output ?? "reports/baselines", ofCorpus: baseline.corpus.name)
      let old = try Self.existing(path)
      try BaselineFile.write(baseline, to: path)
      let change = old.map { Self.change(from: $0, to: baseline, run.record) }
      if let old, let change { try show(change, ending: old.acknowledged.count) }
      try printResult("\(path): run \(run.number) of \(baseline.corpus.name) is now the baseline")
      if let old { try printResult("It replaces \(BaselineText.origin(of: old))") }
      if let fewer = change?.fewerTrials { try printResult(fewer) }
      for sentence in Self.reach(of: baseline) { try printResult(sentence) }
      try printResult("The command that judges a later run:")
      try printResult("  " + terminal.style.shown(Self.nextCommand(run, baseline: path)))
      if let acceptance = change?.acceptance { try printResult(acceptance) }
    }
  }

  /// The command that makes a run like this one and judges it.
  private static func nextCommand(_ run: StoredComparison, baseline: String) -> String {
    let options = ReproduceOptions(of: run.record)
    var words = ["harness compare"]
    func add(_ option: String, _ value: String) {
      let isPlain = value.wholeMatch(of: /[A-Za-z0-9_.\/:=@%+,-]+/) != nil
      words.append("--\(option) \(isPlain ? value : ReproduceCommand.quoted(value))")
    }
    if options.corpusFile == nil { add("corpus", run.record.corpus.name) }
    if !options.typedHere.isEmpty { words.append(options.typedHere) }
    for decoder in run.record.decoders { add("decoder", decoder.argument) }
    add("baseline", baseline)
    // The levels of a folder of photos are the angles by which they were turned.
    if Folder.exists(options.corpusFile ?? ""), run.record.corpus.levels.map(\.text) != ["0"] {
      add("rotations", run.record.corpus.levels.map(\.text).joined(separator: ","))
    }
    let store = run.name.store
    add("output", Folder.exists(store) ? store : Folder.parent(of: store))
    return words.joined(separator: " ")
  }

  /// The run that was asked for.
  private func opened() throws -> StoredComparison {
    guard let corpus else { return try StoredComparison(store ?? "", run: number) }
    let folder = "reports/\(corpus)"
    let isThere = FileManager.default.fileExists(atPath: folder)
    let known = Installation.corpora.names
    guard isThere || known.contains(corpus) else {
      throw RequestError(
        "there is no run of a corpus \"\(corpus)\" in \(folder)/."
          + SpellingSuggestion.sentence(for: corpus, among: known)
          + " For a run elsewhere, name its report folder: harness gate accept FOLDER")
    }
    return try StoredComparison(folder, run: number, of: corpus)
  }

  /// The baseline that is about to be replaced; `nil` if there is none.
  ///
  /// - Throws: ``AcceptanceError`` when the file is something else, which is not replaced.
  private static func existing(_ path: String) throws -> Baseline? {
    do throws(BaselineFileError) {
      return try BaselineFile.read(path: path)
    } catch {
      guard error.code != .absent else { return nil }
      throw AcceptanceError(
        description:
          "\(error); the file was not changed: move it away, or choose another --output"
      )
    }
  }

  /// Refuses a run that lacks samples: a sample that was not tried could never be compared.
  private static func refuseUnfinished(_ baseline: Baseline, run: Int) throws {
    for entry in baseline.decoders where !entry.isGivenUp {
      let untried = entry.groups.reduce(0) { sum, curve in
        sum + curve.levels.reduce(0) { $0 + $1.count(.untried) }
      }
      guard untried == 0 else {
        throw AcceptanceError(
          description: "run \(run) lacks \(untried) samples of \(entry.label): a baseline needs "
            + "a whole run (not stopped, not a slice)")
      }
    }
  }

  /// The changes that gates against a baseline find.
  private static func reach(of baseline: Baseline) -> [String] {
    let itself = Gate(baseline: baseline, policy: GatePolicy(today: .today)).judge(baseline)
    let wording = GateWording(itself)
    return [wording.visible("gates against it"), wording.fewPairs].compactMap(\.self)
  }

  /// The changes that a new baseline makes, with the commands that show them.
  private static func change(
    from old: Baseline, to new: Baseline, _ record: RunRecord
  ) -> GateWording {
    var before = old
    before.acknowledged = []
    var report = Gate(baseline: before, policy: GatePolicy(today: .today)).judge(new)
    report.reproduceOptions = ReproduceOptions(of: record).typedHere
    // Nobody expects an acceptance to decode anything.
    report.recheck = RecheckCount(decoded: 0, withdrawn: 0)
    return GateWording(report)
  }

  private func show(_ change: GateWording, ending ended: Int) throws {
    try printResult(terminal.gateText.render(change.report))
    if ended > 0 {
      let noun = Quantities.counted(ended, "acknowledgement", "acknowledgements")
      try printResult("\(noun) of the old baseline no longer \(ended == 1 ? "applies" : "apply")")
    }
  }
}

/// `harness gate show`
struct BaselineShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the corpus, the decoders and the results of a baseline.")

  @Argument(help: ArgumentHelp("The baseline.", valueName: "file"))
  var file: String

  @Flag(help: "Shows every group of each decoder, not only a row for each decoder.")
  var full = false

  func run() throws {
    try reportingFailures {
      try printResult(
        BaselineText.render(BaselineFile.read(path: file), Terminal.style(), isFull: full))
    }
  }
}

/// `harness gate acknowledge`
struct BaselineAcknowledge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge", abstract: "Accepts a known change for the worse until a given day.",
    discussion: "The change is still reported. After that day the gate fails again.")

  @Argument(help: ArgumentHelp("The baseline.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "The decoder and group, as reports name them.", valueName: "decoder@group"))
  var cell: String

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "What may be worse: threshold, misreads, phantoms, crashes, latency.", valueName: "classes"))
  var classes: String

  @Option(help: "Why the change is accepted.")
  var reason: String

  @Option(
    help: ArgumentHelp(
      "The last day on which it is accepted, such as 2026-11-30.", valueName: "day"))
  var expires: String

  func run() throws {
    try reportingFailures {
      var baseline = try BaselineFile.read(path: file)
      let acknowledgement = Acknowledgement(
        cell: try named(in: baseline), classes: try GateClass.list(classes, option: "--for"),
        reason: try checkedReason(), expires: try day())
      baseline.acknowledge(acknowledgement)
      try BaselineFile.write(baseline, to: file)
      try printResult("\(file): \(acknowledgement.cell) is acknowledged until \(expires)")
    }
  }

  private func named(in baseline: Baseline) throws -> CellName {
    if let name = baseline.cells.first(where: { $0.description == cell }) { return name }
    let known = baseline.cells.map(\.description)
    throw RequestError(
      "the baseline has no cell \"\(cell)\"."
        + SpellingSuggestion.sentence(for: cell, among: known)
        + " Known: \(known.joined(separator: ", "))")
  }

  private func checkedReason() throws -> String {
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw RequestError(
        "--reason is empty: say why the change is accepted; the report shows it")
    }
    return reason
  }

  private func day() throws -> CalendarDay {
    guard let day = CalendarDay(parsing: expires) else {
      throw RequestError("--expires: \"\(expires)\" is not a day; write it as 2026-11-30")
    }
    guard day >= .today else { throw RequestError("--expires: \(day) is in the past") }
    return day
  }
}

/// The reason a run cannot become a baseline.
struct AcceptanceError: Error, CustomStringConvertible {
  let description: String
}
