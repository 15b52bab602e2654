import DecoderKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A frame being written to a pipe, in parts as large as the pipe has room for.
struct OutgoingFrame {
  private let head: [UInt8]
  private let payload: UnsafeRawBufferPointer
  private var sent = 0
  private var isRefused = false

  init(header: [UInt8], payload: UnsafeRawBufferPointer) {
    guard
      let prelude = try? FramePrelude(headerLength: header.count, payloadLength: payload.count)
    else {
      preconditionFailure("the host made a frame past its own limits")
    }
    head = prelude.bytes + header
    self.payload = payload
  }

  /// True if nothing is left to send, or nobody is left to take it.
  var isDone: Bool { isRefused || sent == head.count + payload.count }

  /// Sends as many bytes as the pipe has room for.
  ///
  /// A worker that has closed its input is no error here: its output shows what it has to say and
  /// how it ended.
  mutating func send(to descriptor: Int32) {
    while !isDone {
      let count = head.withUnsafeBytes { head in
        let start = min(sent, head.count)
        let skipped = sent - start
        var pieces = [
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress?.advanced(by: start)),
            iov_len: head.count - start),
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: payload.baseAddress?.advanced(by: skipped)),
            iov_len: payload.count - skipped),
        ]
        return writev(descriptor, &pieces, Int32(pieces.count))
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
