import ArgumentParser
import Base
import Console
import Corpora
import Evaluation
import PluginHost
import Reporting
import Results

/// `harness publish split`: a hidden split, which nobody can tune a decoder to.
struct SplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Commits to a corpus under a secret seed, scores decoders on it, and reveals it.",
    subcommands: [Commit.self, Score.self, Reveal.self, Check.self])

  /// `harness publish split commit`
  struct Commit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draws a secret seed and writes the hash that commits to it.",
      discussion: """
        Writes <corpus>.secret.json, which only you may read, and <corpus>.commitment.json, which you \
        publish before anything is scored.
        """)

    @OptionGroup var corpus: CorpusArgument

    @Option(
      name: .shortAndLong, help: ArgumentHelp("The folder for both files.", valueName: "folder"),
      completion: .directory)
    var output: String = "."

    func run() throws {
      try reportingFailures {
        let corpus = try corpus.load()
        let split = try HiddenSplit(of: corpus, on: .today)
        let base = output + "/" + corpus.name
        try split.write(secret: base + ".secret.json", commitment: base + ".commitment.json")
        try printResult(split.opening.sha256)
        printMessage("publish \(base).commitment.json, and show \(base).secret.json to nobody")
      }
    }
  }

  /// `harness publish split reveal`
  struct Reveal: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reveals the secret of a hidden split, so that anyone can check it.")

    @Argument(help: ArgumentHelp("The secret.", valueName: "secret"))
    var secret: String

    @Option(
      help: ArgumentHelp("The published commitment.", valueName: "file"))
    var commitment: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The file. Default: <corpus>.revealed.json.", valueName: "file"))
    var output: String?

    func run() throws {
      try reportingFailures {
        let split = try HiddenSplit(file: secret)
        try Check.require(split, HiddenSplit.commitment(file: commitment), file: secret)
        let path = output ?? "\(split.opening.samples.corpus).revealed.json"
        try split.reveal(to: path)
        try printResult("\(path): the seed is \(split.opening.seed)")
      }
    }
  }

  /// `harness publish split check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks that the revealed secret matches the commitment.")

    @Argument(help: ArgumentHelp("The published commitment.", valueName: "commitment"))
    var commitment: String

    @Argument(help: ArgumentHelp("What was revealed.", valueName: "revealed"))
    var revealed: String

    func run() throws {
      try reportingFailures {
        let split = try HiddenSplit(file: revealed)
        try Self.require(split, HiddenSplit.commitment(file: commitment), file: revealed)
        let opening = split.opening
        try printResult(
          """
          \(revealed) matches the commitment of \(opening.committedOn). Its samples:
            harness compare --corpus \(opening.samples.corpus) --seed \(opening.seed)
          """)
      }
    }

    /// Refuses what is not what was committed to.
    static func require(
      _ split: HiddenSplit, _ commitment: SplitCommitment, file: String
    ) throws {
      guard let fault = split.opening.fault(against: commitment) else { return }
      printMessage("\(file): \(fault)")
      throw ExitStatus.contradicted
    }
  }
}

extension SplitCommand {
  /// `harness publish split score`
  struct Score: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Runs decoders on the public and the hidden split and compares the results.",
      discussion: """
        Exit code 1 if a decoder does significantly worse on the hidden split: it may have been tuned to the \
        public images. You can publish split.json and split.md. Keep the folders of the two runs private \
        while the split is hidden: they hold the seed.
        """)

    @Argument(help: ArgumentHelp("The secret.", valueName: "secret"))
    var secret: String

    @OptionGroup var decoders: DecoderOptionGroup

    @OptionGroup var options: RunOptionGroup<FixedSamplingOptionGroup>

    @OptionGroup var terminal: TerminalOptionGroup

    func validate() throws {
      if options.overrides.seed != nil {
        throw ValidationError(
          "a split uses the corpus's own seed and the secret one: leave out --seed")
      }
    }

    func run() throws {
      try interruptibly { stop in
        let corpus = try options.corpus(shard: .whole)
        let split = try HiddenSplit(file: secret)
        let hidden = try split.samples(of: corpus)
        let folder = options.output ?? "hidden/\(corpus.name)"
        try ReportFolder.prepare(folder)
        let choice = try decoders.choice()
        let runs = try [("public", corpus), ("hidden", hidden)].map { name, corpus in
          try outcomes(of: corpus, choice, folder: "\(folder)/\(name)", stop: stop)
        }
        guard let known = runs[0], let secret = runs[1] else { throw ExitStatus.interrupted }
        let report = SplitComparison(known: known, hidden: secret).report(
          of: split.opening.commitment)
        try ReportFolder.write(SplitFiles.texts(report), to: folder)
        try printResult(terminal.text.render(report))
        terminal.say(
          "you can publish split.json and split.md in \(folder)/; keep its folders private")
        try throwExitStatus(report, choice)
      }
    }

    /// Runs the decoders on one split; `nil` if that was stopped.
    private func outcomes(
      of corpus: Corpus, _ choice: DecoderChoice, folder: String, stop: StopSignal
    ) throws -> Baseline? {
      try ReportFolder.prepare(folder)
      var plan = try options.plan(
        corpus, choice, decoders.workers, shard: .whole, folder: folder)
      plan.reproduceOptions.seed = corpus.seed
      let session = try options.session(plan, decoders.workers, folder: folder)
      let (number, table) = try terminal.run(session, of: plan, stop: stop)
      try ReportFolder.write(table, to: folder)
      return stop.isRequested ? nil : try session.baseline(ofRun: number)
    }

    private func throwExitStatus(_ report: SplitReport, _ choice: DecoderChoice) throws {
      printMessages(about: choice.unavailable)
      if !report.overfitted.isEmpty { throw ExitStatus.contradicted }
      if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
      let isOpen = report.decoders.contains {
        $0.obstacle != nil && $0.obstacle != .unsupported
      }
      if isOpen || report.decoders.allSatisfy({ $0.gap == nil }) { throw ExitStatus.cannotJudge }
    }
  }
}

/// The options of a run whose trials are those of its corpus.
struct FixedSamplingOptionGroup: SamplingOptions {
  func aim(for corpus: Corpus) throws -> AdaptiveAim? { nil }

  func prepared(_ corpus: Corpus, trials: Int?, shard: Shard) throws -> Corpus { corpus }
}

extension SplitFault: ErrorWithExitCode {
  package var exitCode: ExitCode {
    if case .changed = self { ExitStatus.cannotJudge } else { ExitStatus.cannotDoItsJob }
  }
}
