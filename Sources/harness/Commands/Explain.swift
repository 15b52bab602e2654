import ArgumentParser
import Evaluation
import PluginHost
import Reporting
import Scanning
import Sessions

/// `harness explain`: the least change of an image that makes decoders read it.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Finds out why decoders do not read an image: the least change that is enough.",
    discussion: """
      Each decoder that reads nothing gets the image again, with one change at a time: negative, border \
      of paper, contrast, one colour alone, enlarged, sharpened, turned, reduced, cut out; each kind from \
      its smallest change on. The likeliest fault comes first. A change counts only if something backs what was \
      read: the truth beside the image (.txt or .bin), unlike decoders that agree, or the symbol's structure. \
      Decoders share a few seconds: what is left over then is not tried.

      Exit codes: 0 the image is read, as it is or with a change; 1 it is not, or nothing backs what was read; 2 the file or a decoder that was \
      named could not be used; 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp("The image, or - for standard input.", valueName: "image"),
    completion: .file())
  var path: String

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(help: "text, or json (explain.schema.json).")
  var format: ExplainFormat = .text

  @Flag(
    name: .customLong("no-color"),
    help: "No colour; NO_COLOR in the environment has the same effect.")
  var noColor = false

  func run() throws {
    try reportingFailures {
      let stop = StopSignal()
      let interrupts = Interrupts(stopping: stop)
      defer { interrupts.end() }
      let inputs = ScanInputs([path]).inputs
      guard inputs.count == 1, let input = inputs.first else {
        throw RequestError("\(path) is a folder: name one image")
      }
      let selection = try decoders.selection()
      try selection.requireDecoders()
      let (image, explanation) = try ExplainSession(decoders: selection.decoders, stop: stop)
        .explain(input)
      if stop.isRequested { throw ExitStatus.interrupted }
      let explained = ExplainedImage(
        path: path, width: image.width, height: image.height, explanation: explanation)
      switch format {
      case .text:
        try printResult(ExplainText(Terminal.style(allowsColor: !noColor)).render(explained))
      case .json: try printData(ExplainJSON.render(explained))
      }
      printMessages(about: selection.unavailable)
      if !selection.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
      if explanation.unchanged.isEmpty, explanation.findings.isEmpty {
        throw ExitStatus.nothingRead
      }
    }
  }
}

extension ExplainFormat: ExpressibleByArgument {}

extension DecoderSelection {
  /// - Throws: `PluginError` if no decoder can take part, after the reasons are told, and for a hint:
  ///   nobody knows what is in an image of one's own.
  func requireDecoders() throws {
    if let hinted = decoders.first(where: { $0.hints != nil || $0.selection != .none }) {
      throw PluginError(
        .badReference,
        "\"\(hinted.argument)\" has a hint or a way to select, which only corpora can give; leave out the "
          + "part from \"@\" on")
    }
    guard decoders.isEmpty else { return }
    printMessages(about: unavailable)
    throw PluginError(.unavailable, "no decoder can take part")
  }
}
