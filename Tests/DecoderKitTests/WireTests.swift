import DecoderKit
import Foundation
import TestSupport
import Testing

/// The fast encoding and decoding of the messages that are sent once per image. The `Codable` form
/// is the definition, so that it is the oracle here.
struct WireTests {
  @Test func theFastFormSaysWhatTheDefinitionSays() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3000 {
      let result = random.result()
      #expect(
        try JSONDecoder().decode(PluginMessage.self, from: Data(result.header())) == result)
      let request = random.request()
      #expect(
        try JSONDecoder().decode(HostMessage.self, from: Data(request.header)) == request)
    }
  }

  @Test func theFastFormReadsWhatTheDefinitionWrites() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<3000 {
      let result = random.result()
      #expect(try PluginMessage(header: [UInt8](JSONEncoder().encode(result))) == result)
      #expect(try PluginMessage(header: result.header()) == result)
      let request = random.request()
      #expect(try HostMessage(header: [UInt8](JSONEncoder().encode(request))) == request)
      #expect(try HostMessage(header: request.header) == request)
    }
  }

  /// The definition accepts every message that the scanner accepts, with the same value.
  @Test func theScannerNeverReadsWhatTheDefinitionWouldReadOtherwise() throws {
    var random = SeededGenerator(seed: 3)
    var accepted = 0
    for _ in 0..<(Proof.isAsked ? 60_000 : 6000) {
      let result = mangled(try random.result().header(), &random)
      if let fast = DecodeResult(scanning: result) {
        accepted += 1
        let slow = try? JSONDecoder().decode(PluginMessage.self, from: Data(result))
        #expect(slow == .result(fast), "\(String(decoding: result, as: UTF8.self))")
      }
      let request = mangled(random.request().header, &random)
      if let fast = DecodeRequest(scanning: request) {
        accepted += 1
        let slow = try? JSONDecoder().decode(HostMessage.self, from: Data(request))
        #expect(slow == .decode(fast), "\(String(decoding: request, as: UTF8.self))")
      }
    }
    #expect(accepted > 1000)
  }

  @Test(arguments: [
    "{\"type\":\"result\",\"id\":3,\"readings\":[]}",
    " { \"readings\" : [ ] , \"id\" : 3,\n\t\"type\":\"result\" } ",
  ])
  func plainMessagesTakeTheFastWay(text: String) {
    #expect(DecodeResult(scanning: Array(text.utf8))?.id == 3)
  }

  @Test(arguments: [
    "{\"type\":\"result\",\"id\":3,\"readings\":[],\"mood\":1}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[],\"wallNanoseconds\":null}",
    "{\"type\":\"re\\u0073ult\",\"id\":3,\"readings\":[]}",
    "{\"type\":\"result\",\"id\":3.0,\"readings\":[]}",
  ])
  func unusualMessagesTakeTheSlowWayAndAreRead(text: String) throws {
    #expect(DecodeResult(scanning: Array(text.utf8)) == nil)
    let expected = DecodeResult(
      id: 3, outcome: .success([]), wallNanoseconds: 0, cpuNanoseconds: 0)
    #expect(try PluginMessage(header: Array(text.utf8)) == .result(expected))
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "{\"type\":\"result\",\"id\":3}", "{\"type\":\"result\",\"readings\":[]}",
    "{\"type\":\"result\",\"id\":03,\"readings\":[]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[]}{}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{}]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{\"bytes\":\"?\"}]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{\"bytes\":\"\",\"corners\":[[0,0],[1,0],[1,1]]}]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{\"bytes\":\"\",\"corners\":[[0,0],[1,0],[1,1],[0]]}]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{\"bytes\":\"\",\"corners\":[0,0,1,0,1,1,0,1]}]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{\"bytes\":\"\",\"corners\":[[0,0],[1,0],[1,1],[0,NaN]]}]}",
    "{\"type\":\"result\",\"id\":3,\"readings\":[{\"bytes\":\"\",\"corners\":[[0,0],[1,0],[1,1],[0,1e999]]}]}",
    "{\"type\":\"dance\"}", "{\"type\":\"error\"}", "{\"type\":\"hello\",\"protocol\":1}",
  ])
  func whatIsNoMessageIsRefused(text: String) {
    #expect(throws: (any Error).self) { try PluginMessage(header: Array(text.utf8)) }
  }

  @Test func anotherVersionIsNamedWhateverElseItSends() {
    #expect(throws: UnsupportedProtocolVersion(99)) {
      try PluginMessage(header: Array("{\"type\":\"hello\",\"protocol\":99,\"name\":5}".utf8))
    }
  }

  @Test func anIdentityGoesThereAndBackWithAllItDeclares() throws {
    let identity = DecoderIdentity(
      name: "toy", summary: "A \"toy\".", library: "Toy/2", version: "1.0",
      symbologies: [.qrCode, .ean13],
      options: [
        .flag("a", default: true, "A.").with(purpose: .inverted),
        .integer("b", default: 2, in: -3...8, "B.").with(
          purpose: .symbolCount, worthTrying: [-1, 8]),
        .choice("c", default: "x", of: ["x", "y"], "C.").with(purpose: .output),
        .flag("d", default: false, "D."),
      ],
      profiles: [DecoderProfile(name: "tuned", summary: "T.", settings: ["b": "3"])],
      isOptIn: true)
    let messages: [PluginMessage] = [
      .hello(version: 1, identity: identity),
      .hello(version: 1, identity: identity, requestsAhead: 3, nonces: true), .ready,
      .error("gone \\ \"home\""),
    ]
    for message in messages {
      #expect(try PluginMessage(header: message.header()) == message)
    }
    let requests: [HostMessage] = [.hello(version: 1), .configure(options: ["a=": "\"1\""])]
    for message in requests { #expect(try HostMessage(header: message.header) == message) }
  }

  @Test func aPurposeOfALaterVersionIsNone() throws {
    let text = """
      {"type":"hello","protocol":1,"name":"toy","library":"Toy","libraryVersion":"1","symbologies":["qr-code"],\
      "options":[{"name":"a","kind":"flag","default":"true","purpose":"mirrored"}]}
      """
    guard case .hello(_, let identity, _, _) = try PluginMessage(header: Array(text.utf8)) else {
      return #expect(Bool(false), "no hello")
    }
    #expect(identity.options.map(\.name) == ["a"] && identity.options[0].purpose == nil)
  }

  /// Changes a message a little, to make a text that a scanner may misread.
  private func mangled(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let pieces = ["\"", "\\", "0", "-", ".", "e", ",", ":", "[", "]", "{", "}", " ", "null", "1"]
    var bytes = bytes
    for _ in 0..<random.integerBelow(3) {
      let position = random.integerBelow(bytes.count)
      switch random.integerBelow(4) {
      case 0: bytes.remove(at: position)
      case 1: bytes.insert(contentsOf: pieces[random.integerBelow(pieces.count)].utf8, at: position)
      case 2: bytes[position] = UInt8(truncatingIfNeeded: random.next())
      default: bytes.swapAt(position, random.integerBelow(bytes.count))
      }
      if bytes.isEmpty { return [0] }
    }
    return bytes
  }
}
