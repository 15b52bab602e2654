#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reading as messages have it.
extension Reading: Codable {
  private enum Key: String, CodingKey {
    case symbology, bytes, text, corners
    case identifier = "symbologyIdentifier", interpretations = "eci", losses = "lost"
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let name = try fields.decodeIfPresent(String.self, forKey: .symbology)
    let data = try fields.decode(Data.self, forKey: .bytes)
    self.init(
      symbology: name.flatMap(Symbology.init(parsing:)),
      bytes: [UInt8](data),
      text: try fields.decodeIfPresent(String.self, forKey: .text),
      corners: try fields.decodeIfPresent(Corners.self, forKey: .corners),
      facts: ReadingFacts(
        identifier: try fields.decodeIfPresent(String.self, forKey: .identifier)
          .flatMap(SymbologyIdentifier.init),
        interpretations: try fields.decodeIfPresent(
          [AnnouncedInterpretation].self, forKey: .interpretations),
        losses: ReadingLoss.known(
          try fields.decodeIfPresent([String].self, forKey: .losses) ?? [])))
    guard AnnouncedInterpretation.areInOrder(facts.interpretations, withinBytes: bytes.count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .interpretations, in: fields,
        debugDescription: "the offsets of eci rise, from 0 to the number of bytes")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(symbology?.rawValue, forKey: .symbology)
    try fields.encode(Data(bytes), forKey: .bytes)
    try fields.encodeIfPresent(text, forKey: .text)
    try fields.encodeIfPresent(corners, forKey: .corners)
    try fields.encodeIfPresent(facts.identifier?.description, forKey: .identifier)
    try fields.encodeIfPresent(facts.interpretations, forKey: .interpretations)
    if !facts.losses.isEmpty { try fields.encode(ReadingLoss.words(facts.losses), forKey: .losses) }
  }
}

extension ReadingLoss {
  /// The losses that this version knows among some words; others are of a newer one.
  fileprivate static func known(_ words: [String]) -> Set<ReadingLoss> {
    Set(words.compactMap(ReadingLoss.init))
  }

  /// The words, in the order of the cases.
  package static func words(_ losses: Set<ReadingLoss>) -> [String] {
    allCases.filter(losses.contains).map(\.rawValue)
  }
}

extension AnnouncedInterpretation: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let pair = try decoder.singleValueContainer().decode([Int].self)
    guard pair.count == 2, pair.allSatisfy({ $0 >= 0 }) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "eci are pairs of whole numbers, [[offset, number], …]"))
    }
    self.init(offset: pair[0], number: pair[1])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([offset, number])
  }

  /// True if the offsets rise and none is behind the bytes.
  fileprivate static func areInOrder(
    _ announced: [AnnouncedInterpretation]?, withinBytes count: Int
  ) -> Bool {
    guard let announced, let last = announced.last else { return true }
    return last.offset <= count
      && zip(announced, announced.dropFirst()).allSatisfy { $0.offset < $1.offset }
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

/// The fast paths of messages, which the `Codable` form above defines.
extension JSONWriter {
  mutating func reading(_ reading: Reading) {
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
    facts(reading.facts)
    literal("}")
  }

  private mutating func facts(_ facts: ReadingFacts) {
    if let identifier = facts.identifier {
      literal(",\"symbologyIdentifier\":")
      string(identifier.description)
    }
    if let interpretations = facts.interpretations {
      literal(",\"eci\":")
      array(interpretations) { json, one in
        json.array([one.offset, one.number]) { $0.integer($1) }
      }
    }
    if !facts.losses.isEmpty {
      literal(",\"lost\":")
      array(ReadingLoss.words(facts.losses)) { $0.string($1) }
    }
  }
}

extension JSONScanner {
  mutating func readings() -> [Reading]? { elements { $0.reading() } }

  private mutating func reading() -> Reading? {
    var symbology: String?
    var data: Data?
    var text: String?
    var corners: Corners?
    var identifier: String?
    var interpretations: [AnnouncedInterpretation]?
    var losses: [String]?
    let isPlain = object { json, name in
      switch name {
      case "symbology": fill(&symbology, with: json.string())
      case "bytes": fill(&data, with: json.string().flatMap { Data(base64Encoded: $0) })
      case "text": fill(&text, with: json.string())
      case "corners": fill(&corners, with: json.corners())
      case "symbologyIdentifier": fill(&identifier, with: json.string())
      case "eci": fill(&interpretations, with: json.interpretations())
      case "lost": fill(&losses, with: json.elements { $0.string() })
      default: false
      }
    }
    guard isPlain, let data,
      AnnouncedInterpretation.areInOrder(interpretations, withinBytes: data.count)
    else { return nil }
    return Reading(
      symbology: symbology.flatMap(Symbology.init(parsing:)), bytes: [UInt8](data), text: text,
      corners: corners,
      facts: ReadingFacts(
        identifier: identifier.flatMap(SymbologyIdentifier.init), interpretations: interpretations,
        losses: ReadingLoss.known(losses ?? [])))
  }

  private mutating func interpretations() -> [AnnouncedInterpretation]? {
    pairs { json in json.integer().flatMap { $0 >= 0 ? $0 : nil } }?
      .map { AnnouncedInterpretation(offset: $0, number: $1) }
  }

  private mutating func corners() -> Corners? {
    guard let points = pairs(of: { $0.number() })?.map({ Point(x: $0, y: $1) }), points.count == 4
    else { return nil }
    return Corners(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }
}
