import DecoderKit

/// The outcome of giving one image to one decoder, with the times taken.
public struct DecodeAttempt: Sendable {
  /// The ways in which an attempt can end.
  public enum Outcome: Sendable {
    /// The decoder answered; an empty array means that it found nothing.
    case readings([Reading])
    /// The adapter reported a failure or broke the protocol.
    case failed(String)
    /// The worker process died while it decoded the image.
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

  /// The way in which the attempt ended.
  public var outcome: Outcome
  /// Wall-clock time inside the decode call, as the worker measured it; 0 without an answer.
  public var wallNanoseconds = 0
  /// CPU time inside the decode call, as the worker measured it; 0 without an answer.
  public var cpuNanoseconds = 0
  /// Wall-clock time from handing the image over to having the answer, as the host measured it.
  public var exchangeNanoseconds = 0
  /// True if a first try was fatal and this is the result of the second try, in a fresh worker.
  ///
  /// It stays false if the first worker was killed from outside and the second one answered.
  public var wasRetried = false
  /// True if the worker answered, even if only to report a failure of its own; if false, it is
  /// gone.
  var isAnswered = false

  init(outcome: Outcome) {
    self.outcome = outcome
  }
}
