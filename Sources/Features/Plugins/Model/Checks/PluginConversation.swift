import DecoderKit
import PluginHost

/// One process of a plugin, driven as a host drives it; every step may fail and is then reported.
///
/// A fault of the plugin is thrown as ``CheckFault``.
final class PluginConversation {
  private let worker: BareWorker
  private let settings: WorkerSettings
  private var inbox = Inbox()
  private var lastID = 0
  /// True if the plugin says that its results repeat nonces; every image then has one.
  private(set) var takesNonces = false

  /// The header of the last answer, as it came.
  private(set) var lastHeader: [UInt8] = []

  /// Starts the process.
  ///
  /// - Throws: `PluginError` when the system does not start it.
  init(settings: WorkerSettings) throws(PluginError) {
    self.settings = settings
    worker = try BareWorker(settings: settings)
  }

  // MARK: - As a host

  /// Goes through the handshake.
  ///
  /// - Throws: ``Refusal`` if the plugin says that it cannot be used, ``CheckFault`` if it says
  ///   anything else that it should not.
  @discardableResult
  func shakeHands(options: [String: String]) throws -> DecoderIdentity {
    let identity = try greet()
    try say(.configure(options: options))
    guard case .ready = try hear(.ready, to: "the options") else {
      throw CheckFault.outOfTurn(lastHeader, due: .ready)
    }
    return identity
  }

  /// Sends hello and waits for the plugin's hello.
  func greet() throws -> DecoderIdentity {
    try say(.hello(version: PluginProtocol.version))
    guard case .hello(_, let identity, _, let nonces) = try hear(.hello, to: "hello") else {
      throw CheckFault.outOfTurn(lastHeader, due: .hello)
    }
    takesNonces = nonces
    return identity
  }

  /// Sends an image and waits for the plugin's result.
  ///
  /// - Parameters:
  ///   - image: Its last row is sent without padding.
  ///   - what: The image in words: "an image of 1 × 1 pixels".
  ///   - id: The request's number; the next one unless given.
  ///   - nonce: The number to repeat; any, unless given, for a plugin that says that it repeats it.
  func decode(
    _ image: GrayImage, _ what: String, hints: DecodeHints = .none, id: Int? = nil,
    nonce: Int? = nil
  ) throws -> DecodeResult {
    lastID = id ?? lastID + 1
    let nonce = takesNonces ? nonce ?? Int.random(in: 1..<PluginProtocol.nonceLimit) : nil
    let request = DecodeRequest(
      id: lastID, width: image.width, height: image.height, rowStride: image.rowStride,
      hints: hints, nonce: nonce)
    try say(HostMessage.decode(request).header, payload: image.sentBytes, about: what)
    let result = try hearResult(to: what, id: lastID)
    guard nonce == nil || result.nonce == nonce else {
      throw CheckFault.wrongNonce(result.nonce, asked: nonce)
    }
    return result
  }

  /// Waits for the answer to a request that was sent by hand.
  func hearResult(to what: String, id: Int) throws -> DecodeResult {
    guard case .result(let result) = try hear(.result, to: what) else {
      throw CheckFault.outOfTurn(lastHeader, due: .result)
    }
    guard result.id == id else { throw CheckFault.wrongID(result.id, asked: id) }
    return result
  }

  // MARK: - By hand

  /// Sends a message.
  func say(_ message: HostMessage) throws {
    try say(message.header, about: message.what)
  }

  /// Sends a frame with any header.
  func say(_ header: [UInt8], payload: ArraySlice<UInt8> = [], about what: String) throws {
    try send(Self.frame(header, payload: payload), about: what)
  }

  /// Sends bytes, which may be a frame or not.
  ///
  /// It is no objection yet if the plugin does not take them: it may have good reasons, which its
  /// answer or its end will tell.
  func send(_ bytes: [UInt8], about what: String) throws {
    if case .deadlinePassed = worker.send(
      bytes[...], withinNanoseconds: settings.decodeDeadlineNanoseconds)
    {
      throw CheckFault.notRead(what, diagnostics: worker.diagnostics)
    }
  }

  /// A frame's bytes.
  static func frame(_ header: [UInt8], payload: ArraySlice<UInt8> = []) -> [UInt8] {
    guard
      let prelude = try? FramePrelude(headerLength: header.count, payloadLength: payload.count)
    else { preconditionFailure("the kit made a frame past the protocol's limits") }
    return prelude.bytes + header + payload
  }

