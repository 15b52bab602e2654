import DecoderKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
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
/// standard error, so that a chatty library cannot block itself.
struct WorkerConnection: ~Copyable {
  /// What came of an exchange.
  enum Delivery {
    case message(PluginMessage)
    /// The worker closed its output.
    case closed
    /// No whole answer came in time.
    case deadlinePassed
    /// The harness is asked to stop.
    case stopped
  }

  let process: WorkerProcess
  private let stop: StopSignal
  private var assembler = FrameAssembler()
  private var diagnostics = TextTail(limit: 4096)
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)

  init(process: WorkerProcess, stop: StopSignal) {
    self.process = process
    self.stop = stop
  }

  /// The last kilobytes that the worker printed on standard error.
  mutating func diagnosticsTail() -> String {
    drainDiagnostics()
    return diagnostics.text
  }

  /// Sends a message and waits for one.
  ///
  /// - Parameters:
  ///   - message: What is sent.
  ///   - payload: The bytes behind it.
  ///   - deadline: On the clock of ``monotonicNanoseconds()``.
  /// - Throws: ``ProtocolViolation`` when what arrives is not a frame or not a message.
  mutating func exchange(
    _ message: HostMessage, payload: UnsafeRawBufferPointer = .init(start: nil, count: 0),
    deadline: Int
  ) throws(ProtocolViolation) -> Delivery {
    var outgoing = OutgoingFrame(header: Self.encoded(message), payload: payload)
    while true {
      outgoing.send(to: process.requests)
      if let header = try nextHeader() { return .message(try Self.message(in: header)) }
      guard !stop.isRequested else { return .stopped }
      let now = monotonicNanoseconds()
      guard now < deadline else { return .deadlinePassed }
      // Woken at least five times a second, to notice a wish to stop.
      let wait = min((deadline - now) / 1_000_000 + 1, 200)
      let ready = poll(sending: !outgoing.isDone, milliseconds: wait)
      if ready.diagnostics { drainDiagnostics() }
      if ready.answers, !receive() {
        guard !assembler.isInsideFrame else {
          throw ProtocolViolation("closed its output inside a frame")
        }
        return .closed
      }
    }
  }

  private func poll(
    sending: Bool, milliseconds: Int
  ) -> (answers: Bool, diagnostics: Bool) {
    var descriptors = [
      pollfd(fd: process.answers, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.diagnostics, events: Int16(POLLIN), revents: 0),
      // A negative descriptor is passed over.
      pollfd(fd: sending ? process.requests : -1, events: Int16(POLLOUT), revents: 0),
    ]
    #if canImport(Glibc)
      _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
    #elseif canImport(Musl)
      _ = Musl.poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
    #else
      _ = Darwin.poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
    #endif
    return (descriptors[0].revents != 0, descriptors[1].revents != 0)
  }

  /// Reads what has arrived; `false` when the worker has closed its output.
  private mutating func receive() -> Bool {
    let count = scratch.withUnsafeMutableBytes { read(process.answers, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    guard count > 0 else { return false }
    scratch.withUnsafeBytes { assembler.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    return true
  }

  private mutating func drainDiagnostics() {
    while true {
      let count = scratch.withUnsafeMutableBytes {
        read(process.diagnostics, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      diagnostics.append(scratch[..<count])
      guard count == scratch.count else { return }
    }
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
      return try JSONDecoder().decode(PluginMessage.self, from: Data(header))
    } catch let error as UnsupportedProtocolVersion {
      throw ProtocolViolation(error.description)
    } catch {
      let start = String(decoding: header.prefix(80), as: UTF8.self)
      throw ProtocolViolation("sent a header that is no message of the protocol: \(start)")
    }
  }

  private static func encoded(_ message: HostMessage) -> [UInt8] {
    guard let json = try? JSONEncoder().encode(message) else {
      preconditionFailure("a message of the protocol does not encode")
    }
    return [UInt8](json)
  }
}

/// Nanoseconds on a clock that never jumps.
func monotonicNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
