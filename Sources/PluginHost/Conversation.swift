import DecoderKit

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
    /// The plugin is decoding the image with this id.
    case decoding(DecoderIdentity, id: Int)
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
  private var lastID = 0

  /// Makes a conversation that is about to begin.
  package init() {}

  /// Handles a message from the plugin and moves on to the next state.
  ///
  /// - Throws: ``ProtocolViolation`` for a message that is not allowed in the current state.
  package mutating func receive(_ message: PluginMessage) throws(ProtocolViolation) -> Event {
    switch (state, message) {
    case (_, .error(let reason)):
      return .refused(reason)
    case (.greeting, .hello(_, let identity)):
      state = .configuring(identity)
      return .introduced(identity)
    case (.configuring(let identity), .ready):
      state = .idle(identity)
      return .ready
    case (.decoding(let identity, let id), .result(let result)):
      guard result.id == id else {
        throw ProtocolViolation("answered request \(result.id) when \(id) was asked")
      }
      state = .idle(identity)
      return .answered(result)
    case (_, let unexpected):
      throw ProtocolViolation("sent \(unexpected.typeName) when \(expectation) was due")
    }
  }

  /// Starts a request and returns the id that its answer must carry.
  ///
  /// - Precondition: The plugin is idle.
  package mutating func startDecoding() -> Int {
    guard case .idle(let identity) = state else {
      preconditionFailure("a request while the plugin is not idle")
    }
    lastID += 1
    state = .decoding(identity, id: lastID)
    return lastID
  }

  private var expectation: String {
    switch state {
    case .greeting: "\"hello\""
    case .configuring: "\"ready\""
    case .idle: "nothing"
    case .decoding(_, let id): "\"result\" with id \(id)"
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
