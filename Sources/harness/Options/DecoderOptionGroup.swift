import ArgumentParser
import Evaluation
import PluginHost

/// Which decoders, and what their workers may use: the same for every command that decodes.
struct DecoderOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("decoder"),
    help: ArgumentHelp(
      "A decoder, with options if wanted; may be repeated.",
      discussion:
        "Without it: those built with the harness, and those of --plugin; all: every one found.",
      valueName: "name[:option=value,…]"))
  var decoders: [String] = []

  @OptionGroup var plugins: PluginOptionGroup

  @Option(
    help: ArgumentHelp("Longest time for one decode: 5s, 500ms.", valueName: "duration"))
  var timeout: DurationOption = DurationOption(nanoseconds: 5_000_000_000)

  @Option(
    help: ArgumentHelp(
      "Address space of one worker: 2G, 512M, or none; a plugin.yaml may say another.",
      valueName: "size"))
  var memoryLimit: MemoryOption = MemoryOption(bytes: 2 << 30)

  /// Whether only some decoders were asked for, so that nobody expects the others.
  var isSelection: Bool { !decoders.isEmpty && !decoders.contains("all") }

  func lineup() throws -> Lineup {
    var references: [DecoderReference] = []
    for decoder in decoders { references.append(try DecoderReference(parsing: decoder)) }
    return try Lineup(
      references, search: plugins.search,
      limits: Lineup.Limits(
        decodeDeadlineNanoseconds: timeout.nanoseconds, memoryLimitBytes: memoryLimit.bytes))
  }
}
