#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message from a plugin to the host; `docs/plugin-protocol.md` has the format.
public enum PluginMessage: Hashable, Sendable {
  /// Answers the host's hello with the plugin's identity, with the number of requests that may wait in its
  /// input while it works on another, and with true if its results repeat the nonces of requests.
  case hello(
    version: Int, identity: DecoderIdentity, requestsAhead: Int = 0, nonces: Bool = false)
  /// Reports that the options are set and that images may come.
  case ready
  /// Answers a decode request with the readings of its image, or with a failure.
  case result(DecodeResult)
  /// Reports that the plugin cannot go on; it will exit.
  case error(String)
}

/// The answer to one ``DecodeRequest``.
public struct DecodeResult: Hashable, Sendable {
  /// The request's number.
  public var id: Int
  /// The readings, or the reason the adapter failed.
  public var outcome: Result<[Reading], DecoderError>
  /// Wall-clock time inside the decode call, in nanoseconds.
  public var wallNanoseconds: Int
  /// CPU time of the decoding thread inside the decode call, in nanoseconds.
  public var cpuNanoseconds: Int
  /// The request's nonce, repeated; `nil` for none.
  public var nonce: Int?

  public init(
    id: Int, outcome: Result<[Reading], DecoderError>, wallNanoseconds: Int, cpuNanoseconds: Int,
    nonce: Int? = nil
  ) {
    self.id = id
    self.nonce = nonce
    self.outcome = outcome
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
  }
}

extension PluginMessage: Codable {
  private enum Key: String, CodingKey {
    case type, version = "protocol", requestsAhead, nonces, message
    case id, nonce, readings, error, wallNanoseconds, cpuNanoseconds
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    switch try fields.decode(String.self, forKey: .type) {
    case "hello":
      let version = try fields.decode(Int.self, forKey: .version)
      guard version == PluginProtocol.version else { throw UnsupportedProtocolVersion(version) }
      let ahead = try fields.decodeIfPresent(Int.self, forKey: .requestsAhead) ?? 0
      self = .hello(
        version: version, identity: try DecoderIdentity(from: decoder),
        requestsAhead: min(max(ahead, 0), PluginProtocol.maximumRequestsAhead),
        nonces: try fields.decodeIfPresent(Bool.self, forKey: .nonces) ?? false)
    case "ready":
      self = .ready
    case "result":
      let failure = try fields.decodeIfPresent(String.self, forKey: .error)
      self = .result(
        DecodeResult(
          id: try fields.decode(Int.self, forKey: .id),
          outcome: try failure.map { .failure(DecoderError($0)) }
            ?? .success(fields.decode([Reading].self, forKey: .readings)),
          wallNanoseconds: try fields.decodeIfPresent(Int.self, forKey: .wallNanoseconds) ?? 0,
          cpuNanoseconds: try fields.decodeIfPresent(Int.self, forKey: .cpuNanoseconds) ?? 0,
          nonce: try fields.decodeIfPresent(Int.self, forKey: .nonce)))
    case "error":
      self = .error(try fields.decode(String.self, forKey: .message))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: fields, debugDescription: "unknown message type \"\(other)\"")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .hello(let version, let identity, let requestsAhead, let nonces):
      try fields.encode("hello", forKey: .type)
      try fields.encode(version, forKey: .version)
      if requestsAhead > 0 { try fields.encode(requestsAhead, forKey: .requestsAhead) }
      if nonces { try fields.encode(true, forKey: .nonces) }
      try identity.encode(to: encoder)
    case .ready:
      try fields.encode("ready", forKey: .type)
    case .result(let result):
      try fields.encode("result", forKey: .type)
      try fields.encode(result.id, forKey: .id)
      try fields.encodeIfPresent(result.nonce, forKey: .nonce)
      switch result.outcome {
      case .success(let readings): try fields.encode(readings, forKey: .readings)
      case .failure(let error): try fields.encode(error.message, forKey: .error)
      }
      try fields.encode(result.wallNanoseconds, forKey: .wallNanoseconds)
      try fields.encode(result.cpuNanoseconds, forKey: .cpuNanoseconds)
    case .error(let message):
      try fields.encode("error", forKey: .type)
      try fields.encode(message, forKey: .message)
    }
  }
}

/// The other end speaks a version of the protocol that this one does not.
public struct UnsupportedProtocolVersion: Error, Equatable, CustomStringConvertible {
  /// The version that the other end asked for.
  public let version: Int

