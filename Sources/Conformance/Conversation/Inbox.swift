import DecoderKit

/// The bytes that came from a plugin, from which whole frames are taken out.
struct Inbox {
  /// The bytes that are not part of a whole frame yet.
  private(set) var unread: [UInt8] = []

  mutating func append(_ bytes: [UInt8]) {
    unread += bytes
  }

  /// The header of the next whole frame; `nil` until all of it has come.
  ///
  /// - Throws: ``Objection`` for bytes that are no frame of a plugin, as soon as that is certain.
  mutating func nextHeader() throws(Objection) -> [UInt8]? {
    guard unread.count >= FramePrelude.byteCount else { return nil }
    let prelude: FramePrelude
    do {
      prelude = try FramePrelude(parsing: unread[..<FramePrelude.byteCount])
    } catch {
      throw Objection.noFrame(unread, error)
    }
    guard prelude.payloadLength == 0 else {
      throw Objection.noFrame(unread, .unexpectedPayload(prelude.payloadLength))
    }
    let end = FramePrelude.byteCount + prelude.headerLength
    guard unread.count >= end else { return nil }
    defer { unread.removeFirst(end) }
    return Array(unread[FramePrelude.byteCount..<end])
  }
}
