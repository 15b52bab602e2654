import Base
import DecoderKit
import Foundation
import Synchronization

/// One decoder as one thread uses it: a worker process that is replaced when it dies.
///
/// Not `Sendable`: a worker belongs to the thread that made it. Its calls block, so that thread
/// must be the caller's own and never one of the cooperative pool (no `await` on the way to it):
/// the pool has few threads, and the process library needs one of them to start a process at all.
package final class DecoderWorker {
  private let settings: WorkerSettings
  private let health: DecoderHealth
  private let stop: StopSignal
  private var live: LiveWorker?

  /// Makes a worker; its process starts with the first image.
  ///
  /// - Parameters:
  ///   - settings: The settings that processes are started with.
  ///   - health: The decoder's record, shared by all its workers.
  ///   - stop: Checked while waiting.
  package init(settings: WorkerSettings, health: DecoderHealth, stop: StopSignal) {
    self.settings = settings
    self.health = health
    self.stop = stop
  }

  deinit {
    close()
  }

  /// Reads one image. A fatal image is tried once more, in a fresh process.
  package func decode(_ image: GrayImage, hints: DecodeHints = .none) -> DecodeAttempt {
    decode([PendingDecode(image, hints: hints)])[0]
  }

  /// Reads images in order; those that the plugin takes ahead travel while it decodes another.
  ///
  /// A fatal image is tried once more, in a fresh process, which also gets the images after it.
  ///
  /// - Returns: An attempt for each image.
  package func decode(_ requests: [PendingDecode]) -> [DecodeAttempt] {
    var attempts: [DecodeAttempt] = []
    while attempts.count < requests.count {
      if let outcome = obstacle(after: attempts.last) {
        let rest = requests.count - attempts.count
        attempts += Array(repeating: DecodeAttempt(outcome: outcome), count: rest)
        break
      }
      for var attempt in tryOnce(requests[attempts.count...]) {
        if attempt.isFatal {
          let wasKilled = attempt.wasKilledFromOutside
          attempt = tryOnce(requests[attempts.count...attempts.count])[0]
          attempt.wasRetried = attempt.isFatal || !wasKilled
        }
        if requests[attempts.count].isProbe {
          attempts.append(attempt)
          continue
        }
        if attempt.isFatal {
          health.recordDeath()
        } else if attempt.isAnswered {
          health.recordAnswer()
        }
        attempts.append(attempt)
      }
    }
    return attempts
  }

  /// The reason why no further image can be tried; `nil` if one can.
  private func obstacle(after last: DecodeAttempt?) -> DecodeAttempt.Outcome? {
    if let last, case .notStarted = last.outcome { return last.outcome }
    if stop.isRequested { return .stopped }
    if let reason = health.lossReason { return .lost(reason) }
    return health.isGivenUp ? .givenUp : nil
  }

  /// Asks the process to exit and ends it if it does not.
  package func close() {
    live.take()?.hangUp()
  }

  /// Starts a process, reads the decoder's identity and sets its options, without an image.
  ///
  /// Blocks, like all calls here.
  ///
  /// - Throws: ``PluginError`` that says why the decoder cannot be used.
  package static func identify(
    _ settings: WorkerSettings, stop: StopSignal = StopSignal()
  ) throws(PluginError) -> DecoderIdentity {
    try introduce(settings, stop: stop).identity
  }

  /// Identifies the decoder and also finds the files that its process runs from.
  ///
  /// - Throws: ``PluginError`` that says why the decoder cannot be used.
  package static func introduce(
    _ settings: WorkerSettings, stop: StopSignal = StopSignal()
  ) throws(PluginError) -> Introduction {
    let worker = try LiveWorker(settings: settings, stop: stop)
    defer { worker.hangUp() }
    return Introduction(of: worker, program: settings.program)
  }

  /// Tries images until one ends the process; without a process, the first one alone.
  private func tryOnce(_ requests: ArraySlice<PendingDecode>) -> [DecodeAttempt] {
    if live == nil {
      do throws(PluginError) {
        let worker = try LiveWorker(settings: settings, stop: stop)
        if let reason = health.change(to: worker.identity, of: settings.program.label) {
          worker.hangUp()
          health.recordLoss(reason)
          return [DecodeAttempt(outcome: .lost(reason))]
        }
        live = worker
      } catch  where error.code == .notStarted {
        if stop.isRequested { return [DecodeAttempt(outcome: .stopped)] }
        guard settings.program.isThere else {
          let reason = "\(settings.program.label) is no longer there"
          health.recordLoss(reason)
          return [DecodeAttempt(outcome: .lost(reason))]
        }
        return [DecodeAttempt(outcome: .notStarted(error))]
      } catch {
        var attempt = DecodeAttempt(
          outcome: stop.isRequested ? .stopped : .failed("no worker: \(error.message)"))
        attempt.wasKilledFromOutside = error.wasKilledFromOutside
        return [attempt]
      }
    }
    guard let (attempts, isUsable) = live?.decode(requests) else {
      preconditionFailure("a worker was made above")
    }
    if !isUsable { live = nil }
    return attempts
  }
}