  public init(_ version: Int) {
    self.version = version
  }

  public var description: String {
    "speaks version \(version) of the plugin protocol; this harness speaks version "
      + "\(PluginProtocol.version)"
  }
}

/// A message with more parts than the protocol allows, which would take long to parse or to judge.
public struct MessageTooLarge: Error, Equatable, CustomStringConvertible {
  /// The reason, with the limit; it completes "the plugin …".
  public let description: String

  static let values = MessageTooLarge(
    description: "sent a header of more than \(PluginProtocol.maximumHeaderValues) values")
  static func readings(_ count: Int) -> MessageTooLarge {
    MessageTooLarge(
      description: "sent \(count) readings of one image; the limit is "
        + "\(PluginProtocol.maximumReadings)")
  }
}

/// Conversion between a message and a frame's header.
///
/// A result, sent once per image, has a fast path for writing and one for reading. The `Codable`
/// form defines the format and reads everything unusual.
extension PluginMessage {
  /// Reads a message from a frame's header.
  ///
  /// - Throws: `DecodingError` for what is not a message of the protocol,
  ///   ``UnsupportedProtocolVersion`` for a hello of another version, and ``MessageTooLarge``.
  package init(header: [UInt8]) throws {
    guard !JSONScanner.hasMoreValues(than: PluginProtocol.maximumHeaderValues, in: header) else {
      throw MessageTooLarge.values
    }
    if let result = DecodeResult(scanning: header) {
      self = .result(result)
    } else {
      // Foundation takes UTF-16 and UTF-32, too, in which values are not counted; both have zeros.
      guard !header.contains(0) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "the header is not UTF-8: a byte of it is 0"))
      }
      self = try JSONDecoder().decode(PluginMessage.self, from: Data(header))
    }
    if case .result(let result) = self, case .success(let readings) = result.outcome,
      readings.count > PluginProtocol.maximumReadings
    {
      throw MessageTooLarge.readings(readings.count)
    }
  }

  /// The message as a frame's header.
  ///
  /// - Throws: `EncodingError` when corners are not finite, which JSON cannot express.
  package func header() throws -> [UInt8] {
    if case .result(let result) = self, result.hasFiniteCorners { return result.written }
    return [UInt8](try JSONEncoder().encode(self))
  }
}

extension DecodeResult {
  /// True if every corner is a number that JSON can express.
  var hasFiniteCorners: Bool {
    guard case .success(let readings) = outcome else { return true }
    return readings.allSatisfy { reading in
      reading.corners?.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } ?? true
    }
  }

  fileprivate var written: [UInt8] {
    var json = JSONWriter()
    json.integer("{\"type\":\"result\",\"id\":", id)
    json.integer(",\"nonce\":", nonce)
    switch outcome {
    case .success(let readings):
      json.literal(",\"readings\":")
      json.array(readings) { $0.reading($1) }
    case .failure(let error):
      json.literal(",\"error\":")
      json.string(error.message)
    }
    json.integer(",\"wallNanoseconds\":", wallNanoseconds)
    json.integer(",\"cpuNanoseconds\":", cpuNanoseconds)
    json.literal("}")
    return json.bytes
  }

  /// Reads a result in its plain form; `nil` for everything else.
  package init?(scanning header: [UInt8]) {
    var type: String?
    var id: Int?
    var nonce: Int?
    var readings: [Reading]?
    var failure: String?
    var wallNanoseconds: Int?
    var cpuNanoseconds: Int?
    var json = JSONScanner(header)
    let isPlain = json.object { json, name in
      switch name {
      case "type": fill(&type, with: json.string())
      case "id": fill(&id, with: json.integer())
      case "nonce": fill(&nonce, with: json.integer())
      case "readings": fill(&readings, with: json.readings())
      case "error": fill(&failure, with: json.string())
      case "wallNanoseconds": fill(&wallNanoseconds, with: json.integer())
      case "cpuNanoseconds": fill(&cpuNanoseconds, with: json.integer())
      default: false
      }
    }
    guard isPlain, json.isAtEnd(), type == "result", let id else { return nil }
    let outcome: Result<[Reading], DecoderError>
    if let failure {
      outcome = .failure(DecoderError(failure))
    } else if let readings {
      outcome = .success(readings)
    } else {
      return nil
    }
    self.init(
      id: id, outcome: outcome, wallNanoseconds: wallNanoseconds ?? 0,
      cpuNanoseconds: cpuNanoseconds ?? 0, nonce: nonce)
  }
}
