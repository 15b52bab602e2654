import ArgumentParser
import Base
import Corpora
import Results
import Sessions

/// The options that say how decoders watch the streams of a corpus.
package struct StreamRuleOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For corpora of streams, the frames that are decoded: all, or latest:100ms.",
      discussion:
        "latest: at most one per interval, and none while the decoder is busy. Default: latest:100ms.",
      valueName: "policy"))
  package var policy: StreamPolicyOption?

  @Option(
    help: ArgumentHelp(
      "For corpora of streams: a code counts when it was read in k of the latest n frames: 2/3.",
      valueName: "k/n"))
  package var confirm: ConfirmationOption?

  package init() {}

  /// True if any is given.
  package var isGiven: Bool { policy != nil || confirm != nil }

  /// The rules for a corpus.
  package func rules(clock: StreamRules.Clock = .virtual) -> StreamRules {
    StreamRules(
      clock: clock, everyMilliseconds: policy.map(\.everyMilliseconds) ?? 100,
      confirmations: confirm?.needed ?? 1, window: confirm?.window ?? 1)
  }
}

/// The choice of frames as people type it.
package struct StreamPolicyOption: ExpressibleByArgument {
  /// The least time between two frames; `nil` for all frames.
  package let everyMilliseconds: Double?

  package init?(argument: String) {
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

/// A confirmation as people type it.
package struct ConfirmationOption: ExpressibleByArgument {
  package let needed: Int
  package let window: Int

  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map {
      NumberBounds.trials.whole(parsing: String($0))
    }
    guard numbers.count == 2, let needed = numbers[0], let window = numbers[1], window >= needed
    else { return nil }
    self.needed = needed
    self.window = window
  }
}

/// The options of a comparison that say how decoders watch streams.
package struct StreamRunOptionGroup: ParsableArguments {
  @OptionGroup package var rules: StreamRuleOptionGroup

  @Option(
    help: ArgumentHelp(
      "For corpora of streams: virtual, by recorded decode times; or real, which takes as long as they last."
    ))
  package var clock: StreamRules.Clock = .virtual

  package init() {}

  /// The rules for a corpus; `nil` for one of other images.
  ///
  /// - Throws: ``RequestError`` if rules are given for one of other images.
  package func rules(for corpus: Corpus) throws -> StreamRules? {
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
