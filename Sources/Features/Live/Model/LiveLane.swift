import Base
import DecoderKit
import Evaluation
import PluginHost
import Scanning
import Sessions

/// One decoder's answer to one frame.
struct LaneAnswer: Sendable {
  /// The frame's number in the session.
  let frame: Int
  let attempt: ScanAttempt
  let readings: [Reading]
}

/// One decoder of a live session: it reads one frame at a time, in processes of its own.
///
/// A frame that comes while it is still at an earlier one passes it by, so that a decoder that is slow or
/// hangs keeps neither the others nor the page waiting. What it answers late is told with the next frame.
actor LiveLane {
  /// What a decoder does with a frame that it is offered.
  enum Offer: Sendable {
    /// It reads it; it is known to be slow if its last answer was.
    case started(isSlow: Bool)
    /// It has been at an earlier frame for so long.
    case busy(Duration)
  }

  private let label: String
  private let reader: WorkerReader
  private let clock = ContinuousClock()
  private var work: (frame: Int, start: ContinuousClock.Instant)?
  private var isSlow = false
  private var late: LaneAnswer?

  init(_ configured: ConfiguredDecoder, deathsBeforeGivingUp: Int, stop: StopSignal) {
    label = configured.label
    reader = WorkerReader(configured, deathsBeforeGivingUp: deathsBeforeGivingUp, stop: stop)
  }

  func close() async { await reader.close() }

  /// Offers a frame; `done` gets the answer, whenever it comes.
  func offer(
    _ frame: Int, _ image: GrayImage, done: @escaping @Sendable (LaneAnswer) -> Void
  ) -> Offer {
    if let work { return .busy(clock.now - work.start) }
    work = (frame, clock.now)
    Task {
      let attempt = await self.reader.attempt(image)
      if let answer = self.finish(attempt) { done(answer) }
    }
    return .started(isSlow: isSlow)
  }

  /// Waits until it is at no frame, or the time is over.
  func becomeIdle(until end: ContinuousClock.Instant) async {
    while work != nil, clock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  /// The answer that came after its frame was answered without it; each is told once.
  func takeLate() -> LaneAnswer? {
    defer { late = nil }
    return late
  }

  private func finish(_ attempt: DecodeAttempt?) -> LaneAnswer? {
    guard let frame = work?.frame else { return nil }
    work = nil
    guard let attempt else { return nil }
    let told: ScanAttempt
    if case .notStarted(let error) = attempt.outcome {
      told = ScanAttempt(decoder: label, outcome: .failed, detail: "\(error)")
    } else if let scanned = ScanAttempt(attempt, of: label) {
      told = scanned
    } else {
      return nil
    }
    let answer = LaneAnswer(frame: frame, attempt: told, readings: attempt.readings)
    // A first answer waits for its process; one that broke says nothing of the next.
    isSlow = told.outcome == .answered && .nanoseconds(told.wallNanoseconds) > FrameRound.patience
    late = answer
    return answer
  }
}
