import ArgumentParser
import Base
import Console
import Corpora
import PluginHost
import Reporting
import Sessions

/// `harness bisect`: the release of a decoder that changed a sample or a cell.
package struct BisectCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Names the releases of a decoder's library that changed an answer or a rate.",
    discussion: """
      Gives a sample, or an image that hunt, fuzz or scan --stream --snapshots kept, to every release, \
      and repeats both sides of each change in fresh processes. --halve tries only as many releases as it \
      needs to find one change; it assumes that the answer changed once.

      For a cell (corpus/recipe/condition, or one level of it), every release decodes the samples and is \
      compared with the one before it. Rates can go up and down, so no release is skipped.

      With --repository, --good and --build, commits take the place of releases: those from --good to --bad along \
      the first parents are halved, and those that do not build are skipped. Of a cell, a commit is good if it does \
      as --good with most of the samples on which the two ends differ. Ends that do not differ by more than chance \
      are refused.

      Exit codes: 0 done; 2 no release could take part; 3 the answer varies, the ends do not differ, or no \
      single commit is shown to have changed the rate; 64 wrong usage; 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "A sample's key (qr-small/v2-m/upright/1.37/17), the file of a kept image, a level of a group, or a group.",
      valueName: "sample or cell"))
  var subject: String

  @Option(
    name: .customLong("decoder"),
    help: ArgumentHelp("The decoder, with options if wanted.", valueName: "name[:option=value,…]"),
    completion: Completions.decoders)
  var decoder: String

  @OptionGroup var releases: VersionOptionGroup

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "The corpus file or folder, if the first part of the key is not the name of a known corpus.",
      valueName: "file"))
  var corpusFile: String?

  @Flag(help: "For a sample: halves the releases, assuming that the answer changed once.")
  var halve = false

  @Option(
    help: ArgumentHelp(
      "For a sample: how many fresh processes try each side of a change.",
      valueName: "number"))
  var tries = 5

  @OptionGroup var commits: CommitOptionGroup

  @Option(
    help: ArgumentHelp(
      "With --repository: a branch, tag or hash before the change.", valueName: "commit"))
  var good: String?

  @Option(
    help: ArgumentHelp(
      "With --repository: a branch, tag or hash after the change.", valueName: "commit"))
  var bad: String = "HEAD"

  @OptionGroup var options: VersionRunOptionGroup

  @Flag(
    help:
      "Prints JSON: docs/bisect.schema.json for a sample; for a cell docs/releases.schema.json, of commits docs/bisect-cell.schema.json."
  )
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  private var isSnapshot: Bool { RecordedCorpus.isKeptImage(subject) }
  /// True if the subject is one image.
  private var isSample: Bool { isSnapshot || subject.count { $0 == "/" } == 4 }

  package func validate() throws {
    if !(3...100).contains(tries) { throw ValidationError("--tries is a number from 3 to 100") }
    if halve, !isSample {
      throw ValidationError(
        "--halve is only for one sample: rates can go up and down between releases")
    }
    guard (commits.repository == nil) == (good == nil) else {
      throw ValidationError("--repository and --good need one another")
    }
    if commits.repository == nil, commits.built != "." || bad != "HEAD" {
      throw ValidationError("--built and --bad need --repository")
    }
    if commits.repository != nil, halve || !releases.isDefault {
      throw ValidationError(
        "--from, --to, --installed and --halve are about releases, not about the commits of --repository"
      )
    }
    if isSnapshot, corpusFile != nil || options.overrides.seed != nil {
      throw ValidationError("--corpus and --seed are for a sample's key, not for a file")
    }
    if isSample, options.overrides.trials != nil {
      throw ValidationError("--trials is only for a cell: a sample is a single trial")
    }
  }

  package func run() throws {
    try interruptibly { stop in
      if isSample { try bisectSample(stop) } else { try bisectCell(stop) }
    }
  }

  private func bisectSample(_ stop: StopSignal) throws {
    let question = try question()
    var found: SampleBisection
    if let builder = try commits.builder(releases.workers, stop: stop), let good {
      let choice = try CommitChoice(of: decoder, builder: builder, good: good, bad: bad)
      found = try search(choice, .halving, for: question, saying: "building", stop)
      found.repository = commits.repository
    } else {
      found = try search(
        releases.choice(of: decoder, stop: stop), halve ? .halving : .all, for: question,
        saying: "installing", stop)
    }
    if json {
      try printData(BisectionJSON.text(found))
    } else {
      try printResult(terminal.text.render(found))
    }
    if !found.changes.allSatisfy(\.isRepeatable) { throw ExitStatus.cannotJudge }
  }

  private func question() throws -> BisectQuestion {
    if isSnapshot { return BisectQuestion(try StreamSnapshot(path: subject), file: subject) }
    let (recorded, key) = try RecordedCorpus.load(
      ofSample: subject, file: corpusFile, catalog: Installation.corpora)
    let corpus = recorded.overriding(trials: nil, seed: options.overrides.seed)
    var renderer = SampleRenderer(corpus: corpus)
    return BisectQuestion(try renderer.draw(key), of: corpus)
  }

  private func search(
    _ choice: some BuildChoice, _ way: ChangeSearch.Way, for question: BisectQuestion,
    saying verb: String, _ stop: StopSignal
  ) throws -> SampleBisection {
    var session = BisectSession(
      choice, search: releases.workers.plugins.search, limits: releases.workers.limits, way: way,
      tries: tries, stop: stop)
    return try orInterrupted { try session.run(question) { terminal.say("\(verb) \($0)") } }
  }

  private func bisectCell(_ stop: StopSignal) throws {
    let part = try CorpusPart(parsing: subject)
    let name = corpusFile ?? part.corpus
    let corpus = try options.overrides.load(name).limited(to: part)
    if let builder = try commits.builder(releases.workers, stop: stop), let good {
      let choice = try CommitChoice(of: decoder, builder: builder, good: good, bad: bad)
      return try bisectCell(of: corpus, named: name, by: choice, stop)
    }
    var choice = try releases.choice(of: decoder, stop: stop)
    choice.install { terminal.say("installing \($0)") }
    if stop.isRequested { throw ExitStatus.interrupted }
    let folder = options.place.output ?? "reports/bisect-\(choice.base.name)"
    let run = VersionRun(choice, releases.workers, options.request, folder: folder)
    let history = try run.history(
      over: [(name, corpus)], command: "harness bisect \(subject) --decoder \(decoder)", terminal,
      stop: stop)
    if json {
      try printData(VersionFiles.jsonText(history))
    } else {
      try printResult(terminal.text.render(history))
    }
    if stop.isRequested { throw ExitStatus.interrupted }
    if history.releases.isEmpty { throw ExitStatus.cannotDoItsJob }
  }

  private func bisectCell(
    of corpus: Corpus, named name: String, by choice: CommitChoice, _ stop: StopSignal
  ) throws {
    let folder =
      try options.place.output ?? "reports/bisect-\(DecoderReference(parsing: decoder).name)"
    try ReportFolder.prepare(folder)
    for warning in corpus.warnings { terminal.say(warning) }
    let workers = releases.workers
    let run = CellRun(
      corpus: corpus, name: name, workers: workers, options: options, folder: folder,
      terminal: terminal, stop: stop)
    var session = CellBisectSession(
      choice, search: workers.plugins.search, limits: workers.limits, stop: stop
    ) { try run.outcomes($0, $1, isFresh: $2) }
    let found = try orInterrupted {
      try session.run(
        cell: subject, repository: commits.repository ?? "", isFresh: options.place.fresh
      ) { terminal.say("building \($0)") }
    }
    if json {
      try printData(BisectionJSON.text(found))
    } else {
      try printResult(terminal.text.render(found))
    }
    guard let change = found.change, change.isShown else { throw ExitStatus.cannotJudge }
  }

  /// Ends as interrupted commands do where a search was stopped.
  private func orInterrupted<Found>(_ search: () throws -> Found) throws -> Found {
    do {
      return try search()
    } catch is CancellationError {
      throw ExitStatus.interrupted
    }
  }
}
