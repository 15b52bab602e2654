/// One decoder's passage through a stream: which frames it gets, and which codes are reported.
///
/// It keeps no clock of its own: whoever drives it says whether the decoder is busy, or lets it find
/// that out from frame times and decode times.
public struct StreamState: Sendable {
  private var gate: FrameGate
  private var tracker: CodeTracker
  /// The time at which the decoder is free again, on the stream's own clock.
  private var freeAt = Duration.zero

  /// The counts so far.
  public private(set) var counts = FrameCounts()

  /// Makes the state before the first frame.
  public init(policy: FramePolicy, rules: CodeRules) {
    gate = FrameGate(policy)
    tracker = CodeTracker(rules: rules)
  }

  /// True if the rules have ended the scan.
  public var isDone: Bool { tracker.isDone }

  /// Takes the next frame and says whether it is decoded.
  ///
  /// - Parameters:
  ///   - time: The frame's time.
  ///   - isBusy: True if the decoder is at work on an earlier frame; `nil` to find it out from the decode
  ///     times, as if the stream's clock were the real one.
  public mutating func offer(_ time: Duration, isBusy: Bool? = nil) -> Bool {
    guard !tracker.hasEnded(at: time) else { return false }
    counts.arrived += 1
    guard gate.admits(time, isBusy: isBusy ?? (time < freeAt)) else {
      counts.dropped += 1
      return false
    }
    counts.judged += 1
    return true
  }

  /// Takes the outcome of the frame that was decoded, and returns the events that follow from it.
  public mutating func take(_ judgement: FrameJudgement, of frame: Frame) -> [ScannerEvent] {
    take(judgement, frame: frame.index, at: frame.time)
  }

  /// Takes the outcome of a frame by its number and its time.
  package mutating func take(
    _ judgement: FrameJudgement, frame: Int, at time: Duration
  ) -> [ScannerEvent] {
    freeAt = time + judgement.decodeTime
    var events: [ScannerEvent] = []
    if let failure = judgement.failure {
      counts.failed += 1
      events.append(.failure(message: failure, frame: frame))
    }
    let new = tracker.take(judgement.readings, at: time)
    guard !new.isEmpty else { return events }
    let codes = new.map { ScannedCode(reading: $0, frame: frame, time: time) }
    return events + [.codes(codes)]
  }
}
