import Base
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The server of a page.
package struct PageServer: Sendable {
  /// The longest time for one answer, in seconds: far more than decoders get.
  private static let answerSeconds = 30.0
  /// The bytes of a body that are taken at a time. FlyingFox's own 4 KB cut a frame into 225 parts, each with a wait
  /// of its own; and it kept larger bodies to be read again, which nobody does.
  private static let bodyPart = 1 << 16

  private let site: any PageSite
  private let place: PagePlace
  private let stop: StopSignal

  package init(site: any PageSite, at place: PagePlace, stop: StopSignal) {
    self.site = site
    self.place = place
    self.stop = stop
  }

  /// Serves the page until the site is over or a stop is requested. Blocks the caller.
  ///
  /// - Parameter started: Called once, as soon as the page can be opened.
  /// - Throws: ``PageServerError`` for a port that is taken.
  package func run(started: @escaping @Sendable (ServedPage) -> Void) throws {
    try AsyncWork { try await serve(started: started) }.value()
  }

  private func serve(started: @escaping @Sendable (ServedPage) -> Void) async throws {
    let connections = PageConnections()
    let desk = PageDesk(site: site)
    // Behind TLS the server itself is on the loopback address.
    let own = place.isSecure ? PagePlace(port: 0) : place
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try sockaddr_in.inet(ip4: own.host, port: own.port), timeout: Self.answerSeconds,
        sharedRequestBufferSize: Self.bodyPart, sharedRequestReplaySize: Self.bodyPart,
        pool: connections, logger: .disabled),
      handler: ClosureHTTPHandler { request in
        connections.begin(request.remoteAddress, for: .seconds(Self.answerSeconds + 5))
        let response = await desk.answer(request)
        connections.finish(
          request.remoteAddress, isLasting: response.statusCode == .switchingProtocols)
        return response
      })
    let failure = Failure()
    let running = Task {
      do { try await server.run() } catch { failure.isSet.store(true, ordering: .relaxed) }
    }
    let front: SecureFront?
    let port: UInt16
    do {
      guard let bound = await Self.port(of: server, unless: failure) else {
        throw PageServerError(place: own)
      }
      front = place.isSecure ? try SecureFront(place, page: bound) : nil
      port = front?.port ?? bound
    } catch {
      running.cancel()
      await site.close()
      throw error
    }
    let bound = place.at(port)
    let token = await desk.listen(at: bound)
    await site.open()
    started(
      ServedPage(
        address: bound.origin("\(bound.host):\(port)") + "/?token=\(token)",
        fingerprint: front?.fingerprint))
    while !stop.isRequested, !Task.isCancelled, await !site.isOver {
      connections.closeOverdue()
      try? await Task.sleep(for: .milliseconds(50))
    }
    front?.stop()
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
  /// The place that was asked for.
  let place: PagePlace

  package var description: String {
    let foreign =
      place.host == PagePlace.loopback
      ? "" : "; or \(place.host) is no address of this machine (`hostname -I` lists them)"
    return place.port == 0
      ? "no port of \(place.host) is free" + foreign
      : "port \(place.port) of \(place.host) cannot be used, most likely since another program has it: "
        + "choose another one, or leave out --port for one that is free" + foreign
  }
}
