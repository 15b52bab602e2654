import CTls
import Foundation
import Synchronization

/// A port that speaks TLS, before the page's own port of the loopback address.
///
/// FlyingFox has no TLS: OpenSSL, which is linked for its hashes, speaks it here, and bytes are passed on.
final class SecureFront: Sendable {
  /// A context of OpenSSL, which threads may share once it is made.
  private struct Identity: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// The port that it listens at.
  let port: UInt16
  /// The SHA-256 of its certificate.
  let fingerprint: [UInt8]
  private let identity: Identity
  private let listener: Int32
  private let page: UInt16
  private let isOver = Atomic(false)
  private let connections = Atomic(0)

  /// Listens at a place, with a key and a certificate that are made for it.
  ///
  /// - Parameter page: The port of the loopback address to which connections are passed on.
  /// - Throws: ``PageServerError`` for a port that cannot be used.
  init(_ place: PagePlace, page: UInt16) throws(PageServerError) {
    var fingerprint = [UInt8](repeating: 0, count: 32)
    guard let pointer = tls_identity_make(place.host, &fingerprint) else {
      throw PageServerError(place: place)
    }
    var port = place.port
    let listener = tls_listen(place.host, &port)
    guard listener >= 0 else {
      tls_identity_free(pointer)
      throw PageServerError(place: place)
    }
    (self.port, self.page, self.listener, self.fingerprint) = (port, page, listener, fingerprint)
    identity = Identity(pointer: pointer)
    Thread.detachNewThread { self.listen() }
  }

  deinit { tls_identity_free(identity.pointer) }

  /// Takes no more connections. Those that there are end with the page's server.
  func stop() { isOver.store(true, ordering: .relaxed) }

  private func listen() {
    while !isOver.load(ordering: .relaxed) {
      let connection = tls_accept(listener)
      guard connection >= 0 else {
        // Nobody came, or no descriptor is left.
        usleep(10_000)
        continue
      }
      guard connections.load(ordering: .relaxed) < PageConnections.most else {
        close(connection)
        continue
      }
      connections.add(1, ordering: .relaxed)
      Thread.detachNewThread {
        tls_pass(self.identity.pointer, connection, self.page)
        self.connections.subtract(1, ordering: .relaxed)
      }
    }
    close(listener)
  }
}
