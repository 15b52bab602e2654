import ArgumentParser
import Base
import Console
import Evaluation
import Foundation
import Results
import Sessions

/// `harness publish freeze`: the images of a corpus as a release that never changes.
struct FreezeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract:
      "Draws all images of a corpus and writes their digests as a release that never changes.",
    discussion: """
      Never replaces an existing lock file: if the images are the same, the file stays as it is; otherwise \
      the command refuses. harness compare --release and harness corpus check --release check against it.
      """)

  @OptionGroup var corpus: CorpusArgument

  @Option(help: ArgumentHelp("The release: the year and a number in it.", valueName: "2026.1"))
  var release: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The lock file, instead of Corpora/Releases/<release>/<corpus>.lock.json.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Also writes a line for each image: its SHA-256 as a PGM, its key, its symbols.",
      valueName: "file"))
  var list: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The number of threads that draw; the digests do not depend on it.",
      discussion: "Default: the number of cores.", valueName: "number"),
    transform: CountOption.jobs)
  var jobs: Int?

  func validate() throws {
    _ = try ReleaseNumber(option: release)
  }

  func run() throws {
    try reportingFailures {
      let number = try ReleaseNumber(option: release)
      let corpus = try corpus.load()
      for warning in corpus.warnings { printMessage(warning) }
      let path = output ?? ReleaseCatalog.place(of: number, corpus: corpus.name)
      let freeze = CorpusFreeze(corpus, jobs: jobs ?? Processors.usable)
      let lines = try list.map { try AtomicFile(path: $0, isDurable: false) }
      let lock = try freeze.lock(
        release: number, on: .today, list: lines.map { file in { try file.write($0) } })
      try lines?.commit()
      let isNew = try ReleaseCatalog.write(lock, to: path)
      try printResult(
        "\(path): \(lock.images) images, root \(lock.root)"
          + (isNew ? "" : "; it was frozen before, and every image is the same"))
    }
  }
}
