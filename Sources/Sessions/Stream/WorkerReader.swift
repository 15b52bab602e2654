import DecoderKit
import Evaluation
import PluginHost
import Scanning

/// A decoder in worker processes of its own, for streams: a crash is a failure of one frame.
public actor WorkerReader: FrameReader {
  private let executor: QueueExecutor
  private let stop: StopSignal
  private let configured: ConfiguredDecoder
  private let health: DecoderHealth
  private var chain: DecoderChain?
  private var isClosed = false

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a reader; its processes start with the first frame.
  ///
  /// - Parameters:
  ///   - configured: The decoder.
  ///   - deathsBeforeGivingUp: Fatal frames in a row after which it is given up; 1 or more.
  ///   - stop: Checked while waiting.
  public init(_ configured: ConfiguredDecoder, deathsBeforeGivingUp: Int, stop: StopSignal) {
    executor = QueueExecutor(label: "decoder \(configured.label)")
    self.configured = configured
    self.stop = stop
    health = DecoderHealth(givingUpAfter: deathsBeforeGivingUp)
  }

  public func read(_ image: GrayImage, hints: DecodeHints) -> FrameAnswer {
    guard !isClosed else { return FrameAnswer(.failed("closed"), decodeTime: .zero) }
    let chain =
      chain ?? DecoderChain(members: configured.members, health: health, stop: stop)
    self.chain = chain
    let attempt = chain.decode(image, hints: hints)
    let time = Duration.nanoseconds(attempt.wallNanoseconds)
    return switch attempt.outcome {
    case .readings(let readings): FrameAnswer(.readings(readings), decodeTime: time)
    case .failed(let message, _): FrameAnswer(.failed(message), decodeTime: time)
    case .crashed(let ending, _): FrameAnswer(.failed("\(ending)"), decodeTime: time)
    case .timedOut: FrameAnswer(.failed("no answer in time"), decodeTime: time)
    case .givenUp: FrameAnswer(.failed("given up: it died too often in a row"), decodeTime: time)
    case .stopped: FrameAnswer(.failed("stopped"), decodeTime: time)
    case .notStarted(let error): FrameAnswer(.failed("\(error)"), decodeTime: time)
    }
  }

  /// Ends the processes; nothing is read any more.
  public func close() {
    isClosed = true
    chain?.close()
    chain = nil
  }
}
