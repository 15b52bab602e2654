import ArgumentParser
import Base
import Console
import Corpora
import Evaluation
import Images

/// `harness corpus`: checking, showing and drawing corpora.
package struct CorpusCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Checks, shows or draws a corpus.",
    subcommands: [Check.self, Show.self, Render.self, Schema.self])

  /// `harness corpus check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks whether a corpus can be run; if not, says what is wrong and on which line.",
      discussion: """
        Opens and decodes every photo. If some cannot be read, it lists them and ends with exit code 2; a \
        comparison leaves them out and says so.
        """)

    @OptionGroup var corpus: CorpusArgument

    @Flag(help: "Also draws every image of a drawn corpus; this takes longer.")
    var draw = false

    @OptionGroup var release: ReleaseOptionGroup

    func run() throws {
      try reportingFailures {
        let corpus = try corpus.load()
        for warning in corpus.warnings { printMessage(warning) }
        if let check = try release.check(of: corpus) {
          try check.check(corpus, jobs: Processors.usable)
          return try printResult(
            "\(corpus.file): every image is that of release \(check.record.release), bit for bit "
              + "(root \(check.record.root))")
        }
        var isOfPhotos = false
        if case .photos = corpus.source { isOfPhotos = true }
        let unreadable = draw || isOfPhotos ? try CorpusWalk(corpus).drawAll() : []
        for photo in unreadable { printMessage("\(photo.file): \(photo.reason)") }
        guard unreadable.isEmpty else {
          printMessage(
            "\(corpus.file): \(unreadable.count) of its images cannot be read; a comparison leaves them out"
          )
          throw ExitStatus.cannotDoItsJob
        }
        let summary = "\(corpus.file): fine. \(CorpusLines.summary(corpus))"
        for line in Terminal.style().paragraph(summary) { try printResult(line) }
      }
    }
  }

  /// `harness corpus show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes one PNG that shows a corpus: a column for each level, a row for each group."
    )

    @OptionGroup var corpus: CorpusArgument

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The image file. Default: <corpus>.png.", valueName: "file"))
    var output: String?

    @Option(help: "Which trial of each level to show.")
    var trial: Int = 0

    @OptionGroup var overrides: CorpusOverrides

    func validate() throws {
      try NumberBounds(whole: 0...99_999_999).check(trial, "--trial")
    }

    func run() throws {
      try reportingFailures {
        let corpus = try overrides.load(corpus.name)
        let file = output ?? "\(corpus.name).png"
        try PNG.write(CorpusWalk(corpus).contactSheet(trial: trial), path: file)
        let style = Terminal.style()
        for line in CorpusLines.conditions(corpus) {
          for part in style.paragraph(line, hanging: 2) { try printResult(part) }
        }
        printMessage("wrote \(file)")
      }
    }
  }

  /// `harness corpus render`
  struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a corpus's images as PNG, with a manifest of what each one shows.")

    @OptionGroup var corpus: CorpusArgument

    @Option(
      name: .shortAndLong, help: ArgumentHelp("The folder for the images.", valueName: "folder"),
      completion: .directory)
    var output: String

    @OptionGroup var overrides: CorpusOverrides

    func run() throws {
      try reportingFailures {
        let corpus = try overrides.load(corpus.name)
        let count = try CorpusExport(corpus: corpus, folder: output).write()
        printMessage("wrote \(count) images and manifest.jsonl to \(output)/")
      }
    }
  }

  /// `harness corpus schema`
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the JSON Schema of corpus files, for editors that check and complete YAML.")

    func run() throws {
      try reportingFailures { try printData(CorpusSchema.text()) }
    }
  }

  package init() {}
}
