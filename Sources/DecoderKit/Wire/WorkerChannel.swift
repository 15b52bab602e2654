#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The worker's end of the connection: blocking frames over two file descriptors.
struct WorkerChannel: Sendable {
  let input: Int32
  let output: Int32

  /// Takes standard input and output for the protocol and leaves harmless ones in their place.
  ///
  /// Afterwards descriptor 0 is `/dev/null` and descriptor 1 is standard error, so that a library
  /// that reads or prints cannot touch a frame.
  static func takingStandardStreams() -> WorkerChannel {
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDONLY)
    dup2(nothing, STDIN_FILENO)
    close(nothing)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return WorkerChannel(input: input, output: output)
  }

  /// The next message and its payload; `nil` when the host closed the connection between frames.
  func receive() throws -> (message: HostMessage, payload: [UInt8])? {
    guard let prelude = try readBytes(FramePrelude.byteCount, endIsFine: true) else { return nil }
    let lengths = try FramePrelude(parsing: prelude[...])
    let header = try readBytes(lengths.headerLength) ?? []
    let payload = try readBytes(lengths.payloadLength) ?? []
    do {
      return (try HostMessage(header: header), payload)
    } catch {
      throw DecoderError("the host sent a message that cannot be understood: \(error)")
    }
  }

  /// Sends a message; it has no payload.
  func send(_ message: PluginMessage) throws {
    let header = try message.header()
    var frame = try FramePrelude(headerLength: header.count, payloadLength: 0).bytes
    frame += header
    try frame.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(output, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw DecoderError("the host no longer listens (errno \(errno))") }
        sent += count
      }
    }
  }

  private func readBytes(_ count: Int, endIsFine: Bool = false) throws -> [UInt8]? {
    var failure: DecoderError?
    var ended = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let got = read(input, buffer.baseAddress?.advanced(by: filled), count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = DecoderError("reading from the host failed (errno \(errno))") }
        if got == 0 { ended = true }
        guard got > 0 else { return }
        filled += got
      }
    }
    if let failure { throw failure }
    if ended {
      if endIsFine && bytes.isEmpty { return nil }
      throw DecoderError("the host closed the connection inside a frame")
    }
    return bytes
  }
}
