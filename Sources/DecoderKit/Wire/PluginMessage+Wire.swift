#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conversion between a message and a frame's header.
///
/// A result, sent once per image, has a fast path for writing and one for reading. The `Codable`
/// form defines the format and reads everything unusual.
extension PluginMessage {
  /// Reads a message from a frame's header.
  ///
  /// - Throws: `DecodingError` for what is not a message of the protocol, and
  ///   ``UnsupportedProtocolVersion`` for a hello of another version.
  package init(header: [UInt8]) throws {
    if let result = DecodeResult(scanning: header) {
      self = .result(result)
    } else {
      self = try JSONDecoder().decode(PluginMessage.self, from: Data(header))
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
