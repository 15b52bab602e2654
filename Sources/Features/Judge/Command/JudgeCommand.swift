import ArgumentParser
import Base
import Console
import Corpora
import DecoderKit
import PluginHost
import Reporting
import Results
import Sessions

/// `harness judge`: whether one build of a decoder is better than another.
package struct JudgeCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Judges two builds of one decoder: better, worse, mixed, or no difference shown.",
    discussion: """
      Both builds decode the same images. Images that one of them alone reads, misreads, reads phantoms \
      in or crashes on are counted in each corpus and group and tested by exact paired tests, with Holm's \
      correction over all of them: builds that answer alike are called different in at most one of twenty \
      runs. Times are told, and are no part of the verdict.

      BEFORE and AFTER are decoders as --decoder takes them (zxing, toy@2.1.0), or paths of plugins; options \
      may stand behind each: ./build/plugin.yaml:profile=tuned. They may have one name. With --repository and \
      --build they are branches, tags or hashes of commits, which are built first.

      Exit codes: 0 better, or no difference shown; 1 worse or mixed; 2 the harness could not do its job; \
      3 the builds have nothing in common to be judged by; 64 wrong usage; 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp("The earlier build.", valueName: "before"), completion: Completions.decoders)
  var before: String

  @Argument(
    help: ArgumentHelp("The later build.", valueName: "after"), completion: Completions.decoders)
  var after: String

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "A corpus by name or file, or a folder of photos; may be repeated. Default: qr-small, datamatrix-small and "
        + "linear-small.",
      valueName: "name or file"),
    completion: Completions.corpora)
  var corpusNames: [String] = []

  @Option(
    help: ArgumentHelp(
      "The images of all drawn corpora together; trials are chosen so that they come to about that.",
      valueName: "images"))
  var budget: Int?

  @Option(
    help: ArgumentHelp(
      "Reads are called slower if they certainly take more than this many times as long.",
      valueName: "ratio"))
  var latencyRatio = 1.25

  @OptionGroup var commits: CommitOptionGroup

  @OptionGroup var processors: JobsOptionGroup

  @OptionGroup var overrides: CorpusOverrides

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the reports. Default: reports/judge.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var workers: WorkerOptionGroup

  @Flag(help: "Prints judge.json instead of tables; its layout is in docs/judge.schema.json.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  private static let usualCorpora = ["qr-small", "datamatrix-small", "linear-small"]

  package func validate() throws {
    try NumberBounds.count.check(budget, "--budget")
    try NumberBounds(1...1e6, "a number from 1 to 1e6").check(latencyRatio, "--latency-ratio")
    if budget != nil, overrides.trials != nil {
      throw ValidationError("--budget chooses the trials: leave out --trials")
    }
    try requireFolderName(output)
  }

  package func run() throws {
    try interruptibly { stop in
      let builder = try commits.builder(workers, stop: stop)
      func build(_ asked: String, as side: String) throws -> JudgeSession.Build {
        guard let builder else { return try JudgeSession.Build(asked, as: side, workers) }
        let commit = try builder.commit(asked)
        if !builder.isBuilt(commit) { terminal.say("building \(commit.text)") }
        let name = "\(asked) (\(commit.text))"
        let plugin: String
        do throws(PluginError) {
          plugin = try builder.build(commit)
        } catch {
          throw PluginError(error.code, "\(name): \(error.message)")
        }
        return try JudgeSession.Build(plugin, named: name, as: side, workers)
      }
      let builds = (try build(before, as: "before"), try build(after, as: "after"))
      let corpora = try corpora(readBy: builds.0.decoder.identity)
      let folder = output ?? "reports/judge"
      try ReportFolder.prepare(folder)
      let session = JudgeSession(
        before: builds.0, after: builds.1,
        request: RunRequest(jobs: processors.jobs, isFresh: true, seed: overrides.seed),
        workers: workers, folder: folder, latencyRatio: latencyRatio)
      let (judgement, pictures) = try session.run(over: corpora, terminal, stop: stop)
      try ReportFolder.write(JudgeFiles.texts(judgement, pictures), to: folder)
      if json {
        try printData(JudgeFiles.jsonText(judgement))
      } else {
        try printResult(judgement.document().text(terminal.style, cutFor: JudgeFiles.markdown))
      }
      terminal.say(
        "reports are in \(folder)/; \(JudgeFiles.page) shows the flipped images, "
          + "\(JudgeFiles.markdown) is a comment for a pull request")
      try throwExitStatus(judgement)
    }
  }

  /// The corpora that are asked for, or of the usual ones those that the decoder reads, within the budget.
  private func corpora(readBy identity: DecoderIdentity) throws -> [(name: String, corpus: Corpus)]
  {
    let names = corpusNames.isEmpty ? Self.usualCorpora : corpusNames
    var corpora = try names.map { (name: $0, corpus: try overrides.load($0)) }
    guard Set(corpora.map(\.corpus.name)).count == corpora.count else {
      throw RequestError("two of the corpora have one name; judge by one of them at a time")
    }
    if corpusNames.isEmpty {
      let read = corpora.filter { one in
        one.corpus.groups.contains { $0.symbologies.contains(where: identity.supports) }
      }
      if !read.isEmpty { corpora = read }
    }
    guard let budget else { return corpora }
    let trials = JudgeBudget.trials(of: corpora.map(\.corpus), images: budget)
    return zip(corpora, trials).map { one, trials in
      (one.name, trials.map { one.corpus.overriding(trials: $0, seed: nil) } ?? one.corpus)
    }
  }

  private func throwExitStatus(_ judgement: Judgement) throws {
    if judgement.wasStopped { throw ExitStatus.interrupted }
    switch judgement.verdict {
    case nil: throw ExitStatus.cannotJudge
    case .better, .noDifference: return
    case .worse, .mixed: throw ExitStatus.regression
    }
  }
}

/// The division of a budget of images among corpora.
enum JudgeBudget {
  /// The trials of each corpus, so that drawn corpora have about as many images each; `nil` for photos, whose
  /// number is fixed.
  static func trials(of corpora: [Corpus], images: Int) -> [Int?] {
    let drawn = corpora.filter(\.isDrawn)
    let share = images / max(drawn.count, 1)
    return corpora.map { corpus in
      guard corpus.isDrawn else { return nil }
      let cells = corpus.groups.count * corpus.sweep.levels.count
      return min(max(share / max(cells, 1), 1), 1_000_000)
    }
  }
}

extension Corpus {
  /// True if its images are drawn, as many as are wanted.
  fileprivate var isDrawn: Bool { if case .photos = source { false } else { true } }
}
