import ArgumentParser
import Corpora
import Evaluation
import Images
import Sessions

/// `harness reproduce`: one sample, drawn again and given to one decoder.
struct Reproduce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Draws one sample again, gives it to a decoder and shows the result.",
    discussion: "The sample's key is in every report: qr-small/v2-m/upright/1.37/17.")

  @Argument(help: ArgumentHelp("The sample's key.", valueName: "sample-key"))
  var key: String

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "The corpus file, if the first part of the key is neither the name of a known corpus nor of a "
        + "report folder in reports/.",
      valueName: "file"))
  var corpusFile: String?

  @Option(help: "The seed of the run, if it was not the corpus's own.")
  var seed: UInt64?

  @Option(help: ArgumentHelp("Writes the image as PNG.", valueName: "file"))
  var image: String?

  func run() throws {
    try reportingFailures {
      let key = try SampleKey(parsing: key)
      let corpus = try RecordedCorpus.load(
        of: key, file: corpusFile, catalog: Installation.corpora
      ).overriding(trials: nil, seed: seed)
      let selection = try decoders.selection()
      var renderer = SampleRenderer(corpus: corpus)
      let sample = try renderer.draw(key)
      if let image { try PNG.write(sample.image, path: image) }
      try printResult(SampleDescription.text(sample))
      printMessages(about: selection.unavailable)
      for configured in selection.decoders {
        try printResult(
          SampleDescription.text(Reproduction.run(sample, of: corpus, by: configured)))
      }
      if !selection.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
    }
  }
}
