import DecoderKit
import Foundation

/// A frame being written to a pipe, in parts as large as the pipe has room for.
struct OutgoingFrame {
  private let head: [UInt8]
  /// The image whose pixels are the payload; `nil` for none.
  private let image: GrayImage?
  private let payloadCount: Int
  private var sent = 0
  private var isRefused = false

  /// Makes a frame of a message alone, or of a request with its image.
  ///
  /// The image's last row is sent without padding.
  init(_ message: HostMessage, image: GrayImage? = nil) {
    payloadCount =
      image.map { $0.isEmpty ? 0 : $0.rowStride * ($0.height - 1) + $0.width } ?? 0
    let header = message.header
    guard let prelude = try? FramePrelude(headerLength: header.count, payloadLength: payloadCount)
    else {
      preconditionFailure("the host made a frame past its own limits")
    }
    head = prelude.bytes + header
    self.image = image
  }

  /// The number of bytes of the whole frame.
  var byteCount: Int { head.count + payloadCount }

  /// True if nothing is left to send, or nobody is left to take it.
  var isDone: Bool { isRefused || sent == byteCount }

  /// Sends as many bytes as the pipe has room for.
  ///
  /// A worker that has closed its input is no error here: its output shows what it has to say and
  /// how it ended.
  mutating func send(to descriptor: Int32) {
    guard let image else { return send(to: descriptor, .init(start: nil, count: 0)) }
    image.withUnsafeBytes {
      send(to: descriptor, UnsafeRawBufferPointer(rebasing: $0[..<payloadCount]))
    }
  }

  private mutating func send(to descriptor: Int32, _ payload: UnsafeRawBufferPointer) {
    while !isDone {
      let count = head.withUnsafeBytes { head in
        let start = min(sent, head.count)
        let skipped = sent - start
        var pieces = (
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress?.advanced(by: start)),
            iov_len: head.count - start),
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: payload.baseAddress?.advanced(by: skipped)),
            iov_len: payload.count - skipped)
        )
        return withUnsafeBytes(of: &pieces) {
          writev(descriptor, $0.assumingMemoryBound(to: iovec.self).baseAddress, 2)
        }
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count >= 0 else {
        isRefused = true
        return
      }
      sent += count
    }
  }
}

/// Puts a plugin's frames together from bytes that arrive in pieces of any size.
///
/// It never holds more than one frame's header and the bytes that one read brought beyond it.
package struct FrameAssembler {
  private var buffer: [UInt8] = []

  package init() {}

  /// True if part of a frame has arrived and the rest has not.
  package var isInsideFrame: Bool { !buffer.isEmpty }

  /// Adds bytes as they arrived.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// The header of the next whole frame; `nil` until all of it has arrived.
  ///
  /// - Throws: ``FrameError`` as soon as the lengths are known to be impossible. In version 1 a
  ///   plugin's frames have no payload.
  package mutating func nextHeader() throws(FrameError) -> [UInt8]? {
    guard buffer.count >= FramePrelude.byteCount else { return nil }
    let prelude = try FramePrelude(parsing: buffer[..<FramePrelude.byteCount])
    guard prelude.payloadLength == 0 else {
      throw .unexpectedPayload(prelude.payloadLength)
    }
    let end = FramePrelude.byteCount + prelude.headerLength
    guard buffer.count >= end else { return nil }
    let header = Array(buffer[FramePrelude.byteCount..<end])
    if buffer.count == end {
      buffer.removeAll(keepingCapacity: true)
    } else {
      buffer.removeFirst(end)
    }
    return header
  }
}

/// The last bytes of a stream, as text.
package struct TextTail {
  private let limit: Int
  private var bytes: [UInt8] = []

  /// Makes an empty tail that keeps up to `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes as they arrived.
  package mutating func append(_ more: ArraySlice<UInt8>) {
    bytes += more.suffix(limit)
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// The kept bytes as text, with invalid UTF-8 replaced and control characters made harmless.
  package var text: String {
    let decoded = String(decoding: bytes.suffix(limit), as: UTF8.self)
    let harmless = decoded.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
        ? Character(scalar) : "\u{FFFD}"
    }
    return String(harmless).split(separator: "\n", omittingEmptySubsequences: true)
      .joined(separator: "\n")
  }
}

/// The reading end of a worker's standard error, drained while the host waits for something else.
struct DiagnosticsPipe {
  private let descriptor: Int32
  private var tail = TextTail(limit: 4096)
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var isOpen = true

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The entry for ``systemPoll(_:milliseconds:)``, which ignores a negative descriptor.
  var watched: pollfd {
    pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
  }

  /// Reads what the worker has printed, at most one buffer full: a flood must not keep the thread
  /// from its deadline. The descriptor does not block.
  mutating func drain() {
    guard isOpen else { return }
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { tail.append(buffer[..<count]) }
    // At its end the pipe stays readable for ever, and waiting on it would spin.
    if count == 0 { isOpen = false }
  }

  /// The last kilobytes printed, as text.
  mutating func text() -> String {
    drain()
    return tail.text
  }
}
