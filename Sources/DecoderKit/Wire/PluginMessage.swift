#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message from a plugin to the host; `docs/plugin-protocol.md` has the format.
public enum PluginMessage: Hashable, Sendable {
  /// Answers the host's hello with the plugin's identity.
  case hello(version: Int, identity: DecoderIdentity)
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

  /// Makes a result.
  public init(
    id: Int, outcome: Result<[Reading], DecoderError>, wallNanoseconds: Int, cpuNanoseconds: Int
  ) {
    self.id = id
    self.outcome = outcome
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
  }
}

extension PluginMessage: Codable {
  private enum Key: String, CodingKey {
    case type, version = "protocol", message
    case id, readings, error, wallNanoseconds, cpuNanoseconds
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    switch try fields.decode(String.self, forKey: .type) {
    case "hello":
      let version = try fields.decode(Int.self, forKey: .version)
      guard version == PluginProtocol.version else { throw UnsupportedProtocolVersion(version) }
      self = .hello(version: version, identity: try DecoderIdentity(from: decoder))
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
          cpuNanoseconds: try fields.decodeIfPresent(Int.self, forKey: .cpuNanoseconds) ?? 0))
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
    case .hello(let version, let identity):
      try fields.encode("hello", forKey: .type)
      try fields.encode(version, forKey: .version)
      try identity.encode(to: encoder)
    case .ready:
      try fields.encode("ready", forKey: .type)
    case .result(let result):
      try fields.encode("result", forKey: .type)
      try fields.encode(result.id, forKey: .id)
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

  /// Makes the error.
  public init(_ version: Int) {
    self.version = version
  }

  public var description: String {
    "speaks version \(version) of the plugin protocol; this harness speaks version "
      + "\(PluginProtocol.version)"
  }
}

extension Reading: Codable {
  private enum Key: String, CodingKey {
    case symbology, bytes, text, corners
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let name = try fields.decodeIfPresent(String.self, forKey: .symbology)
    let data = try fields.decode(Data.self, forKey: .bytes)
    self.init(
      symbology: name.flatMap(Symbology.init(parsing:)),
      bytes: [UInt8](data),
      text: try fields.decodeIfPresent(String.self, forKey: .text),
      corners: try fields.decodeIfPresent(Corners.self, forKey: .corners))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(symbology?.rawValue, forKey: .symbology)
    try fields.encode(Data(bytes), forKey: .bytes)
    try fields.encodeIfPresent(text, forKey: .text)
    try fields.encodeIfPresent(corners, forKey: .corners)
  }
}

extension Corners: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let pairs = try decoder.singleValueContainer().decode([[Double]].self)
    guard pairs.count == 4, pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) }) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "corners are four pairs of numbers, [[x, y], …]"))
    }
    let points = pairs.map { Point(x: $0[0], y: $0[1]) }
    self.init(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(points.map { [$0.x, $0.y] })
  }
}
