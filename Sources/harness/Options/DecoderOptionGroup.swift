import ArgumentParser
import Evaluation
import PluginHost

/// The options that choose decoders, the same for every command that takes several.
struct DecoderOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("decoder"),
    help: ArgumentHelp(
      "A decoder, with options if wanted; may be repeated.",
      discussion:
        "Without it: those built with the harness, and those of --plugin; all: every one that can be "
        + "used and does not want to be named.",
      valueName: "name[:option=value,…]"))
  var decoders: [String] = []

  @OptionGroup var workers: WorkerOptionGroup

  /// True if only some decoders were asked for, so that nobody expects the others.
  var isSelection: Bool { !decoders.isEmpty && !decoders.contains("all") }

  func lineup() throws -> Lineup {
    var references: [DecoderReference] = []
    for decoder in decoders { references.append(try DecoderReference(parsing: decoder)) }
    return try workers.lineup(references)
  }
}
