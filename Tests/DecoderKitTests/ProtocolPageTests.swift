import DecoderKit
import Foundation
import Testing

/// Agreement of the code with `docs/plugin-protocol.md`, which is the contract.
struct ProtocolPageTests {
  private let page: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    page = try String(
      contentsOf: root.appending(path: "docs/plugin-protocol.md"), encoding: .utf8)
  }

  @Test func everyExampleIsTheMessageThatItClaimsToBe() throws {
    let hosts = blocks("json host")
    let plugins = blocks("json plugin")
    #expect(hosts.count + plugins.count == page.components(separatedBy: "```json").count - 1)
    let fromHost = try hosts.map { try HostMessage(header: Array($0.utf8)) }
    let fromPlugin = try plugins.map { try PluginMessage(header: Array($0.utf8)) }

    let hints = DecodeHints(symbologies: [.qrCode], maximumCount: 1)
    #expect(
      fromHost == [
        .hello(version: 1), .configure(options: ["profile": "tuned", "passes": "4"]),
        .decode(DecodeRequest(id: 1, width: 640, height: 480, rowStride: 640, hints: hints)),
        .decode(
          DecodeRequest(id: 2, width: 4, height: 2, rowStride: 4, nonce: 6_039_155_420_391)),
      ])
    let kinds = fromPlugin.map { message in
      switch message {
      case .hello(_, let identity, _, _): "hello \(identity.name) \(identity.options.count)"
      case .ready: "ready"
      case .result(let result): "result \(result.id)"
      case .error: "error"
      }
    }
    #expect(
      kinds == ["hello toy 4", "ready", "result 1", "result 2", "result 3", "result 4", "error"])
  }

  /// An example with a misspelt field would still parse, because unknown fields are ignored.
  @Test func noExampleHasAFieldThatTheSDKWouldNotWrite() throws {
    for text in blocks("json host") + blocks("json plugin") {
      let example = try fieldNames(in: Data(text.utf8))
      let header = Array(text.utf8)
      let written =
        blocks("json host").contains(text)
        ? try HostMessage(header: header).header : try PluginMessage(header: header).header()
      #expect(example.subtracting(try fieldNames(in: Data(written))) == [], "\(text)")
    }
  }

  @Test func theTableOfSymbologiesIsComplete() throws {
    let section = try #require(page.components(separatedBy: "## Symbologies").last)
      .components(separatedBy: "\n## ")[0]
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(
      rows.map(String.init) == Symbology.allCases.map { "| `\($0.rawValue)` | \($0) |" })
  }

  @Test func theLimitsAndTheVersionAreTheCodes() {
    #expect(page.hasPrefix("# The plugin protocol, version \(PluginProtocol.version).2\n"))
    #expect(page.contains("sends \(PluginProtocol.maximumRequestsAhead) ahead at most"))
    #expect(page.contains("*h* is 1 to \(PluginProtocol.maximumHeaderBytes) ("))
    #expect(page.contains("*p* is 0 to \(PluginProtocol.maximumPayloadBytes) ("))
    #expect(page.contains("at most \(PluginProtocol.maximumHeaderValues) values ("))
    #expect(page.contains("at\n  most \(PluginProtocol.maximumReadings) readings"))
    #expect(page.contains("named `\(PluginProtocol.executablePrefix)NAME`"))
  }

  @Test func theConversationInBytesIsWhatTheSDKReads() throws {
    let block = try #require(blocks("hex").first)
    let frames = block.components(separatedBy: "\n\n").map { paragraph in
      (
        isFromHost: paragraph.hasPrefix(">"),
        bytes: paragraph.split(separator: "\n").flatMap { line in
          line.dropFirst(2).prefix { $0 != "|" }.split(separator: " ")
            .compactMap { UInt8($0, radix: 16) }
        }
      )
    }
    #expect(frames.map(\.isFromHost) == [true, false, true, false, true, false])
    var said: [String] = []
    for frame in frames {
      let prelude = try FramePrelude(parsing: frame.bytes[..<8])
      #expect(frame.bytes.count == 8 + prelude.headerLength + prelude.payloadLength)
      let header = Array(frame.bytes[8..<8 + prelude.headerLength])
      if frame.isFromHost {
        let message = try HostMessage(header: header)
        if case .decode(let request) = message {
          let image = try GrayImage(
            width: request.width, height: request.height, rowStride: request.rowStride,
            pixels: Array(frame.bytes[(8 + header.count)...]))
          #expect(image[0, 0] == 255 && image[1, 0] == 0 && image[0, 1] == 0)
        }
        said.append("\(message)")
      } else {
        said.append("\(try PluginMessage(header: header))")
      }
    }
    #expect(said.count == 6)
    #expect(said[5].contains("\([UInt8]("Hi".utf8))"))
  }

  @Test func theFrameShownInTheTextIsTheOneThatIsSent() throws {
    let header = Array("{\"type\":\"ready\"}".utf8)
    let bytes = try FramePrelude(headerLength: header.count, payloadLength: 0).bytes + header
    let shown = try #require(page.split(separator: "\n").first { $0.hasPrefix("    10 00") })
    let digits = shown.split(separator: " ").prefix(bytes.count).compactMap { UInt8($0, radix: 16) }
    #expect(digits == bytes)
    #expect(try PluginMessage(header: header) == .ready)
  }

  /// The contents of the fenced blocks with that label.
  private func blocks(_ label: String) -> [String] {
    page.components(separatedBy: "```\(label)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
  }

  private func fieldNames(in json: Data) throws -> Set<String> {
    func names(_ value: Any) -> [String] {
      switch value {
      case let object as [String: Any]: object.flatMap { [$0.key] + names($0.value) }
      case let array as [Any]: array.flatMap(names)
      default: []
      }
    }
    return Set(names(try JSONSerialization.jsonObject(with: json)))
  }
}
