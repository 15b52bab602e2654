import ArgumentParser
import Corpora
import Evaluation

/// `harness corpus`: looking at what is drawn.
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Looks at a corpus.", subcommands: [Render.self])

  /// `harness corpus render`
  struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a corpus's images as PNG, with a manifest of what each one shows.")

    @Argument(help: ArgumentHelp("A corpus by name or file.", valueName: "corpus"))
    var corpus: String

    @Option(help: ArgumentHelp("Where the images go.", valueName: "folder"))
    var output: String

    @Option(help: "Trials at each level, instead of the corpus's own number.")
    var trials: Int?

    @Option(help: "What all randomness is derived from, instead of the corpus's own seed.")
    var seed: UInt64?

    func validate() throws {
      if let trials, trials < 1 { throw ValidationError("--trials is 1 or more") }
    }

    func run() throws {
      try reportingFailures {
        let corpus = try Installation.corpora.load(nameOrPath: corpus)
          .overriding(trials: trials, seed: seed)
        let count = try CorpusExport(corpus: corpus, folder: output).write()
        complain("wrote \(count) images and manifest.jsonl to \(output)/")
      }
    }
  }
}
