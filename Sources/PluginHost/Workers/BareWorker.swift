import Base
import Foundation

/// A worker process driven byte by byte, for examining how a plugin handles raw bytes.
///
/// Nothing is sent or interpreted automatically: frames, turns and answers are left to the caller.
/// Like everything that drives workers, it belongs to one thread, and its calls block.
package final class BareWorker {
  /// The outcome of waiting for the worker's output.
  package enum Arrival {
    case bytes([UInt8])
    /// The worker closed its output, or is gone.
    case closed
    /// No output came in time.
    case deadlinePassed
  }

  /// The outcome of sending bytes to the worker.
  package enum Delivery {
    /// The pipe has taken everything.
    case taken
    /// The worker has closed its input, or is gone.
    case refused
    /// The worker did not read in time.
    case deadlinePassed
  }

  private let process: WorkerProcess
  private var diagnosticsPipe: DiagnosticsPipe
  /// The longest sleep, in milliseconds, between two checks for a worker that has died while a
  /// child of it holds its pipes open.
  private static let glanceMilliseconds = 50
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts the process; nothing is sent to it yet.
  ///
  /// - Throws: ``PluginError`` when it does not start.
  package init(settings: WorkerSettings) throws(PluginError) {
    process = try WorkerProcess(settings)
    diagnosticsPipe = DiagnosticsPipe(process.diagnostics)
  }

  deinit {
    process.end()
  }

  /// Sends bytes as fast as the worker reads them.
  package func send(_ bytes: ArraySlice<UInt8>, withinNanoseconds limit: Int) -> Delivery {
    let deadline = monotonicNanoseconds() + limit
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(process.requests, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno != EAGAIN { return .refused }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      if process.hasEnded { return .refused }
      guard monotonicNanoseconds() < deadline else { return .deadlinePassed }
      wait(for: process.requests, POLLOUT, until: deadline)
    }
    return .taken
  }

  /// Waits for output and returns the bytes that have arrived, which need not be whole frames.
  package func receive(withinNanoseconds limit: Int) -> Arrival {
    let deadline = monotonicNanoseconds() + limit
    var endSeen = false
    while true {
      let count = scratch.withUnsafeMutableBytes { read(process.answers, $0.baseAddress, $0.count) }
      if count > 0 { return .bytes(Array(scratch[..<count])) }
      if count == 0 { return .closed }
      if errno == EINTR { continue }
      // A child of a dead worker may hold its output open.
      guard errno == EAGAIN, !endSeen else { return .closed }
      endSeen = process.hasEnded
      if endSeen { continue }
      guard monotonicNanoseconds() < deadline else { return .deadlinePassed }
      wait(for: process.answers, POLLIN, until: deadline)
    }
  }

  /// Closes the worker's input, as a host does when it needs no more answers.
  package func closeInput() {
    process.closeInput()
  }

  /// Sends TERM to the process alone, not to its children.
  package func terminate() {
    process.terminate()
  }

  /// Waits for the process to end by itself and returns how it ended; `nil` if it still runs.
  package func ending(withinNanoseconds limit: Int) -> WorkerEnding? {
    let deadline = monotonicNanoseconds() + limit
    while !process.hasEnded {
      guard monotonicNanoseconds() < deadline else { return nil }
      diagnosticsPipe.drain()
      usleep(1000)
    }
    diagnosticsPipe.drain()
    return process.end()
  }

  /// The last kilobytes that the worker printed on standard error.
  package var diagnostics: String { diagnosticsPipe.text() }

  /// Waits for a descriptor; meanwhile drains standard error, so that the worker cannot block on
  /// it.
  private func wait(for descriptor: Int32, _ events: Int32, until deadline: Int) {
    var watched = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0), diagnosticsPipe.watched,
    ]
    let left = max(0, deadline - monotonicNanoseconds())
    let wait = min(left / 1_000_000 + 1, Self.glanceMilliseconds)
    if systemPoll(&watched, milliseconds: wait) > 0, watched[1].revents != 0 {
      diagnosticsPipe.drain()
    }
  }
}
