import DecoderKit
import PluginHost
import Testing

struct FrameAssemblerTests {
  private func frame(_ header: String, payloadLength: Int = 0) throws -> [UInt8] {
    let header = Array(header.utf8)
    return try FramePrelude(headerLength: header.count, payloadLength: payloadLength).bytes + header
  }

  private func feed(_ assembler: inout FrameAssembler, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { assembler.append($0) }
  }

  @Test func framesComeOutWholeHoweverTheyArrive() throws {
    let headers = ["{\"a\":1}", "x", String(repeating: "long ", count: 5000), "{}"]
    let stream = try headers.flatMap { try frame($0) }
    for pieceLength in [1, 2, 3, 7, 8, 9, 64, 65536, stream.count] {
      var assembler = FrameAssembler()
      var found: [String] = []
      for start in stride(from: 0, to: stream.count, by: pieceLength) {
        feed(&assembler, Array(stream[start..<min(start + pieceLength, stream.count)]))
        while let header = try assembler.nextHeader() {
          found.append(String(decoding: header, as: UTF8.self))
        }
      }
      #expect(found == headers, "in pieces of \(pieceLength)")
      #expect(!assembler.isInsideFrame)
    }
  }

  @Test func anUnfinishedFrameIsNoticed() throws {
    var assembler = FrameAssembler()
    #expect(!assembler.isInsideFrame)
    feed(&assembler, Array(try frame("{}").dropLast()))
    #expect(try assembler.nextHeader() == nil)
    #expect(assembler.isInsideFrame)
  }

  @Test func impossibleLengthsAreRefusedFromThePreludeAlone() {
    let lies: [([UInt8], FrameError)] = [
      ([0, 0, 0, 0, 0, 0, 0, 0], .emptyHeader),
      ([1, 0, 16, 0, 0, 0, 0, 0], .headerTooLong((1 << 20) + 1)),
      ([2, 0, 0, 0, 1, 0, 0, 16], .payloadTooLong((1 << 28) + 1)),
      ([2, 0, 0, 0, 1, 0, 0, 0], .unexpectedPayload(1)),
    ]
    for (bytes, expected) in lies {
      var assembler = FrameAssembler()
      feed(&assembler, bytes)
      #expect(throws: expected) { try assembler.nextHeader() }
    }
  }
}
