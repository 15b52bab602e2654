import ArgumentParser
import Evaluation
import PluginHost

/// The options for finding decoders and for the limits of their workers.
///
/// They are the same for every command that decodes.
struct WorkerOptionGroup: ParsableArguments {
  @OptionGroup var plugins: PluginOptionGroup

  @Option(
    help: ArgumentHelp("Longest time for one decode: 5s, 500ms.", valueName: "duration"))
  var timeout: DurationOption = DurationOption(nanoseconds: 5_000_000_000)

  @Option(
    help: ArgumentHelp(
      "Address space of one worker: 2G, 512M, or none; a plugin.yaml may say another.",
      valueName: "size"))
  var memoryLimit: MemoryOption = MemoryOption(bytes: 2 << 30)

  /// Finds and starts decoders.
  func lineup(_ references: [DecoderReference]) throws -> Lineup {
    try Lineup(
      references, search: plugins.search,
      limits: Lineup.Limits(
        decodeDeadlineNanoseconds: timeout.nanoseconds, memoryLimitBytes: memoryLimit.bytes))
  }
}
