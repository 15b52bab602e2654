import DecoderKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A worker process driven byte by byte, for those who examine what a plugin does with bytes.
///
/// Nothing is sent or understood on its own: frames, turns and answers are the caller's business. Like
/// all that drives workers it belongs to one thread, whose calls block.
package final class BareWorker {
  /// What came of waiting for the worker's output.
  package enum Arrival {
    case bytes([UInt8])
    /// The worker closed its output, or is gone.
    case closed
    /// Nothing came in time.
    case deadlinePassed
  }

  /// What came of sending.
  package enum Delivery {
    /// The pipe has taken everything.
    case taken
    /// The worker has closed its input, or is gone.
    case refused
    /// The worker did not read in time.
    case deadlinePassed
  }

  private let process: WorkerProcess
  private var tail = TextTail(limit: 4096)
  private var diagnosticsAreOpen = true
  /// The longest sleep between two looks at a worker that died while a child holds its pipes open.
  private static let glanceMilliseconds = 50
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts the process; it has been told nothing yet.
  ///
  /// - Throws: ``PluginError`` when it does not start.
  package init(settings: WorkerSettings) throws(PluginError) {
    process = try WorkerProcess(
      program: settings.program, memoryLimitBytes: settings.memoryLimitBytes)
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

  /// Waits for output and gives what has come, in whatever pieces.
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

  /// Ends the worker's input, as a host does that needs no more answers.
  package func closeInput() {
    // The number stays taken until the process is let go of, so that nobody else gets it meanwhile.
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nothing, process.requests)
    close(nothing)
  }

  /// Asks the process, and it alone, to end.
  package func terminate() {
    if !process.hasEnded { kill(process.identifier, SIGTERM) }
  }

  /// Waits for the process to end by itself and gives how it did; `nil` if it still runs.
  package func ending(withinNanoseconds limit: Int) -> WorkerEnding? {
    let deadline = monotonicNanoseconds() + limit
    while !process.hasEnded {
      guard monotonicNanoseconds() < deadline else { return nil }
      drainDiagnostics()
      usleep(1000)
    }
    drainDiagnostics()
    return process.end()
  }

  /// The last kilobytes that the worker printed on standard error.
  package var diagnostics: String {
    drainDiagnostics()
    return tail.text
  }

  /// Waits a moment for a descriptor, and sees meanwhile that what the worker prints blocks nobody.
  private func wait(for descriptor: Int32, _ events: Int32, until deadline: Int) {
    var watched = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      // A negative descriptor is passed over.
      pollfd(fd: diagnosticsAreOpen ? process.diagnostics : -1, events: Int16(POLLIN), revents: 0),
    ]
    let left = max(0, deadline - monotonicNanoseconds())
    let count = poll(&watched, 2, Int32(min(left / 1_000_000 + 1, Self.glanceMilliseconds)))
    if count > 0, watched[1].revents != 0 { drainDiagnostics() }
  }

  /// Reads what the worker has printed, at most one buffer full: a flood must not keep the thread
  /// from its deadline.
  private func drainDiagnostics() {
    guard diagnosticsAreOpen else { return }
    let count = scratch.withUnsafeMutableBytes {
      read(process.diagnostics, $0.baseAddress, $0.count)
    }
    if count > 0 { tail.append(scratch[..<count]) }
    // At its end the pipe is readable for ever, and waiting on it would spin.
    if count == 0 { diagnosticsAreOpen = false }
  }
}
