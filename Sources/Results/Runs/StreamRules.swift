/// The rules by which a decoder watches a stream, and the clock that they go by.
public struct StreamRules: Hashable, Sendable, Codable {
  /// The clock of a stream.
  public enum Clock: String, CaseIterable, Hashable, Sendable, Codable {
    /// A decoder is busy as long as its recorded decode call took: repeatable, whatever the machine does.
    case virtual
    /// Frames come in real time, and a decoder is busy while it is.
    case real
  }

  public var clock: Clock
  /// The least time from one decoded frame to the next, in milliseconds, frames being dropped while the
  /// decoder is busy; `nil` if every frame is decoded and frames wait instead.
  public var everyMilliseconds: Double?
  /// The number of frames that must hold a code before it is reported.
  public var confirmations: Int
  /// The number of the latest decoded frames in which they are counted.
  public var window: Int

  /// Makes rules; without arguments one frame every 100 ms, and a code counts when it is first read.
  ///
  /// - Precondition: 1 ≤ `confirmations` ≤ `window`.
  public init(
    clock: Clock = .virtual, everyMilliseconds: Double? = 100, confirmations: Int = 1,
    window: Int = 1
  ) {
    precondition(confirmations >= 1 && window >= confirmations)
    (self.clock, self.everyMilliseconds) = (clock, everyMilliseconds)
    (self.confirmations, self.window) = (confirmations, window)
  }
}

/// One decoder's passage through one stream.
public struct StreamPassage: Hashable, Sendable, Codable {
  /// The decoder's index in the run.
  public var decoder: Int
  /// The group's index in the corpus.
  public var group: Int
  /// The trial: the stream's number in its group.
  public var trial: Int
  /// The number of frames that were decoded.
  public var judged = 0
  /// The number of them that were read right.
  public var reads = 0
  /// The time that decoding took, in nanoseconds.
  public var decodeNanoseconds = 0
  /// The part of it up to the first right report, or all of it without one.
  public var decodeNanosecondsToFirstRead = 0
  /// The time from the first frame to the first right report, in nanoseconds; `nil` if there was none.
  public var firstReadNanoseconds: Int?
  /// The time from the first frame to the first wrong report, in nanoseconds; `nil` if there was none.
  public var firstWrongNanoseconds: Int?

  /// Makes a passage in which nothing has happened yet.
  package init(decoder: Int, group: Int, trial: Int) {
    (self.decoder, self.group, self.trial) = (decoder, group, trial)
  }

  /// True if the first report was wrong; if both came at once, it counts as wrong.
  public var wasWrongFirst: Bool {
    guard let wrong = firstWrongNanoseconds else { return false }
    return wrong <= firstReadNanoseconds ?? .max
  }
}
