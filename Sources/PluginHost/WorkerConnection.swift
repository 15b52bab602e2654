import DecoderKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Frames to and from one worker, with a deadline on every exchange.
///
/// One thread drives a connection. While it waits for an answer it also drains the worker's
/// standard error, so that a library that prints a lot does not block.
struct WorkerConnection: ~Copyable {
  /// The outcome of an exchange.
  enum Delivery {
    case message(PluginMessage)
    /// The worker closed its output.
    case closed
    /// No whole answer came in time.
    case deadlinePassed
    /// The harness is asked to stop.
    case stopped
  }

  /// The state of the pipes after one wait.
  private struct Readiness {
    var answers = false
    var diagnostics = false
    /// True if nothing happened during the whole wait.
    var isIdle = false
  }

  /// The result of one read.
  private enum Arrival {
    case bytes, nothing, closed
  }

  let process: WorkerProcess
  private let stop: StopSignal
  private var assembler = FrameAssembler()
  private var diagnostics = TextTail(limit: 4096)
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)
  private var diagnosticsAreOpen = true
  /// The descriptors of ``poll(sending:milliseconds:)``: answers, diagnostics, requests.
  private var watched: [pollfd]

  /// The longest sleep, in milliseconds, between two checks of the stop signal and of a worker that
  /// died while a child of its own keeps its output open.
  private static let glanceMilliseconds = 50

  init(process: WorkerProcess, stop: StopSignal) {
    self.process = process
    self.stop = stop
    watched = [
      pollfd(fd: process.answers, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.diagnostics, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.requests, events: Int16(POLLOUT), revents: 0),
    ]
  }

  /// The last kilobytes that the worker printed on standard error.
  mutating func diagnosticsTail() -> String {
    drainDiagnostics()
    return diagnostics.text
  }

  /// Sends a message and waits for one.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - payload: The bytes that follow its header.
  ///   - deadline: A time on the clock of ``monotonicNanoseconds()``.
  /// - Throws: ``ProtocolViolation`` when what arrives is not a frame or not a message.
  mutating func exchange(
    _ message: HostMessage, payload: UnsafeRawBufferPointer = .init(start: nil, count: 0),
    deadline: Int
  ) throws(ProtocolViolation) -> Delivery {
    var outgoing = OutgoingFrame(header: message.header, payload: payload)
    while true {
      outgoing.send(to: process.requests)
      if let header = try nextHeader() {
        guard outgoing.isDone else {
          throw ProtocolViolation("answered before it had taken the whole request")
        }
        return .message(try Self.message(in: header))
      }
      guard !stop.isRequested else { return .stopped }
      let now = monotonicNanoseconds()
      guard now < deadline else { return .deadlinePassed }
      let wait = min((deadline - now) / 1_000_000 + 1, Self.glanceMilliseconds)
      let ready = poll(sending: !outgoing.isDone, milliseconds: wait)
      if ready.diagnostics { drainDiagnostics() }
      if isOver(ready) {
        guard !assembler.isInsideFrame else {
          throw ProtocolViolation("closed its output inside a frame")
        }
        return .closed
      }
    }
  }

  /// Reads what has arrived; true if the worker's output has ended.
  private mutating func isOver(_ ready: Readiness) -> Bool {
    if ready.answers { return receive() == .closed }
    // A child of the worker may hold the output open after the worker is gone.
    return ready.isIdle && process.hasEnded && receive() != .bytes
  }

  private mutating func poll(
    sending: Bool, milliseconds: Int
  ) -> Readiness {
    // `poll` ignores a negative descriptor.
    watched[1].fd = diagnosticsAreOpen ? process.diagnostics : -1
    watched[2].fd = sending ? process.requests : -1
    #if canImport(Glibc)
      let count = Glibc.poll(&watched, nfds_t(watched.count), Int32(milliseconds))
    #elseif canImport(Musl)
      let count = Musl.poll(&watched, nfds_t(watched.count), Int32(milliseconds))
    #else
      let count = Darwin.poll(&watched, nfds_t(watched.count), Int32(milliseconds))
    #endif
    // Interrupted: the entries still hold the results of the last call.
    guard count > 0 else { return Readiness(isIdle: count == 0) }
    return Readiness(answers: watched[0].revents != 0, diagnostics: watched[1].revents != 0)
  }

  /// Reads what has arrived, at most one buffer full.
  private mutating func receive() -> Arrival {
    let count = scratch.withUnsafeMutableBytes { read(process.answers, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .closed }
    guard count > 0 else { return .closed }
    scratch.withUnsafeBytes { assembler.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    return .bytes
  }

  /// Reads what the worker has printed, at most one buffer full: a flood must not keep the thread
  /// from its deadline.
  private mutating func drainDiagnostics() {
    let count = scratch.withUnsafeMutableBytes {
      read(process.diagnostics, $0.baseAddress, $0.count)
    }
    if count > 0 { diagnostics.append(scratch[..<count]) }
    // At its end the pipe stays readable for ever, and waiting on it would spin.
    if count == 0 { diagnosticsAreOpen = false }
  }

  private mutating func nextHeader() throws(ProtocolViolation) -> [UInt8]? {
    do throws(FrameError) {
      return try assembler.nextHeader()
    } catch {
      throw ProtocolViolation("sent \(error)")
    }
  }

  private static func message(in header: [UInt8]) throws(ProtocolViolation) -> PluginMessage {
    do {
      return try PluginMessage(header: header)
    } catch let error as UnsupportedProtocolVersion {
      throw ProtocolViolation(error.description)
    } catch {
      let start = String(decoding: header.prefix(80), as: UTF8.self)
      throw ProtocolViolation("sent a header that is no message of the protocol: \(start)")
    }
  }
}

/// The time in nanoseconds, on a clock that never jumps.
func monotonicNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
