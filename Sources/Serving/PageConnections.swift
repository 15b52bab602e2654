import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The connections of a page's server: how many there are, and how long each may keep it waiting.
///
/// FlyingFox takes any number of connections, and waits for the rest of a request as long as a byte comes now and then.
/// It waits through a pool of sockets: in this one each wait has an end.
final class PageConnections: AsyncSocketPool {
  /// Connections at a time; those beyond are closed at once. A browser opens some ten.
  static let most = 200
  /// The time for the whole head of a first request.
  private static let patience = Duration.seconds(10)
  /// The time for an answer to be taken, and for the next request.
  private static let pause = Duration.seconds(30)

  private struct Connection {
    /// The time at which it is closed.
    var end: ContinuousClock.Instant
    /// `nil` as long as nothing was waited for.
    var socket: Socket?
  }

  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  private let open = Mutex<[HTTPRequest.Address: Connection]>([:])

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The socket that listens has no peer.
    if let peer = Self.peer(of: socket), !admit(peer, socket) { throw SocketError.disconnected }
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }

  private static func peer(of socket: Socket) -> HTTPRequest.Address? {
    (try? socket.remotePeer()).map(HTTPRequest.Address.make)
  }

  private func admit(_ peer: HTTPRequest.Address, _ socket: Socket) -> Bool {
    open.withLock { open in
      if open[peer] == nil, open.count >= Self.most { Self.forgetClosed(&open) }
      guard open[peer] != nil || open.count < Self.most else { return false }
      // An answer is a head and a body: the body would wait 40 ms for the browser's word that the head has come.
      if open[peer] == nil {
        let undelayed = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
        try? socket.setValue(true, for: undelayed)
      }
      open[peer, default: Connection(end: .now + Self.patience)].socket = socket
      return true
    }
  }

  /// Nobody says that a connection is closed: its descriptor has no peer any more, or another one.
  private static func forgetClosed(_ open: inout [HTTPRequest.Address: Connection]) {
    open = open.filter { address, connection in
      connection.socket.map { peer(of: $0) == address } ?? true
    }
  }

  /// Gives a connection the time for an answer.
  func begin(_ peer: HTTPRequest.Address?, for duration: Duration) {
    guard let peer else { return }
    let end = ContinuousClock.now + duration
    open.withLock { $0[peer, default: Connection(end: end)].end = end }
  }

  /// Takes an answer as given.
  ///
  /// - Parameter isLasting: True for a connection that may be silent from now on.
  func finish(_ peer: HTTPRequest.Address?, isLasting: Bool) {
    guard let peer else { return }
    let end = ContinuousClock.now + (isLasting ? .seconds(1 << 32) : Self.pause)
    open.withLock { open in
      // One that ends now would never be seen to be closed.
      if !isLasting, open[peer]?.socket == nil { open[peer] = nil }
      open[peer]?.end = end
    }
  }

  /// Closes the connections whose time is over.
  func closeOverdue() {
    let now = ContinuousClock.now
    let overdue = open.withLock { open in
      Self.forgetClosed(&open)
      return open.values.filter { $0.end < now }.compactMap(\.socket)
    }
    // Whoever waits for it finds its end, and closes it.
    for socket in overdue { shutdown(socket.file.rawValue, Int32(SHUT_RDWR)) }
  }
}
