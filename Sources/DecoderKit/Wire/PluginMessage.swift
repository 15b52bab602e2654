#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message from a plugin to the host; `docs/plugin-protocol.md` has the format.
public enum PluginMessage: Hashable, Sendable {
  /// Answers the host's hello with the plugin's identity, and with the number of requests that may wait in
  /// its input while it works on another.
  case hello(version: Int, identity: DecoderIdentity, requestsAhead: Int = 0)
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
    case type, version = "protocol", requestsAhead, message
    case id, readings, error, wallNanoseconds, cpuNanoseconds
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
        requestsAhead: min(max(ahead, 0), PluginProtocol.maximumRequestsAhead))
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
    case .hello(let version, let identity, let requestsAhead):
      try fields.encode("hello", forKey: .type)
      try fields.encode(version, forKey: .version)
      if requestsAhead > 0 { try fields.encode(requestsAhead, forKey: .requestsAhead) }
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
    json.literal("{\"type\":\"result\",\"id\":")
    json.integer(id)
    switch outcome {
    case .success(let readings):
      json.literal(",\"readings\":")
      json.array(readings) { $0.reading($1) }
    case .failure(let error):
      json.literal(",\"error\":")
      json.string(error.message)
    }
    json.literal(",\"wallNanoseconds\":")
    json.integer(wallNanoseconds)
    json.literal(",\"cpuNanoseconds\":")
    json.integer(cpuNanoseconds)
    json.literal("}")
    return json.bytes
  }

  /// Reads a result in its plain form; `nil` for everything else.
  package init?(scanning header: [UInt8]) {
    var type: String?
    var id: Int?
    var readings: [Reading]?
    var failure: String?
    var wallNanoseconds: Int?
    var cpuNanoseconds: Int?
    var json = JSONScanner(header)
    let isPlain = json.object { json, name in
      switch name {
      case "type": fill(&type, with: json.string())
      case "id": fill(&id, with: json.integer())
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
      cpuNanoseconds: cpuNanoseconds ?? 0)
  }
}

extension JSONWriter {
  fileprivate mutating func reading(_ reading: Reading) {
    literal("{")
    if let symbology = reading.symbology {
      literal("\"symbology\":")
      string(symbology.rawValue)
      literal(",")
    }
    literal("\"bytes\":")
    string(Data(reading.bytes).base64EncodedString())
    if let text = reading.text {
      literal(",\"text\":")
      string(text)
    }
    if let corners = reading.corners {
      literal(",\"corners\":")
      array(corners.points) { json, point in json.array([point.x, point.y]) { $0.number($1) } }
    }
    literal("}")
  }
}

extension JSONScanner {
  fileprivate mutating func readings() -> [Reading]? {
    var found: [Reading] = []
    let isPlain = array { json in
      guard let reading = json.reading() else { return false }
      found.append(reading)
      return true
    }
    return isPlain ? found : nil
  }

  private mutating func reading() -> Reading? {
    var symbology: String?
    var data: Data?
    var text: String?
    var corners: Corners?
    let isPlain = object { json, name in
      switch name {
      case "symbology": fill(&symbology, with: json.string())
      case "bytes": fill(&data, with: json.string().flatMap { Data(base64Encoded: $0) })
      case "text": fill(&text, with: json.string())
      case "corners": fill(&corners, with: json.corners())
      default: false
      }
    }
    guard isPlain, let data else { return nil }
    return Reading(
      symbology: symbology.flatMap(Symbology.init(parsing:)), bytes: [UInt8](data), text: text,
      corners: corners)
  }

  private mutating func corners() -> Corners? {
    var numbers: [Double] = []
    var pairs = 0
    let isPlain = array { json in
      pairs += 1
      let isPair = json.array { json in
        guard let number = json.number() else { return false }
        numbers.append(number)
        return true
      }
      return isPair && numbers.count == 2 * pairs
    }
    guard isPlain, pairs == 4 else { return nil }
    return Corners(
      topLeft: Point(x: numbers[0], y: numbers[1]), topRight: Point(x: numbers[2], y: numbers[3]),
      bottomRight: Point(x: numbers[4], y: numbers[5]),
      bottomLeft: Point(x: numbers[6], y: numbers[7]))
  }
}
