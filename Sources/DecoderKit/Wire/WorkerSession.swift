#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
        try channel.send(.hello(version: PluginProtocol.version, identity: D.identity))
      case .configure(let requested):
        decoder = try D(options: DecoderOptions(resolving: requested, for: D.identity))
        try channel.send(.ready)
      case .decode(let request):
        try channel.send(.result(answer(to: request, pixels: payload)))
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
