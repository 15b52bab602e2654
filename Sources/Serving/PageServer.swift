import Base
import FlyingFox
import FlyingSocks
import Foundation
import PluginHost
import Synchronization

/// The server of a page, on the loopback address alone.
package struct PageServer: Sendable {
  /// The longest time for one answer, in seconds: far more than decoders get.
  private static let answerSeconds = 30.0

  private let site: any PageSite
  private let port: UInt16
  private let stop: StopSignal

  /// Makes a server.
  ///
  /// - Parameter port: The port; 0 for one that is free.
  package init(site: any PageSite, port: UInt16, stop: StopSignal) {
    self.site = site
    self.port = port
    self.stop = stop
  }

  /// Serves the page until the site is over or a stop is requested. Blocks the caller.
  ///
  /// - Parameter started: Called once with the address, token included.
  /// - Throws: ``PageServerError`` for a port that is taken.
  package func run(started: @escaping @Sendable (String) -> Void) throws {
    try AsyncWork { try await serve(started: started) }.value()
  }

  private func serve(started: @escaping @Sendable (String) -> Void) async throws {
    let desk = PageDesk(site: site)
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: Self.answerSeconds,
      logger: .disabled, handler: ClosureHTTPHandler { await desk.answer($0) })
    let failure = Failure()
    let running = Task {
      do { try await server.run() } catch { failure.isSet.store(true, ordering: .relaxed) }
    }
    guard let bound = await Self.port(of: server, unless: failure) else {
      running.cancel()
      await site.close()
      throw PageServerError(port: port)
    }
    let token = await desk.listen(at: bound)
    await site.open()
    started("http://127.0.0.1:\(bound)/?token=\(token)")
    while !stop.isRequested, !Task.isCancelled, await !site.isOver {
      try? await Task.sleep(for: .milliseconds(50))
    }
    await server.stop(timeout: 0.2)
    running.cancel()
    await running.value
    await site.close()
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
package struct PageServerError: Error, CustomStringConvertible {
  /// The port that was asked for.
  let port: UInt16

  package var description: String {
    port == 0
      ? "no port of 127.0.0.1 is free"
      : "port \(port) of 127.0.0.1 cannot be used, most likely since another program has it: "
        + "choose another one, or leave out --port for one that is free"
  }
}
