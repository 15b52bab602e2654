import DecoderKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One decoder as one thread uses it: a worker process that is replaced when it dies.
///
/// Not `Sendable`: a worker belongs to the thread that made it. Its calls block, so that thread
/// must be the caller's own and never one of the cooperative pool (no `await` on the way to it):
/// the pool has few threads, and the process library needs one of them to start a process at all.
public final class DecoderWorker {
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
  public init(settings: WorkerSettings, health: DecoderHealth, stop: StopSignal) {
    self.settings = settings
    self.health = health
    self.stop = stop
  }

  deinit {
    close()
  }

  /// Reads one image. A fatal image is tried once more, in a fresh process.
  public func decode(_ image: GrayImage, hints: DecodeHints = .none) -> DecodeAttempt {
    guard !stop.isRequested else { return DecodeAttempt(outcome: .stopped) }
    guard !health.isGivenUp else { return DecodeAttempt(outcome: .givenUp) }
    var attempt = tryOnce(image, hints: hints)
    if attempt.isFatal {
      let wasKilled = attempt.wasKilledFromOutside
      attempt = tryOnce(image, hints: hints)
      attempt.wasRetried = attempt.isFatal || !wasKilled
    }
    if attempt.isFatal {
      health.recordDeath()
    } else if attempt.isAnswered {
      health.recordAnswer()
    }
    return attempt
  }

  /// Asks the process to exit and ends it if it does not.
  public func close() {
    live.take()?.hangUp()
  }

  /// Starts a process, reads the decoder's identity and sets its options, without an image.
  ///
  /// Blocks, like all calls here.
  ///
  /// - Throws: ``PluginError`` that says why the decoder cannot be used.
  public static func identify(
    _ settings: WorkerSettings, stop: StopSignal = StopSignal()
  ) throws(PluginError) -> DecoderIdentity {
    try introduce(settings, stop: stop).identity
  }

  /// Identifies the decoder and also finds the files that its process runs from.
  ///
  /// - Throws: ``PluginError`` that says why the decoder cannot be used.
  public static func introduce(
    _ settings: WorkerSettings, stop: StopSignal = StopSignal()
  ) throws(PluginError) -> Introduction {
    let worker = try LiveWorker(settings: settings, stop: stop)
    defer { worker.hangUp() }
    return Introduction(of: worker, program: settings.program)
  }

  private func tryOnce(_ image: GrayImage, hints: DecodeHints) -> DecodeAttempt {
    if live == nil {
      do throws(PluginError) {
        live = try LiveWorker(settings: settings, stop: stop)
      } catch  where error.code == .notStarted {
        return DecodeAttempt(outcome: stop.isRequested ? .stopped : .notStarted(error))
      } catch {
        return DecodeAttempt(
          outcome: stop.isRequested ? .stopped : .failed("no worker: \(error.message)"))
      }
    }
    guard let (attempt, isUsable) = live?.decode(image, hints: hints) else {
      preconditionFailure("a worker was made above")
    }
    if !isUsable { live = nil }
    return attempt
  }
}

extension DecodeAttempt {
  /// True if the worker was ended by a signal that no library sends itself.
  ///
  /// Somebody else sent it; it counts against the decoder only if it happens again.
  fileprivate var wasKilledFromOutside: Bool {
    guard case .crashed(.signalled(let number), _) = outcome else { return false }
    return [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(Int32(number))
  }

  /// True if the worker did not survive the image.
  var isFatal: Bool {
    switch outcome {
    case .crashed, .timedOut: true
    case .failed: !isAnswered
    case .readings, .givenUp, .stopped, .notStarted: false
    }
  }
}
