import DecoderKit
import Dispatch

/// A decoder as a stream uses it: in this process or in one of its own.
public protocol FrameReader: Sendable {
  /// Reads one image.
  ///
  /// It is asked for one image at a time.
  func read(_ image: GrayImage, hints: DecodeHints) async -> FrameAnswer
}

/// The answer to one frame.
public struct FrameAnswer: Hashable, Sendable {
  /// The way in which the attempt ended.
  public enum Outcome: Hashable, Sendable {
    /// The decoder answered, if only that it found nothing.
    case readings([Reading])
    /// It failed, died or did not answer in time, and can be asked again.
    case failed(String)
  }

  /// The outcome.
  public let outcome: Outcome
  /// The time inside the decode call.
  public let decodeTime: Duration

  public init(_ outcome: Outcome, decodeTime: Duration) {
    self.outcome = outcome
    self.decodeTime = decodeTime
  }

  /// The readings; none after a failure.
  public var readings: [Reading] {
    if case .readings(let readings) = outcome { readings } else { [] }
  }
}

/// A decoder in this process, on a thread of its own.
///
/// If its library crashes, the process does: decoders that may crash belong into a worker process.
public actor InProcessReader<Reader: DecoderKit.Decoder & ~Copyable>: FrameReader {
  private let queue: QueueExecutor
  private var decoder: Reader

  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Makes the decoder with its options.
  ///
  /// - Parameters:
  ///   - type: The decoder's type.
  ///   - options: Names and values as one would type them.
  /// - Throws: `OptionError` for unknown options, or the decoder's error if it cannot be set up.
  public init(_ type: Reader.Type, options: [String: String] = [:]) throws {
    queue = QueueExecutor(label: "decoder \(Reader.identity.name)")
    decoder = try Reader(options: DecoderOptions(resolving: options, for: Reader.identity))
  }

  public func read(_ image: GrayImage, hints: DecodeHints) -> FrameAnswer {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let readings = try decoder.decode(image, hints: hints)
      return FrameAnswer(.readings(readings), decodeTime: clock.now - start)
    } catch {
      return FrameAnswer(.failed("\(error)"), decodeTime: clock.now - start)
    }
  }
}

/// A serial queue as the executor of an actor whose calls block for long.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
