import DecoderKit

/// A decoder chain: decoders that try one image in turn until one reads it; most often just one.
///
/// The times of all members that were tried add up: a chain that tries a fast decoder first pays
/// for the slow one only where the fast one failed. Not `Sendable`, as the workers in it are not.
public final class DecoderChain {
  private let workers: [DecoderWorker]

  /// Makes a chain; a member's process starts with the first image that reaches it.
  ///
  /// - Parameters:
  ///   - members: The settings that each member's processes are started with, in the order in which
  ///     they are tried.
  ///   - health: The record of the whole chain: it is given up when it dies too often in a row
  ///     without any answer.
  ///   - stop: Checked while waiting.
  /// - Precondition: There is at least one member.
  public init(members: [WorkerSettings], health: DecoderHealth, stop: StopSignal) {
    precondition(!members.isEmpty, "a chain has a member")
    workers = members.map { DecoderWorker(settings: $0, health: health, stop: stop) }
  }

  /// Reads one image.
  ///
  /// An error of one member is ignored if another member reads something. If none does, the first
  /// error is the outcome.
  public func decode(_ image: GrayImage, hints: DecodeHints = .none) -> DecodeAttempt {
    var chain = DecodeAttempt(outcome: .readings([]))
    var breakage: DecodeAttempt.Outcome?
    for worker in workers {
      let attempt = worker.decode(image, hints: hints)
      chain.wallNanoseconds += attempt.wallNanoseconds
      chain.cpuNanoseconds += attempt.cpuNanoseconds
      chain.exchangeNanoseconds += attempt.exchangeNanoseconds
      chain.wasRetried = chain.wasRetried || attempt.wasRetried
      chain.isAnswered = chain.isAnswered || attempt.isAnswered
      switch attempt.outcome {
      case .readings(let readings):
        guard readings.isEmpty else {
          chain.outcome = attempt.outcome
          return chain
        }
      case .failed, .crashed, .timedOut:
        breakage = breakage ?? attempt.outcome
      case .givenUp, .lost, .stopped, .notStarted:
        chain.outcome = attempt.outcome
        return chain
      }
    }
    if let breakage { chain.outcome = breakage }
    return chain
  }

  /// Asks all processes to exit and ends those that do not.
  public func close() {
    for worker in workers { worker.close() }
  }
}
