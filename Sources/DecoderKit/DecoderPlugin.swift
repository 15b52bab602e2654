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
