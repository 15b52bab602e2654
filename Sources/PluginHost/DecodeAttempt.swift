import DecoderKit

/// What came of giving one image to one decoder.
public struct DecodeAttempt: Sendable {
  /// The kinds of ending.
  public enum Outcome: Sendable {
    /// The decoder answered; an empty array means that it found nothing.
    case readings([Reading])
    /// The adapter reported a failure or broke the protocol.
    case failed(String)
    /// The worker died of the image.
    case crashed(WorkerEnding, diagnostics: String)
    /// No answer came within the deadline; the worker was killed.
    case timedOut
    /// The decoder had been given up before; the image was not tried.
    case givenUp
    /// The run was asked to stop; the image was not judged.
    case stopped
    /// The system no longer starts the worker; the image was not judged, and the run cannot go on.
    case notStarted(PluginError)
  }

  /// How it ended.
  public var outcome: Outcome
  /// Wall-clock time inside the decode call, as the worker measured it; 0 without an answer.
  public var wallNanoseconds = 0
  /// CPU time inside the decode call, as the worker measured it; 0 without an answer.
  public var cpuNanoseconds = 0
  /// Wall-clock time from handing the image over to having the answer, as the host measured it.
  public var exchangeNanoseconds = 0
  /// Whether a first try died and this is what the second one, in a fresh worker, gave; not when somebody
  /// else had killed the first worker and the second one answered.
  public var wasRetried = false
  /// Whether the worker answered, be it with a failure of its own; if not, it is gone.
  var isAnswered = false

  init(outcome: Outcome) {
    self.outcome = outcome
  }
}
