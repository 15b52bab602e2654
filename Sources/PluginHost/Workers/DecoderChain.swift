import Base
import DecoderKit

/// A decoder chain: decoders that try one image in turn until one reads it; most often just one.
///
/// The times of all members that were tried add up: a chain that tries a fast decoder first pays
/// for the slow one only where the fast one failed. Not `Sendable`, as the workers in it are not.
package final class DecoderChain {
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
  package init(members: [WorkerSettings], health: DecoderHealth, stop: StopSignal) {
    precondition(!members.isEmpty, "a chain has a member")
    workers = members.map { DecoderWorker(settings: $0, health: health, stop: stop) }
  }

  /// Reads one image.
  ///
  /// An error of one member is ignored if another member reads something. If none does, the first
  /// error is the outcome.
  package func decode(_ image: GrayImage, hints: DecodeHints = .none) -> DecodeAttempt {
    decode([PendingDecode(image, hints: hints)])[0]
  }

  /// Reads images in order, each member those that the ones before it have not read.
  ///
  /// - Returns: An attempt for each image.
  package func decode(_ requests: [PendingDecode]) -> [DecodeAttempt] {
    var attempts = workers[0].decode(requests)
    for worker in workers.dropFirst() {
      let unread = attempts.indices.filter { attempts[$0].goesToNextMember }
      let further = worker.decode(unread.map { requests[$0] })
      for (index, attempt) in zip(unread, further) { attempts[index].join(attempt) }
    }
    return attempts
  }

  /// Asks all processes to exit and ends those that do not.
  package func close() {
    for worker in workers { worker.close() }
  }
}

extension DecodeAttempt {
  /// True if the next member of a chain is to try the image, too.
  fileprivate var goesToNextMember: Bool {
    switch outcome {
    case .readings(let readings): readings.isEmpty
    case .failed, .crashed, .timedOut: true
    case .givenUp, .lost, .stopped, .notStarted: false
    }
  }

  /// Adds the attempt of a chain's next member.
  fileprivate mutating func join(_ next: DecodeAttempt) {
    wallNanoseconds += next.wallNanoseconds
    cpuNanoseconds += next.cpuNanoseconds
    exchangeNanoseconds += next.exchangeNanoseconds
    wasRetried = wasRetried || next.wasRetried
    hasImpossibleTimes = hasImpossibleTimes || next.hasImpossibleTimes
    isAnswered = isAnswered || next.isAnswered
    // The first breakage stays, unless this member reads something or was not really tried.
    let isUnbroken = if case .readings = outcome { true } else { false }
    if isUnbroken || !next.goesToNextMember { outcome = next.outcome }
  }
}
