import Base
import FlyingFox
import FlyingSocks
import Foundation
import PluginHost
import Synchronization

/// The server of the page, on the loopback address alone.
struct LiveServer: Sendable {
  /// The longest time for one answer, in seconds: far more than decoders get.
  private static let answerSeconds = 30.0

  private let plan: LivePlan
  private let port: UInt16
  private let stop: StopSignal

  /// Makes a server.
  ///
  /// - Parameter port: The port; 0 for one that is free.
  init(plan: LivePlan, port: UInt16, stop: StopSignal) {
    self.plan = plan
    self.port = port
    self.stop = stop
  }

  /// Serves the page until a stop is requested. Blocks the caller.
  ///
  /// - Parameter started: Called once with the address, token included.
  /// - Throws: ``LiveServerError`` for a port that is taken.
  func run(started: @escaping @Sendable (String) -> Void) throws {
    try AsyncWork { try await serve(started: started) }.value()
  }

  /// Serves the page until a stop is requested.
  func serve(started: @escaping @Sendable (String) -> Void) async throws {
    let session = LiveSession(plan: plan, stop: stop)
    let desk = LiveDesk(session: session, plan: plan)
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: Self.answerSeconds,
      logger: .disabled, handler: ClosureHTTPHandler { await desk.answer($0) })
    let failure = Failure()
    let running = Task {
      do { try await server.run() } catch { failure.isSet.store(true, ordering: .relaxed) }
    }
    guard let bound = await Self.port(of: server, unless: failure) else {
      running.cancel()
      await session.close()
      throw LiveServerError(port: port)
    }
    let token = await desk.listen(at: bound)
    await session.warmUp()
    started("http://127.0.0.1:\(bound)/?token=\(token)")
    while !stop.isRequested, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(50)) }
    await server.stop(timeout: 0.2)
    running.cancel()
    await running.value
    await session.close()
  }

  /// The mark of a server that could not listen.
  private final class Failure: Sendable {
    let isSet = Atomic(false)
  }

  /// Waits until a server listens; `nil` if it fails or does not within five seconds.
  private static func port(of server: HTTPServer, unless failure: Failure) async -> UInt16? {
    for _ in 0..<250 where !failure.isSet.load(ordering: .relaxed) {
      if case .ip4(_, let port)? = await server.listeningAddress { return port }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return nil
  }
}

/// The reason for which the page cannot be served.
struct LiveServerError: Error, CustomStringConvertible {
  /// The port that was asked for.
  let port: UInt16

  var description: String {
    port == 0
      ? "no port of 127.0.0.1 is free"
      : "port \(port) of 127.0.0.1 cannot be used, most likely since another program has it: "
        + "choose another one, or leave out --port for one that is free"
  }
}