  /// Waits for the plugin's next message.
  ///
  /// - Throws: ``Refusal`` for an `error`, which the protocol allows in place of any answer.
  func hear(_ due: DueMessage, to what: String) throws -> PluginMessage {
    let limit =
      due == .result ? settings.decodeDeadlineNanoseconds : settings.startDeadlineNanoseconds
    while true {
      if let header = try inbox.nextHeader() {
        lastHeader = header
        let message = try Self.message(in: header)
        if case .error(let reason) = message { throw Refusal(reason: reason, what: what) }
        return message
      }
      switch worker.receive(withinNanoseconds: limit) {
      case .bytes(let bytes): inbox.append(bytes)
      case .closed: throw closing(what)
      case .deadlinePassed:
        throw CheckFault.silent(
          due, to: what, nanoseconds: limit, unread: inbox.unread, diagnostics: worker.diagnostics)
      }
    }
  }

  private func closing(_ what: String) -> CheckFault {
    let ending = worker.ending(withinNanoseconds: CheckSettings.endingNanoseconds)
    return CheckFault.ended(
      ending, what, unread: inbox.unread, diagnostics: worker.diagnostics)
  }

  private static func message(in header: [UInt8]) throws(CheckFault) -> PluginMessage {
    do {
      return try PluginMessage(header: header)
    } catch {
      throw CheckFault.notAMessage(header, error)
    }
  }

  // MARK: - The end

  /// Closes the plugin's input.
  func closeInput() {
    worker.closeInput()
  }

  /// Sends TERM to the plugin.
  func terminate() {
    worker.terminate()
  }

  /// The plugin's last messages, and the way in which it ended.
  struct Farewell {
    var messages: [PluginMessage]
    var ending: WorkerEnding
  }

  /// Receives the plugin's last messages and waits for its end.
  ///
  /// - Parameters:
  ///   - occasion: The reason it should end, as the end of "… when": "its input has ended".
  ///   - limit: The time that it may take, in nanoseconds.
  func hearFarewell(
    when occasion: String, withinNanoseconds limit: Int = CheckSettings.endingNanoseconds
  ) throws -> Farewell {
    var messages: [PluginMessage] = []
    var waited = false
    while true {
      while let header = try inbox.nextHeader() {
        lastHeader = header
        messages.append(try Self.message(in: header))
      }
      let arrival = worker.receive(withinNanoseconds: limit)
      guard case .bytes(let bytes) = arrival else {
        if case .deadlinePassed = arrival { waited = true }
        break
      }
      inbox.append(bytes)
    }
    guard inbox.unread.isEmpty else { throw CheckFault.noise(inbox.unread) }
    let more = waited ? 0 : CheckSettings.endingNanoseconds
    guard let ending = worker.ending(withinNanoseconds: more) else {
      throw CheckFault.goesOn(occasion, nanoseconds: limit, diagnostics: worker.diagnostics)
    }
    return Farewell(messages: messages, ending: ending)
  }
}

/// The message that a plugin has to send next.
enum DueMessage: String {
  case hello, ready, result
}

/// The plugin said `error`: it cannot go on, and says why.
struct Refusal: Error {
  let reason: String
  /// The message that the plugin answered, in words.
  let what: String
}

extension HostMessage {
  /// The message in words.
  fileprivate var what: String {
    switch self {
    case .hello: "hello"
    case .configure: "the options"
    case .decode: "an image"
    }
  }
}

extension GrayImage {
  /// The bytes as they are sent: the last row ends with its last pixel.
  var sentBytes: ArraySlice<UInt8> {
    isEmpty ? [] : pixels[..<(rowStride * (height - 1) + width)]
  }
}

/// The bytes that came from a plugin, from which whole frames are taken out.
struct Inbox {
  /// The bytes that are not part of a whole frame yet.
  private(set) var unread: [UInt8] = []

  mutating func append(_ bytes: [UInt8]) {
    unread += bytes
  }

  /// The header of the next whole frame; `nil` until all of it has come.
  ///
  /// - Throws: ``CheckFault`` for bytes that are no frame of a plugin, as soon as that is certain.
  mutating func nextHeader() throws(CheckFault) -> [UInt8]? {
    guard unread.count >= FramePrelude.byteCount else { return nil }
    let prelude: FramePrelude
    do {
      prelude = try FramePrelude(parsing: unread[..<FramePrelude.byteCount])
    } catch {
      throw CheckFault.noFrame(unread, error)
    }
    guard prelude.payloadLength == 0 else {
      throw CheckFault.noFrame(unread, .unexpectedPayload(prelude.payloadLength))
    }
    let end = FramePrelude.byteCount + prelude.headerLength
    guard unread.count >= end else { return nil }
    defer { unread.removeFirst(end) }
    return Array(unread[FramePrelude.byteCount..<end])
  }
}
