import Results

/// The wording of how soon decoders read in streams, and at what cost.
struct StreamScoreWording {
  static let title = "Time to first correct read"
  static let effectTitle = "What throttling and confirmation change"

  let table: StreamTable

  /// Makes the wording of a score table's streams; `nil` without any.
  init?(_ wording: ScoreWording) {
    guard let table = wording.table.streams, !table.decoders.isEmpty else { return nil }
    self.table = table
  }

  /// The meaning of the numbers, with the rules.
  var explanation: String {
    let clock =
      switch table.rules.clock {
      case .virtual:
        "On the virtual clock a decoder is busy for as long as its decode took when each frame was decoded "
          + "once, in CPU time where there is any: the machine's load does not matter"
      case .real:
        "On the real clock, frames arrived in real time, one stream after another; costs are wall-clock "
          + "time"
      }
    return "A stream has \(Numerals.level((table.seconds * 100).rounded() / 100)) s at "
      + "\(Numerals.level(table.framesPerSecond)) frames a second. Rules: "
      + "\(Self.policy(table.rules)); \(Self.confirmation(table.rules)). \(clock). Times by "
      + "Kaplan and Meier, with 95\(Numerals.narrowSpace)% intervals; a stream without a read is censored "
      + "at its end. Decoders are compared by frames: less than a frame apart is no difference"
  }

  /// The meaning of the costs.
  static let costExplanation =
    "Wrong first: streams in which a wrong code was reported before the right one, with the exact upper "
    + "95\(Numerals.narrowSpace)% bound. CPU time per read: that of all decoded frames, divided by the frames read "
    + "right. CPU time per first read: that spent until the first right report or the end, divided by the streams "
    + "with one. It stands for energy, without that of camera, screen and memory"

  /// The meaning of the effects.
  static let effectExplanation =
    "The same streams under other rules, on the virtual clock: fewer frames cost less and take longer, and "
    + "waiting for the same code in k of n frames takes longer and lets fewer wrong codes through"

  /// The frames that are decoded: `every frame`, `one frame every 100 ms at most`.
  static func policy(_ rules: StreamRules) -> String {
    rules.everyMilliseconds.map {
      "one frame every \(Numerals.level($0)) ms at most, and none while busy"
    } ?? "every frame, and frames wait for the decoder"
  }

  /// The frames that are decoded, for tables: `all`, `100 ms`.
  static func shortPolicy(_ rules: StreamRules) -> String {
    rules.everyMilliseconds.map { "\(Numerals.level($0)) ms" } ?? "all"
  }

  private static func confirmation(_ rules: StreamRules) -> String {
    rules.window == 1
      ? "a code counts when it is first read"
      : "a code counts when it was read in \(rules.confirmations) of the latest \(rules.window) decoded frames"
  }

  /// The rule of confirmation, for tables: `2/3`.
  static func shortConfirmation(_ rules: StreamRules) -> String {
    "\(rules.confirmations)/\(rules.window)"
  }

  /// A time with its interval: `0.53 [0.43–0.60]`, `1.20 [1.03–∞)`, `not reached`.
  static func time(_ time: StreamScore.Time) -> String {
    guard let value = time.value else { return "not reached" }
    let upper = time.upper.map { seconds($0) + "]" } ?? Numerals.unbounded + ")"
    return "\(seconds(value)) [\(seconds(time.lower ?? 0))–\(upper)"
  }

  /// A time without its interval.
  static func value(_ time: StreamScore.Time) -> String { time.value.map(seconds) ?? "not reached" }

  /// Seconds to the hundredth, and to the millisecond within the first frames.
  private static func seconds(_ time: Double) -> String {
    Numerals.decimal(time, places: time < 0.0995 ? 3 : 2)
  }

  /// The streams with a right read: `38 of 40`.
  static func reads(_ score: StreamScore) -> String {
    "\(Numerals.count(score.firstReads)) of \(Numerals.count(score.streams))"
  }

  /// The streams with a wrong first report: `0 (≤ 7.3 %)`.
  static func wrongFirst(_ score: StreamScore) -> String {
    Numerals.count(score.wrongFirst)
      + (score.wrongFirstUpperBound.map {
        " (≤ \(Numerals.upperPercent($0))\(Numerals.narrowSpace)%)"
      } ?? "")
  }

  /// CPU seconds, in milliseconds.
  static func cpu(_ seconds: Double?) -> String {
    Numerals.milliseconds(seconds.map { $0 * 1000 })
  }

  /// The comparisons, one sentence each, and what to mind.
  var sentences: [String] { comparisons + caution }

  /// The reason not to compare what stands on different streams.
  private var caution: [String] {
    Set(table.decoders.map(\.streams)).count < 2
      ? []
      : [
        "Over all groups, each decoder is measured on the streams that it supports, and these differ: "
          + "compare decoders within a group"
      ]
  }

  private var comparisons: [String] {
    table.comparisons.map { pair in
      let streams = Numerals.counted(pair.streams, "stream", "streams")
      guard pair.streams > 0 else {
        return "No stream was watched by both \(pair.sooner) and \(pair.later)"
      }
      let p = "paired log-rank, \(Numerals.p(pair.adjustedP)) after Holm"
      return pair.isSignificant
        ? "\(pair.sooner) reads sooner than \(pair.later) in \(streams) that both watched (\(p))"
        : "\(pair.sooner) and \(pair.later) are not significantly different in \(streams) that both "
          + "watched (\(p))"
    }
  }
}
