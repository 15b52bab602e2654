import Base
import DecoderKit
import Foundation

/// Frames to and from one worker, with a deadline on every exchange.
///
/// One thread drives a connection. While it waits for an answer it also drains the worker's
/// standard error, so that a library that prints a lot does not block.
struct WorkerConnection: ~Copyable {
  /// The outcome of an exchange.
  enum Delivery {
    case message(PluginMessage)
    /// The worker closed its output, perhaps in the middle of a frame.
    case closed(insideFrame: Bool)
    /// No whole answer came in time.
    case deadlinePassed
    /// The harness is asked to stop.
    case stopped
  }

  /// The state of the pipes after one wait.
  private struct Readiness {
    var answers = false
    var diagnostics = false
    /// True if nothing happened during the whole wait.
    var isIdle = false
  }

  /// The result of one read.
  private enum Arrival {
    case bytes, nothing, closed
  }

  let process: WorkerProcess
  /// Called after each glance in which nothing came.
  var whileWaiting: (() -> Void)?
  private let stop: StopSignal
  private var assembler = FrameAssembler()
  private var outgoing: [OutgoingFrame] = []
  private var diagnostics: DiagnosticsPipe
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)
  /// The descriptors of ``poll(sending:milliseconds:)``: answers, diagnostics, requests.
  private var watched: [pollfd]

  /// The longest sleep, in milliseconds, between two checks of the stop signal and of a worker that
  /// died while a child of its own keeps its output open.
  private static let glanceMilliseconds = 50
  /// The longest time in the processors' queue that is added to a deadline, as a multiple of the time allowed.
  private static let mostQueuedShare = 10
  /// The time in nanoseconds beyond which a wait that lasts too long was no wait.
  private static let mostOversleptNanoseconds = 1_000_000_000

  init(process: WorkerProcess, stop: StopSignal) {
    self.process = process
    self.stop = stop
    diagnostics = DiagnosticsPipe(process.diagnostics)
    watched = [
      pollfd(fd: process.answers, events: Int16(POLLIN), revents: 0),
      diagnostics.watched,
      pollfd(fd: process.requests, events: Int16(POLLOUT), revents: 0),
    ]
  }

  /// The last kilobytes that the worker printed on standard error.
  mutating func diagnosticsTail() -> String { process.neutral(diagnostics.text()) }

  /// Adds a frame to those that are sent while the next message is waited for.
  mutating func send(_ frame: OutgoingFrame) {
    outgoing.append(frame)
  }

  /// The number of frames that the worker's pipe has not taken as a whole.
  var unsent: Int { outgoing.count }

  /// True if the worker has sent something that nobody has taken yet.
  mutating func hasOutput() -> Bool { receive() == .bytes || assembler.isInsideFrame }

  /// The bytes that were sent and that the worker has not read; 0 where the system does not tell.
  var unreadBytes: Int {
    var count: Int32 = 0
    return ioctl(process.requests, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Sends what is to be sent, and waits for a message.
  ///
  /// - Parameter deadline: A time on the clock of ``monotonicNanoseconds()``; the time for which the worker
  ///   was ready to run and no processor was free is added to it.
  /// - Throws: ``ProtocolViolation`` when what arrives is not a frame or not a message.
  mutating func receive(before deadline: Int) throws(ProtocolViolation) -> Delivery {
    var deadline = deadline
    var hasWaited = false
    var queue: ProcessorQueue?
    let mostQueued = Self.mostQueuedShare * max(0, deadline - monotonicNanoseconds())
    while true {
      while !outgoing.isEmpty {
        outgoing[0].send(to: process.requests)
        guard outgoing[0].isDone else { break }
        outgoing.removeFirst()
      }
      if let header = try nextHeader() { return .message(try Self.message(in: header)) }
      guard !stop.isRequested else { return .stopped }
      let now = monotonicNanoseconds()
      // Where the clock jumped before the first look, the worker had no time yet: it has a glance.
      if now >= deadline, hasWaited {
        guard let queued = queue?.nanoseconds, now < deadline + min(queued, mostQueued) else {
          return .deadlinePassed
        }
      }
      hasWaited = true
      let left = now < deadline ? (deadline - now) / 1_000_000 + 1 : Self.glanceMilliseconds
      let wait = min(left, Self.glanceMilliseconds)
      let ready = poll(sending: !outgoing.isEmpty, milliseconds: wait)
      // This process did not run: stopped, or on a machine that slept or whose clock jumped. That is no time
      // that the worker took.
      let overslept = monotonicNanoseconds() - now - wait * 1_000_000
      if overslept > Self.mostOversleptNanoseconds { deadline += overslept }
      if ready.isIdle {
        whileWaiting?()
        queue = queue ?? ProcessorQueue(of: process.identifier)
      }
      if ready.diagnostics { diagnostics.drain() }
      if isOver(ready) { return .closed(insideFrame: assembler.isInsideFrame) }
    }
  }

  /// Reads what has arrived; true if the worker's output has ended.
  private mutating func isOver(_ ready: Readiness) -> Bool {
    if ready.answers { return receive() == .closed }
    // A child of the worker may hold the output open after the worker is gone.
    return ready.isIdle && process.hasEnded && receive() != .bytes
  }

  private mutating func poll(
    sending: Bool, milliseconds: Int
  ) -> Readiness {
    watched[1] = diagnostics.watched
    watched[2].fd = sending ? process.requests : -1
    let count = systemPoll(&watched, milliseconds: milliseconds)
    // Interrupted: the entries still hold the results of the last call.
    guard count > 0 else { return Readiness(isIdle: count == 0) }
    return Readiness(answers: watched[0].revents != 0, diagnostics: watched[1].revents != 0)
  }

  /// Reads what has arrived, at most one buffer full.
  private mutating func receive() -> Arrival {
    let count = scratch.withUnsafeMutableBytes { read(process.answers, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .closed }
    guard count > 0 else { return .closed }
    scratch.withUnsafeBytes { assembler.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    return .bytes
  }

  private mutating func nextHeader() throws(ProtocolViolation) -> [UInt8]? {
    do throws(FrameError) {
      return try assembler.nextHeader()
    } catch {
      throw ProtocolViolation("sent \(error)")
    }
  }

  private static func message(in header: [UInt8]) throws(ProtocolViolation) -> PluginMessage {
    do {
      return try PluginMessage(header: header)
    } catch let error as UnsupportedProtocolVersion {
      throw ProtocolViolation(error.description)
    } catch let error as MessageTooLarge {
      throw ProtocolViolation(error.description)
    } catch {
      let start = String(decoding: header.prefix(80), as: UTF8.self)
      throw ProtocolViolation("sent a header that is no message of the protocol: \(start)")
    }
  }
}

/// The time in nanoseconds, on a clock that never jumps.
func monotonicNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The protocol's state machine: which message may come when, without any input or output.
package struct Conversation {
  /// The state of the conversation.
  package enum State: Equatable {
    /// The host has sent its hello and waits for the plugin's hello.
    case greeting
    /// The host has sent the options and waits for `ready`.
    case configuring(DecoderIdentity)
    /// The plugin waits for an image.
    case idle(DecoderIdentity)
    /// The plugin is decoding the image with this id; those up to the last one wait.
    case decoding(DecoderIdentity, id: Int, last: Int)
  }

  /// The meaning of a message from the plugin to the host.
  package enum Event: Equatable {
    /// The plugin introduced itself; options are to be sent next.
    case introduced(DecoderIdentity)
    /// The plugin is ready for images.
    case ready
    /// The answer to the current request.
    case answered(DecodeResult)
    /// The plugin says that it cannot go on.
    case refused(String)
  }

  package private(set) var state: State = .greeting
  /// The number of requests that the plugin lets wait while it works on another.
  package private(set) var requestsAhead = 0
  /// True if the plugin's results repeat the nonces of requests.
  package private(set) var takesNonces = false
  private var lastID = 0
  /// The nonces of the requests that have no answer yet, in their order.
  private var nonces: [Int?] = []

  /// Makes a conversation that is about to begin.
  package init() {}

  /// Handles a message from the plugin and moves on to the next state.
  ///
  /// - Throws: ``ProtocolViolation`` for a message that is not allowed in the current state.
  package mutating func receive(_ message: PluginMessage) throws(ProtocolViolation) -> Event {
    switch (state, message) {
    case (_, .error(let reason)):
      return .refused(reason)
    case (.greeting, .hello(_, let identity, let ahead, let nonces)):
      state = .configuring(identity)
      (requestsAhead, takesNonces) = (ahead, nonces)
      return .introduced(identity)
    case (.configuring(let identity), .ready):
      state = .idle(identity)
      return .ready
    case (.decoding(let identity, let id, let last), .result(let result)):
      guard result.id == id else {
        throw ProtocolViolation("answered request \(result.id) when \(id) was asked")
      }
      if let nonce = nonces.removeFirst(), result.nonce != nonce {
        throw ProtocolViolation(
          "answered request \(id) "
            + (result.nonce == nil ? "without its nonce" : "with the nonce of another"))
      }
      state = id == last ? .idle(identity) : .decoding(identity, id: id + 1, last: last)
      return .answered(result)
    case (_, let unexpected):
      throw ProtocolViolation("sent \(unexpected.typeName) when \(expectation) was due")
    }
  }

  /// Starts a request and returns the id that its answer must carry.
  ///
  /// - Parameter nonce: The number that the answer must repeat; `nil` for none.
  /// - Precondition: ``canStartDecoding``.
  package mutating func startDecoding(nonce: Int? = nil) -> Int {
    precondition(canStartDecoding, "a request that the plugin does not take yet")
    lastID += 1
    nonces.append(nonce)
    switch state {
    case .idle(let identity): state = .decoding(identity, id: lastID, last: lastID)
    case .decoding(let identity, let id, _): state = .decoding(identity, id: id, last: lastID)
    case .greeting, .configuring: break
    }
    return lastID
  }

  /// True if the plugin waits for an image, and nothing is under way.
  package var isIdle: Bool { if case .idle = state { true } else { false } }

  /// True if the plugin waits for an image, or lets one more wait.
  package var canStartDecoding: Bool {
    switch state {
    case .idle: true
    case .decoding(_, let id, let last): last - id < requestsAhead
    case .greeting, .configuring: false
    }
  }

  private var expectation: String {
    switch state {
    case .greeting: "\"hello\""
    case .configuring: "\"ready\""
    case .idle: "nothing"
    case .decoding(_, let id, _): "\"result\" with id \(id)"
    }
  }
}

/// A breach of the protocol by a plugin; the description completes "the plugin …".
package struct ProtocolViolation: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension PluginMessage {
  fileprivate var typeName: String {
    switch self {
    case .hello: "\"hello\""
    case .ready: "\"ready\""
    case .result: "\"result\""
    case .error: "\"error\""
    }
  }
}