extension WorkerEnding {
  /// True for a signal that no library sends itself.
  var isFromOutside: Bool {
    guard case .signalled(let number) = self else { return false }
    return [SIGKILL, SIGTERM, SIGINT, SIGQUIT, SIGHUP].contains(Int32(number))
  }
}

extension DecodeAttempt {
  /// True if the worker did not survive the image.
  var isFatal: Bool {
    switch outcome {
    case .crashed, .timedOut: true
    case .failed: !isAnswered
    case .readings, .givenUp, .lost, .stopped, .notStarted: false
    }
  }
}

/// The outcome of giving one image to one decoder, with the times taken.
package struct DecodeAttempt: Sendable {
  /// The ways in which an attempt can end.
  package enum Outcome: Sendable {
    /// The decoder answered; an empty array means that it found nothing.
    case readings([Reading])
    /// The adapter reported a failure or broke the protocol; with the end of its standard error if the
    /// worker is gone.
    case failed(String, diagnostics: String = "")
    /// The worker process died while it decoded the image; with the end of its standard error.
    case crashed(WorkerEnding, diagnostics: String)
    /// No answer came within the deadline; the worker was killed.
    case timedOut
    /// The decoder had been given up before; the image was not tried.
    case givenUp
    /// The plugin's program is no longer there, for this reason; the image was not tried.
    case lost(String)
    /// The run was asked to stop; the image was not judged.
    case stopped
    /// The system no longer starts the worker; the image was not judged, and the run cannot go on.
    case notStarted(PluginError)
  }

  /// The way in which the attempt ended.
  package var outcome: Outcome
  /// Wall-clock time inside the decode call, as the worker measured it; 0 without an answer.
  package var wallNanoseconds = 0
  /// CPU time inside the decode call, as the worker measured it; 0 without an answer.
  package var cpuNanoseconds = 0
  /// Wall-clock time from handing the image over, or from the answer before it where that came later, to
  /// having the answer, as the host measured it.
  package var exchangeNanoseconds = 0
  /// True if a first try was fatal and this is the result of the second try, in a fresh worker.
  ///
  /// It stays false if the first worker was killed from outside and the second one answered.
  package var wasRetried = false
  /// True if the worker gave times that cannot be: below 0, or longer than its turn, by one processor or by
  /// all of them.
  package var hasImpossibleTimes = false
  /// True if the worker answered, even if only to report a failure of its own; if false, it is
  /// gone.
  var isAnswered = false
  /// True if somebody else ended the worker, while it decoded or before it was ready.
  ///
  /// It counts against the decoder only if it happens again.
  var wasKilledFromOutside = false

  /// Makes an attempt without times.
  package init(outcome: Outcome) {
    self.outcome = outcome
  }
}

/// One decoder's record of deaths, shared by all its workers; it decides when to give it up.
///
/// Only deaths without any answer in between count. A decoder that dies at every tenth image is
/// measured to the end; one that dies at every image is not respawned a hundred thousand times.
package final class DecoderHealth: Sendable {
  private let deathsInARow = Atomic<Int>(0)
  private let givenUp = Atomic<Bool>(false)
  private let loss = Mutex<String?>(nil)
  /// By program, the identity that its first worker reported.
  private let identities: Mutex<[String: DecoderIdentity]>
  private let limit: Int

  /// Makes a clean record.
  ///
  /// - Parameters:
  ///   - limit: Fatal images in a row after which the decoder is given up; 1 or more.
  ///   - identities: By program, the identity under which its results are kept, where that is known.
  package init(givingUpAfter limit: Int, identities known: [String: DecoderIdentity] = [:]) {
    precondition(limit >= 1, "a decoder may die at least once")
    identities = Mutex(known)
    self.limit = limit
  }

  /// True if the decoder has died too often in a row to be given more images.
  ///
  /// This is final: an answer that was under way in another worker does not undo it.
  package var isGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  /// The reason the decoder's program cannot be started any more; `nil` as long as it can.
  package var lossReason: String? { loss.withLock { $0 } }

  /// Notes that the decoder's program is no longer there, which is final; the first reason stays.
  func recordLoss(_ reason: String) {
    loss.withLock { $0 = $0 ?? reason }
  }

  /// Notes a new worker's identity; returns a sentence if it is not that of the first worker: a library that
  /// was replaced in mid-run would have its results under the name of the old one.
  package func change(to identity: DecoderIdentity, of program: String) -> String? {
    let first = identities.withLock { identities in
      let first = identities[program] ?? identity
      identities[program] = first
      return first
    }
    guard identity != first else { return nil }
    let (was, now) = (first, identity)
    return was.library == now.library && was.version == now.version
      ? "\(program) describes itself differently than at first"
      : "\(program) was \(was.library) \(was.version) at first, and is \(now.library) \(now.version) now"
  }

  /// Notes that the decoder survived an image.
  package func recordAnswer() {
    deathsInARow.store(0, ordering: .relaxed)
  }

  /// Notes that an image was fatal for the decoder in both tries.
  package func recordDeath() {
    let deaths = deathsInARow.add(1, ordering: .relaxed).newValue
    if deaths >= limit { givenUp.store(true, ordering: .relaxed) }
  }
}
