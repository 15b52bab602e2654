import Base
import DecoderKit
import Evaluation
import PluginHost
import Scanning

/// A decoder in worker processes of its own, for streams: a crash is a failure of one frame.
package actor WorkerReader: FrameReader {
  private let executor: QueueExecutor
  private let stop: StopSignal
  private let configured: ConfiguredDecoder
  private let health: DecoderHealth
  private var chain: DecoderChain?
  private var isClosed = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a reader; its processes start with the first frame.
  ///
  /// - Parameters:
  ///   - configured: The decoder.
  ///   - deathsBeforeGivingUp: Fatal frames in a row after which it is given up; 1 or more.
  ///   - stop: Checked while waiting.
  package init(_ configured: ConfiguredDecoder, deathsBeforeGivingUp: Int, stop: StopSignal) {
    executor = QueueExecutor(label: "decoder \(configured.label)")
    self.configured = configured
    self.stop = stop
    health = DecoderHealth(givingUpAfter: deathsBeforeGivingUp)
  }

  package func read(_ image: GrayImage, hints: DecodeHints) -> FrameAnswer {
    attempt(image, hints: hints).map { FrameAnswer($0) }
      ?? FrameAnswer(.failed("closed"), decodeTime: .zero)
  }

  /// Reads one image and tells how that ended; `nil` once the reader is closed.
  package func attempt(_ image: GrayImage, hints: DecodeHints = .none) -> DecodeAttempt? {
    guard !isClosed else { return nil }
    let chain =
      chain ?? DecoderChain(members: configured.members, health: health, stop: stop)
    self.chain = chain
    return chain.decode(image, hints: hints)
  }

  /// Ends the processes; nothing is read any more.
  package func close() {
    isClosed = true
    chain?.close()
    chain = nil
  }
}

extension FrameAnswer {
  /// Makes the answer of a decoder that was asked through its worker processes.
  init(_ attempt: DecodeAttempt) {
    let outcome: Outcome =
      switch attempt.outcome {
      case .readings(let readings): .readings(readings)
      case .failed(let message, _): .failed(message)
      case .crashed(let ending, _): .failed("\(ending)")
      case .timedOut: .failed("no answer in time")
      case .givenUp: .failed("given up: too many consecutive crashes")
      case .lost(let reason): .failed(reason)
      case .stopped: .failed("stopped")
      case .notStarted(let error): .failed("\(error)")
      }
    self.init(outcome, decodeTime: .nanoseconds(attempt.wallNanoseconds))
  }
}
