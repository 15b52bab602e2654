/// The eight bytes that open every frame: two little-endian lengths.
///
/// A frame is `u32le headerLength, u32le payloadLength, header, payload`. The limits are checked
/// here, so that nothing is allocated for a length that nobody should have sent.
public struct FramePrelude: Hashable, Sendable {
  /// Bytes in a prelude.
  public static let byteCount = 8

  /// Bytes of JSON that follow; 1 or more.
  public let headerLength: Int
  /// Bytes of payload behind the header; 0 or more.
  public let payloadLength: Int

  /// Makes a prelude for a frame about to be sent.
  ///
  /// - Throws: ``FrameError`` when a length is outside the protocol's limits.
  public init(headerLength: Int, payloadLength: Int) throws(FrameError) {
    guard headerLength > 0 else { throw .emptyHeader }
    guard headerLength <= PluginProtocol.maximumHeaderBytes else {
      throw .headerTooLong(headerLength)
    }
    guard payloadLength <= PluginProtocol.maximumPayloadBytes else {
      throw .payloadTooLong(payloadLength)
    }
    self.headerLength = headerLength
    self.payloadLength = payloadLength
  }

  /// Reads a prelude from the eight bytes that arrived.
  ///
  /// - Throws: ``FrameError`` when a length is outside the protocol's limits.
  public init(parsing bytes: ArraySlice<UInt8>) throws(FrameError) {
    precondition(bytes.count == Self.byteCount, "a prelude has eight bytes")
    func length(_ field: ArraySlice<UInt8>) -> Int {
      field.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    try self.init(
      headerLength: length(bytes.prefix(4)), payloadLength: length(bytes.suffix(4)))
  }

  /// The prelude as it goes over the wire.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for length in [headerLength, payloadLength] {
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: length >> shift))
      }
    }
    return bytes
  }
}

/// The reason bytes are not a frame of the plugin protocol.
public enum FrameError: Error, Equatable, CustomStringConvertible {
  /// A frame without a header.
  case emptyHeader
  /// A header past ``PluginProtocol/maximumHeaderBytes``.
  case headerTooLong(Int)
  /// A payload past ``PluginProtocol/maximumPayloadBytes``.
  case payloadTooLong(Int)
  /// A payload in a frame that has none.
  case unexpectedPayload(Int)

  public var description: String {
    switch self {
    case .emptyHeader:
      "a frame with an empty header"
    case .headerTooLong(let length):
      "a frame header of \(length) bytes; the limit is \(PluginProtocol.maximumHeaderBytes)"
    case .payloadTooLong(let length):
      "a frame payload of \(length) bytes; the limit is \(PluginProtocol.maximumPayloadBytes)"
    case .unexpectedPayload(let length):
      "a frame payload of \(length) bytes; a plugin's frames have none"
    }
  }
}

/// The numbers that both ends of the plugin protocol agree on; `docs/plugin-protocol.md` is the
/// contract.
public enum PluginProtocol {
  /// The version that this SDK and this host speak.
  public static let version = 1

  /// The prefix of an executable's file name by which it is found as a decoder plugin.
  public static let executablePrefix = "harness-decoder-"

  /// The longest header in bytes; a longer one is refused before anything is allocated.
  public static let maximumHeaderBytes = 1 << 20

  /// The most readings of one image; an answer with more of them is refused.
  public static let maximumReadings = 1024

  /// The most values, counted as brackets, braces and commas outside of strings, in one header; one
  /// with more of them is refused before it is parsed.
  public static let maximumHeaderValues = 1 << 16

  /// The most requests that a host sends ahead of the one that a plugin works on, however many it takes.
  public static let maximumRequestsAhead = 64

  /// The number that nonces are below: what any language's number holds exactly.
  public static let nonceLimit = 1 << 53

  /// The longest payload in bytes; a longer one is refused before anything is allocated.
  public static let maximumPayloadBytes = 1 << 28
}
