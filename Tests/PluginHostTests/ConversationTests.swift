import DecoderKit
import PluginHost
import Testing

struct ConversationTests {
  private let identity = DecoderIdentity(
    name: "n", summary: "", library: "l", version: "1", symbologies: [.qrCode])
  private func result(_ id: Int) -> DecodeResult {
    DecodeResult(id: id, outcome: .success([]), wallNanoseconds: 1, cpuNanoseconds: 1)
  }

  private func conversation(in state: String) throws -> Conversation {
    var conversation = Conversation()
    if state == "greeting" { return conversation }
    _ = try conversation.receive(.hello(version: 1, identity: identity))
    if state == "configuring" { return conversation }
    _ = try conversation.receive(.ready)
    if state == "idle" { return conversation }
    _ = conversation.startDecoding()
    return conversation
  }

  @Test func theUsualConversationGoesThroughAllItsStates() throws {
    var conversation = Conversation()
    #expect(conversation.state == .greeting)
    #expect(
      try conversation.receive(.hello(version: 1, identity: identity)) == .introduced(identity))
    #expect(conversation.state == .configuring(identity))
    #expect(try conversation.receive(.ready) == .ready)
    for id in 1...3 {
      #expect(conversation.state == .idle(identity))
      #expect(conversation.startDecoding() == id)
      #expect(conversation.state == .decoding(identity, id: id, last: id))
      #expect(!conversation.canStartDecoding)
      #expect(try conversation.receive(.result(result(id))) == .answered(result(id)))
    }
  }

  @Test(arguments: ["greeting", "configuring", "idle", "decoding"])
  func everyMessageThatIsNotDueIsABreachAndAnErrorNever(state: String) throws {
    let due = ["greeting": "hello", "configuring": "ready", "decoding": "result"][state]
    let messages: [(String, PluginMessage)] = [
      ("hello", .hello(version: 1, identity: identity)), ("ready", .ready),
      ("result", .result(result(1))),
    ]
    for (name, message) in messages {
      var conversation = try conversation(in: state)
      let before = conversation.state
      if name == due {
        _ = try conversation.receive(message)
        #expect(conversation.state != before)
      } else {
        let breach = #expect(throws: ProtocolViolation.self) { try conversation.receive(message) }
        #expect(breach?.description.hasPrefix("sent \"\(name)\" when ") == true)
        #expect(conversation.state == before)
      }
    }
    var conversation = try conversation(in: state)
    #expect(try conversation.receive(.error("no licence")) == .refused("no licence"))
  }

  @Test func requestsWaitUpToTheNumberThatThePluginTakes() throws {
    var conversation = Conversation()
    _ = try conversation.receive(.hello(version: 1, identity: identity, requestsAhead: 2))
    #expect(!conversation.canStartDecoding)
    _ = try conversation.receive(.ready)
    for id in 1...3 {
      #expect(conversation.canStartDecoding)
      #expect(conversation.startDecoding() == id)
    }
    #expect(!conversation.canStartDecoding)
    #expect(throws: ProtocolViolation("answered request 2 when 1 was asked")) {
      try conversation.receive(.result(result(2)))
    }
    _ = try conversation.receive(.result(result(1)))
    #expect(conversation.state == .decoding(identity, id: 2, last: 3))
    #expect(conversation.startDecoding() == 4)
    for id in 2...4 { _ = try conversation.receive(.result(result(id))) }
    #expect(conversation.state == .idle(identity))
    #expect(throws: ProtocolViolation.self) { try conversation.receive(.result(result(5))) }
  }

  @Test(arguments: [nil, 6, 7, 8])
  func anAnswerWithoutTheNonceOfItsRequestIsABreach(nonce: Int?) throws {
    var conversation = Conversation()
    _ = try conversation.receive(.hello(version: 1, identity: identity, nonces: true))
    #expect(conversation.takesNonces)
    _ = try conversation.receive(.ready)
    _ = conversation.startDecoding(nonce: 7)
    var answer = result(1)
    answer.nonce = nonce
    if nonce == 7 {
      #expect(try conversation.receive(.result(answer)) == .answered(answer))
    } else {
      let words = nonce == nil ? "without its nonce" : "with the nonce of another"
      #expect(throws: ProtocolViolation("answered request 1 \(words)")) {
        try conversation.receive(.result(answer))
      }
    }
  }

  @Test func anAnswerToAnotherRequestIsABreach() throws {
    var conversation = try conversation(in: "decoding")
    #expect(throws: ProtocolViolation("answered request 7 when 1 was asked")) {
      try conversation.receive(.result(result(7)))
    }
  }
}
