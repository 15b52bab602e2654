/// The scores of a corpus of streams: how long until the first right read, and at what cost.
public struct StreamTable: Hashable, Sendable, Codable {
  /// The rules by which decoders watched.
  public var rules: StreamRules
  public var framesPerSecond: Double
  /// The length of a stream, in seconds.
  public var seconds: Double
  /// Every decoder that has streams, over all groups, in the order of the score table.
  public var decoders: [StreamScore]
  /// Every group, in the corpus's order.
  public var groups: [Group]
  /// Every pair of decoders with streams in common.
  public var comparisons: [StreamPair]
  /// The effect of other rules, decoder by decoder, on the virtual clock.
  public var effects: [StreamEffect]

  /// The decoders in one group.
  public struct Group: Hashable, Sendable, Codable {
    /// `recipe/condition`.
    public var group: String
    /// The decoders that support it, in the order of the score table.
    public var decoders: [StreamScore]

    package init(group: String, decoders: [StreamScore]) {
      (self.group, self.decoders) = (group, decoders)
    }
  }

  package init(
    rules: StreamRules, framesPerSecond: Double, seconds: Double, decoders: [StreamScore],
    groups: [Group], comparisons: [StreamPair], effects: [StreamEffect]
  ) {
    (self.rules, self.framesPerSecond, self.seconds) = (rules, framesPerSecond, seconds)
    (self.decoders, self.groups) = (decoders, groups)
    (self.comparisons, self.effects) = (comparisons, effects)
  }
}

/// One decoder's streams.
public struct StreamScore: Hashable, Sendable, Codable {
  /// A time in seconds with its 95 % interval; what the streams do not reach is `nil`.
  public struct Time: Hashable, Sendable, Codable {
    /// The estimate of Kaplan and Meier.
    public var value: Double?
    /// The lower end of the interval.
    public var lower: Double?
    /// The upper end of the interval.
    public var upper: Double?

    package init(value: Double?, lower: Double?, upper: Double?) {
      (self.value, self.lower, self.upper) = (value, lower, upper)
    }
  }

  /// A time by which more streams had been read, for the curve.
  public struct Step: Hashable, Sendable, Codable {
    /// Seconds since the first frame.
    public var time: Double
    /// The share of streams that had been read by then, 0 to 1.
    public var share: Double

    package init(time: Double, share: Double) { (self.time, self.share) = (time, share) }
  }

  /// The decoder's name in tables.
  public var decoder: String
  /// The streams whose frames were all decoded once.
  public var streams: Int
  /// The streams in which the right code was reported before the end.
  public var firstReads: Int
  /// The time by which half of the streams had been read.
  public var median: Time
  /// The time by which 95 % of the streams had been read.
  public var p95: Time
  /// The streams in which a wrong code was reported first.
  public var wrongFirst: Int
  /// The exact upper 95 % bound of their share; `nil` without streams.
  public var wrongFirstUpperBound: Double?
  /// The share of frames that were decoded, 0 to 1; `nil` without streams.
  public var judgedShare: Double?
  /// CPU seconds of all decoded frames for each frame that was read right; `nil` without a read.
  public var cpuSecondsPerRead: Double?
  /// CPU seconds spent up to the first right report, those of streams without one included, for each
  /// stream with one: the energy proxy; `nil` without a report.
  public var cpuSecondsPerFirstRead: Double?
  /// The curve; empty where nothing was read.
  public var steps: [Step]

  package init(
    decoder: String, streams: Int, firstReads: Int, median: Time, p95: Time, wrongFirst: Int,
    wrongFirstUpperBound: Double?, judgedShare: Double?, cpuSecondsPerRead: Double?,
    cpuSecondsPerFirstRead: Double?, steps: [Step]
  ) {
    (self.decoder, self.streams, self.firstReads) = (decoder, streams, firstReads)
    (self.median, self.p95) = (median, p95)
    (self.wrongFirst, self.wrongFirstUpperBound) = (wrongFirst, wrongFirstUpperBound)
    (self.judgedShare, self.cpuSecondsPerRead) = (judgedShare, cpuSecondsPerRead)
    (self.cpuSecondsPerFirstRead, self.steps) = (cpuSecondsPerFirstRead, steps)
  }
}

/// Two decoders on the same streams.
public struct StreamPair: Hashable, Sendable, Codable {
  /// The decoder that reads sooner.
  public var sooner: String
  /// The other decoder.
  public var later: String
  /// The streams that both watched.
  public var streams: Int
  /// Two-sided p-value of the paired log-rank test.
  public var p: Double
  /// The p-value after Holm's correction over all pairs.
  public var adjustedP: Double
  /// True if the adjusted p-value is at most 0.05.
  public var isSignificant: Bool

  package init(
    sooner: String, later: String, streams: Int, p: Double, adjustedP: Double, isSignificant: Bool
  ) {
    (self.sooner, self.later, self.streams) = (sooner, later, streams)
    (self.p, self.adjustedP, self.isSignificant) = (p, adjustedP, isSignificant)
  }
}

/// The scores of one decoder under other rules, over all groups.
public struct StreamEffect: Hashable, Sendable, Codable {
  public var rules: StreamRules
  /// The scores under them, without a curve.
  public var score: StreamScore

  package init(rules: StreamRules, score: StreamScore) {
    (self.rules, self.score) = (rules, score)
  }
}
