import DecoderKit

/// Decoders that take one image in turn until one of them reads something; most often just one.
///
/// What each of them cost adds up: a team that asks a fast decoder first pays for the slow one only where
/// the fast one failed. Not `Sendable`, as the workers in it.
public final class DecoderTeam {
  private let workers: [DecoderWorker]

  /// Makes a team; its processes start with the first image that gets to them.
  ///
  /// - Parameters:
  ///   - members: What each member's processes are started with, in the order in which they are asked.
  ///   - health: The team's record: it is given up when it dies too often in a row without any answer.
  ///   - stop: Looked at while waiting.
  /// - Precondition: There is at least one member.
  public init(members: [WorkerSettings], health: DecoderHealth, stop: StopSignal) {
    precondition(!members.isEmpty, "a team has a member")
    workers = members.map { DecoderWorker(settings: $0, health: health, stop: stop) }
  }

  /// Reads one image.
  ///
  /// A member that breaks is passed over if another one reads; if none does, the first breakage is what
  /// came of the image.
  public func decode(_ image: GrayImage, hints: DecodeHints = .none) -> DecodeAttempt {
    var team = DecodeAttempt(outcome: .readings([]))
    var breakage: DecodeAttempt.Outcome?
    for worker in workers {
      let attempt = worker.decode(image, hints: hints)
      team.wallNanoseconds += attempt.wallNanoseconds
      team.cpuNanoseconds += attempt.cpuNanoseconds
      team.exchangeNanoseconds += attempt.exchangeNanoseconds
      team.wasRetried = team.wasRetried || attempt.wasRetried
      team.isAnswered = team.isAnswered || attempt.isAnswered
      switch attempt.outcome {
      case .readings(let readings):
        guard readings.isEmpty else {
          team.outcome = attempt.outcome
          return team
        }
      case .failed, .crashed, .timedOut:
        breakage = breakage ?? attempt.outcome
      case .givenUp, .stopped, .notStarted:
        team.outcome = attempt.outcome
        return team
      }
    }
    if let breakage { team.outcome = breakage }
    return team
  }

  /// Asks all processes to exit and sees that they do.
  public func close() {
    for worker in workers { worker.close() }
  }
}
