import ArgumentParser
import Console
import Corpora
import Evaluation
import Images
import PluginHost
import Sessions

/// `harness reproduce`: one sample, drawn again and given to one decoder.
package struct Reproduce: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Draws one sample again, gives it to a decoder and shows the result.",
    discussion: """
      Every report shows sample keys: qr-small/v2-m/upright/1.37/17, or photos/qrcode-2/photo/0/01.png for \
      a photo. You can instead name a file that scan --stream \
      --snapshots, fuzz or hunt kept: its image goes to the decoder that was at work, or to the decoders you \
      name.
      """)

  @Argument(
    help: ArgumentHelp(
      "The sample's key, or a snapshot's file.", valueName: "sample-key"))
  var key: String

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "The corpus file, if the first part of the key is neither the name of a known corpus nor of a "
        + "report folder in reports/.",
      valueName: "file"))
  var corpusFile: String?

  @Option(help: "The run's seed, if it differs from the corpus's.")
  var seed: UInt64?

  @Option(help: ArgumentHelp("Writes the image as PNG.", valueName: "file"))
  var image: String?

  @Flag(
    help: ArgumentHelp(
      "Ends as git bisect run expects: 0 if every decoder reads the sample, 1 if one does not, 125 if "
        + "that cannot be told.",
      discussion:
        "Of a file that holds a failure: 1 if it happens again, 0 if the decoder answers, 125 if it fails otherwise."
    )
  )
  var bisect = false

  package init() {}

  private var isSnapshot: Bool { RecordedCorpus.isKeptImage(key) }

  package func validate() throws {
    if isSnapshot, corpusFile != nil || seed != nil || image != nil {
      throw ValidationError("--corpus, --seed and --image are for a sample's key, not for a file")
    }
  }

  package func run() throws {
    do {
      try reproduce()
    } catch let exit as ExitCode
      where bisect && exit != ExitStatus.nothingRead && exit != ExitStatus.interrupted
    {
      // To git bisect run, every code below 125 is a bad commit.
      throw ExitCode.untold
    }
  }

  private func reproduce() throws {
    try reportingFailures {
      guard !isSnapshot else { return try tryAgain(StreamSnapshot(path: key)) }
      let (recorded, key) = try RecordedCorpus.load(
        ofSample: key, file: corpusFile, catalog: Installation.corpora)
      let corpus = recorded.overriding(trials: nil, seed: seed)
      let choice = try decoders.choice()
      try choice.requireSelection(of: corpus)
      var renderer = SampleRenderer(corpus: corpus)
      let sample = try renderer.draw(key)
      if let image { try PNG.write(sample.image, path: image) }
      printMessages(about: choice.unavailable)
      let results = choice.decoders.map { Reproduction.run(sample, of: corpus, by: $0) }
      for line in SampleDescription.answer(sample, results, Terminal.style()) {
        try printResult(line)
      }
      try printResult(SampleDescription.text(sample))
      for result in results {
        try printResult(Terminal.harmless(SampleDescription.text(result)))
      }
      if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
      if bisect { try Self.end(results.map(\.isRight)) }
    }
  }

  private func tryAgain(_ snapshot: StreamSnapshot) throws {
    let choice =
      decoders.decoders.isEmpty
      ? try decoders.workers.choice([DecoderReference(parsing: snapshot.decoder)])
      : try decoders.choice()
    try printResult(Terminal.harmless(SampleDescription.text(snapshot, file: key)))
    printMessages(about: choice.unavailable)
    let results = try choice.decoders.map { configured -> Bool? in
      let tried = snapshot.tried(by: configured)
      try printResult(
        Terminal.harmless(
          SampleDescription.text(tried, of: snapshot, by: configured.label)))
      switch (snapshot.told, tried.answer.outcome) {
      case (.failure, .failed): return tried.isSame ? false : nil
      case (.failure, .readings): return true
      case (.codes, .readings): return tried.isSame
      case (.unread, .readings): return !tried.isSame
      case (.codes, .failed), (.unread, .failed): return tried.isOfImage ? false : nil
      }
    }
    if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
    if bisect { try Self.end(results) }
  }

  /// Ends with what is to be told to `git bisect run`; `nil` where a decoder could not tell.
  private static func end(_ results: [Bool?]) throws {
    if results.contains(false) { throw ExitStatus.nothingRead }
    if results.isEmpty || results.contains(nil) { throw ExitCode.untold }
  }
}

extension ExitCode {
  fileprivate static let untold = ExitCode(125)
}

extension Reproduction {
  /// True if the decoder answers rightly; `nil` if it does not read the symbology, or failed of another reason than the
  /// image.
  var isRight: Bool? {
    finding.flatMap { $0.verdict == .failed ? nil : $0.verdict.isSuccess }
  }
}
