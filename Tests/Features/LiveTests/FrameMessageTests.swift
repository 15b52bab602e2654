import DecoderKit
import Live
import Serving
import TestSupport
import Testing

/// The binary message that the page sends for each frame.
@Suite struct FrameMessageTests {
  private static func message(width: Int = 5, height: Int = 3) throws -> FrameMessage {
    let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 * 37) }
    return FrameMessage(
      number: 70_000, milliseconds: 1234.5,
      image: try GrayImage(width: width, height: height, pixels: pixels))
  }

  private static func kind(_ bytes: [UInt8]) -> PageRefusal.Kind? {
    do throws(PageRefusal) {
      _ = try FrameMessage(bytes: bytes)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func aMessageIsTheSameOnceReadAgain() throws {
    let message = try Self.message()
    #expect(try FrameMessage(bytes: message.bytes) == message)
  }

  /// The numbers of the head as the page's DataView writes them, byte by byte.
  @Test func theHeadIsLittleEndian() throws {
    let bytes = try Self.message().bytes
    #expect(Array(bytes[0..<4]) == [0x48, 0x4C, 0x46, 0x31])
    #expect(Array(bytes[4..<8]) == [0x70, 0x11, 0x01, 0x00])
    #expect(Array(bytes[8..<16]) == [5, 0, 0, 0, 3, 0, 0, 0])
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 0, 0, 0x4A, 0x93, 0x40])
    #expect(bytes.count == 24 + 15)
  }

  @Test func everyCutMessageIsRefused() throws {
    let bytes = try Self.message().bytes
    for count in bytes.indices { #expect(Self.kind(Array(bytes[..<count])) == .malformed) }
    #expect(Self.kind(bytes + [0]) == .malformed)
  }

  @Test(
    arguments: [
      ([0, 0, 0, 0], [3, 0, 0, 0]), ([255, 255, 255, 255], [255, 255, 255, 255]),
      ([0, 32, 0, 0], [0, 32, 0, 0]), ([1, 32, 0, 0], [1, 0, 0, 0]),
    ] as [([UInt8], [UInt8])])
  func sidesOfNoFrameAreRefusedBeforeTheirBytesAreAwaited(width: [UInt8], height: [UInt8]) throws {
    var bytes = try Self.message().bytes
    bytes.replaceSubrange(8..<16, with: width + height)
    #expect(Self.kind(bytes) == .tooLarge)
  }

  @Test func aTimeThatIsNoneIsRefused() throws {
    for bits in [Double.nan, .infinity, -1].map(\.bitPattern) {
      var bytes = try Self.message().bytes
      for place in 0..<8 {
        bytes[16 + place] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))
      }
      #expect(Self.kind(bytes) == .malformed)
    }
  }

  @Test func changedBytesAreReadRightOrRefused() throws {
    let bytes = try Self.message().bytes
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for _ in 0..<2_000 {
      var changed = bytes
      changed[Int.random(in: 0..<24, using: &random)] = .random(in: 0...255, using: &random)
      guard let message = try? FrameMessage(bytes: changed) else { continue }
      #expect(message.bytes == changed)
    }
  }
}
