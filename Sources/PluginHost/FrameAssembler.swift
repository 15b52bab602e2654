import DecoderKit

/// Puts frames together from bytes that arrive in any pieces.
struct FrameAssembler {
  private var buffer: [UInt8] = []

  /// Whether part of a frame has arrived and the rest has not.
  var isInsideFrame: Bool { !buffer.isEmpty }

  /// Takes bytes as they came.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// The header of the next whole frame; `nil` until all of it has arrived.
  ///
  /// A payload behind it is dropped: version 1 has none in this direction.
  ///
  /// - Throws: ``FrameError`` as soon as the lengths are known to be impossible.
  mutating func nextHeader() throws(FrameError) -> [UInt8]? {
    guard buffer.count >= FramePrelude.byteCount else { return nil }
    let prelude = try FramePrelude(parsing: buffer.prefix(FramePrelude.byteCount))
    let headerEnd = FramePrelude.byteCount + prelude.headerLength
    let frameEnd = headerEnd + prelude.payloadLength
    guard buffer.count >= frameEnd else { return nil }
    let header = Array(buffer[FramePrelude.byteCount..<headerEnd])
    buffer.removeFirst(frameEnd)
    return header
  }
}
