import DecoderKit
import Testing

struct FramePreludeTests {
  @Test func lengthsAreLittleEndian() throws {
    let prelude = try FramePrelude(headerLength: 0x01_0203, payloadLength: 0x04_0506)
    #expect(prelude.bytes == [3, 2, 1, 0, 6, 5, 4, 0])
    #expect(try FramePrelude(parsing: prelude.bytes[...]) == prelude)
  }

  @Test func theLimitsAreTheLastLengthsThatAreAllowed() throws {
    let header = PluginProtocol.maximumHeaderBytes
    let payload = PluginProtocol.maximumPayloadBytes
    let largest = try FramePrelude(headerLength: header, payloadLength: payload)
    #expect(try FramePrelude(parsing: largest.bytes[...]) == largest)
    #expect(throws: FrameError.headerTooLong(header + 1)) {
      try FramePrelude(headerLength: header + 1, payloadLength: 0)
    }
    #expect(throws: FrameError.payloadTooLong(payload + 1)) {
      try FramePrelude(headerLength: 1, payloadLength: payload + 1)
    }
    #expect(throws: FrameError.emptyHeader) {
      try FramePrelude(headerLength: 0, payloadLength: 0)
    }
  }

  @Test func allOnesIsFourGigabytesAndRefused() {
    #expect(throws: FrameError.headerTooLong(4_294_967_295)) {
      try FramePrelude(parsing: [UInt8](repeating: 0xFF, count: 8)[...])
    }
  }
}
