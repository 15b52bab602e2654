import ArgumentParser
import Console
import Corpora
import Results
import Sessions

/// The options that say how decoders watch the streams of a corpus.
struct StreamRuleOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For corpora of streams, the frames that are decoded: all, or latest:100ms.",
      discussion:
        "latest: at most one per interval, and none while the decoder is busy. Default: latest:100ms.",
      valueName: "policy"))
  var policy: StreamPolicyOption?

  @Option(
    help: ArgumentHelp(
      "For corpora of streams: a code counts when it was read in k of the latest n frames: 2/3.",
      valueName: "k/n"))
  var confirm: ConfirmationOption?

  /// True if any is given.
  var isGiven: Bool { policy != nil || confirm != nil }

  /// The rules for a corpus.
  func rules(clock: StreamRules.Clock = .virtual) -> StreamRules {
    StreamRules(
      clock: clock, everyMilliseconds: policy.map(\.everyMilliseconds) ?? 100,
      confirmations: confirm?.needed ?? 1, window: confirm?.window ?? 1)
  }
}

/// The choice of frames as people type it.
struct StreamPolicyOption: ExpressibleByArgument {
  /// The least time between two frames; `nil` for all frames.
  let everyMilliseconds: Double?

  init?(argument: String) {
    if argument == "all" {
      everyMilliseconds = nil
      return
    }
    guard argument.hasPrefix("latest:"),
      let every = DurationOption(argument: String(argument.dropFirst("latest:".count)))
    else { return nil }
    everyMilliseconds = Double(every.nanoseconds) / 1e6
  }
}

/// The options of a comparison that say how decoders watch streams.
struct StreamRunOptionGroup: ParsableArguments {
  @OptionGroup var rules: StreamRuleOptionGroup

  @Option(
    help: ArgumentHelp(
      "For corpora of streams: virtual, by recorded decode times; or real, which takes as long as they last."
    ))
  var clock: StreamRules.Clock = .virtual

  /// The rules for a corpus; `nil` for one of other images.
  ///
  /// - Throws: ``RequestError`` if rules are given for one of other images.
  func rules(for corpus: Corpus) throws -> StreamRules? {
    guard corpus.sweep.isOfStreams else {
      guard !rules.isGiven, clock == .virtual else {
        throw RequestError(
          "--policy, --confirm and --clock are for streams, and the sweep of \(corpus.name) is over "
            + "\(corpus.sweep.axis.rawValue): stream-approach is a corpus of streams")
      }
      return nil
    }
    return rules.rules(clock: clock)
  }
}

extension StreamRules.Clock: ExpressibleByArgument {}
