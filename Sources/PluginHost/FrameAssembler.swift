import DecoderKit

/// Puts a plugin's frames together from bytes that arrive in pieces of any size.
///
/// It never holds more than one frame's header and the bytes that one read brought beyond it.
package struct FrameAssembler {
  private var buffer: [UInt8] = []

  /// Makes an empty assembler.
  package init() {}

  /// True if part of a frame has arrived and the rest has not.
  package var isInsideFrame: Bool { !buffer.isEmpty }

  /// Adds bytes as they arrived.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// The header of the next whole frame; `nil` until all of it has arrived.
  ///
  /// - Throws: ``FrameError`` as soon as the lengths are known to be impossible. In version 1 a
  ///   plugin's frames have no payload.
  package mutating func nextHeader() throws(FrameError) -> [UInt8]? {
    guard buffer.count >= FramePrelude.byteCount else { return nil }
    let prelude = try FramePrelude(parsing: buffer[..<FramePrelude.byteCount])
    guard prelude.payloadLength == 0 else {
      throw .unexpectedPayload(prelude.payloadLength)
    }
    let end = FramePrelude.byteCount + prelude.headerLength
    guard buffer.count >= end else { return nil }
    let header = Array(buffer[FramePrelude.byteCount..<end])
    if buffer.count == end {
      buffer.removeAll(keepingCapacity: true)
    } else {
      buffer.removeFirst(end)
    }
    return header
  }
}
