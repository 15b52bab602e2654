#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns any ``Decoder`` into a worker process that speaks the plugin protocol.
///
/// A plugin's whole `main.swift`:
///
///     import DecoderKit
///     DecoderPlugin.main(MyDecoder.self)
public enum DecoderPlugin {
  /// Serves decode requests from standard input until it ends, then exits.
  ///
  /// Standard output is moved away first and what the library prints goes to standard error, so
  /// that a stray `printf` cannot corrupt a frame. Run from a terminal, it says what it is instead.
  ///
  /// Exit codes: 0 when the host closed the connection, 1 when the conversation could not go on.
  public static func main<D: Decoder & ~Copyable>(_ type: D.Type) -> Never {
    if isatty(STDIN_FILENO) == 1 || CommandLine.arguments.count > 1 {
      print(introduction(of: D.identity))
      exit(0)
    }
    let channel = WorkerChannel.takingStandardStreams()
    HostWatch.start(on: channel.input)
    var session = WorkerSession<D>(channel: channel)
    do {
      try session.serve()
      exit(0)
    } catch {
      // The host may be gone already; then there is nobody left to tell.
      try? channel.send(.error("\(error)"))
      complain("\(D.identity.name): \(error)")
      exit(1)
    }
  }

  static func introduction(of identity: DecoderIdentity) -> String {
    """
    \(identity.name): a decoder plugin for the barcode harness (\(identity.library) \
    \(identity.version)).
    It reads requests on standard input; let the harness start it:

      harness compare --corpus qr-small --decoder \(identity.name)

    """
  }

  private static func complain(_ line: String) {
    var bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, &bytes, bytes.count)
  }
}

/// Ends the worker when its host is gone, even in the middle of a decode that never returns.
///
/// A worker that waits for its next request sees the end of standard input by itself; one that is
/// in a search of minutes would outlive a killed host. The watch waits for the connection to hang
/// up and then for the parent to change, so that requests piped in from a file, whose writer has
/// finished, are all still answered.
enum HostWatch {
  /// Starts the watch on a thread of its own.
  static func start(on input: Int32) {
    let parent = getppid()
    let context = UnsafeMutablePointer<(Int32, pid_t)>.allocate(capacity: 1)
    context.initialize(to: (input, parent))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let started = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          let pointer: UnsafeMutableRawPointer? = argument
        #else
          let pointer = argument
        #endif
        guard let pair = pointer?.assumingMemoryBound(to: (Int32, pid_t).self) else { return nil }
        HostWatch.wait(input: pair.pointee.0, parent: pair.pointee.1)
        return nil
      }, context)
    precondition(started == 0, "no thread for the host watch")
  }

  private static func wait(input: Int32, parent: pid_t) {
    // No events are asked for: only a hang-up or an error ends the wait.
    var descriptor = pollfd(fd: input, events: 0, revents: 0)
    while poll(&descriptor, 1, -1) < 0 && errno == EINTR {}
    while getppid() == parent { usleep(200_000) }
    _exit(0)
  }
}

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

/// One conversation with the host: hello, configure, then images until the host hangs up.
struct WorkerSession<D: Decoder & ~Copyable>: ~Copyable {
  let channel: WorkerChannel
  private var decoder: D?

  init(channel: WorkerChannel) {
    self.channel = channel
    decoder = nil
  }

  /// Serves until the host closes the connection.
  ///
  /// - Throws: An error if the conversation cannot go on; a failed decode is an answer, not an
  ///   error.
  mutating func serve() throws {
    while let (message, payload) = try channel.receive() {
      switch message {
      case .hello(let version):
        guard version == PluginProtocol.version else {
          throw DecoderError(
            "the host speaks version \(version) of the plugin protocol; this plugin speaks "
              + "version \(PluginProtocol.version)")
        }
        // Requests are read one after the other: any number of them may wait.
        try channel.send(
          .hello(
            version: PluginProtocol.version, identity: D.identity,
            requestsAhead: PluginProtocol.maximumRequestsAhead, nonces: true))
      case .configure(let requested):
        decoder = try D(options: DecoderOptions(resolving: requested, for: D.identity))
        try channel.send(.ready)
      case .decode(let request):
        var result = try answer(to: request, pixels: payload)
        result.nonce = request.nonce
        try channel.send(.result(result))
      }
    }
  }

  private mutating func answer(
    to request: DecodeRequest, pixels: consuming [UInt8]
  ) throws -> DecodeResult {
    if decoder == nil {
      decoder = try D(options: DecoderOptions(resolving: [:], for: D.identity))
    }
    let image: GrayImage
    do {
      image = try GrayImage(
        width: request.width, height: request.height, rowStride: request.rowStride, pixels: pixels)
    } catch {
      return DecodeResult(
        id: request.id, outcome: .failure(DecoderError(error.description)), wallNanoseconds: 0,
        cpuNanoseconds: 0)
    }
    let wallStart = nanoseconds(of: CLOCK_MONOTONIC)
    let cpuStart = nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
    let outcome: Result<[Reading], DecoderError>
    do {
      outcome = .success(try decoder?.decode(image, hints: request.hints) ?? [])
    } catch {
      outcome = .failure(error as? DecoderError ?? DecoderError("\(error)"))
    }
    var result = DecodeResult(
      id: request.id, outcome: outcome,
      wallNanoseconds: nanoseconds(of: CLOCK_MONOTONIC) - wallStart,
      cpuNanoseconds: nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) - cpuStart)
    if !result.hasFiniteCorners {
      result.outcome = .failure(DecoderError("the adapter gave corners that are not numbers"))
    }
    return result
  }

  private func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
