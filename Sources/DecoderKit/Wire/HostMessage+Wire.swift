#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conversion between a message and a frame's header.
///
/// A decode request, sent once per image, has a fast path for writing and one for reading. The
/// `Codable` form defines the format and reads everything unusual.
extension HostMessage {
  /// Reads a message from a frame's header.
  ///
  /// - Throws: `DecodingError` for what is not a message of the protocol.
  package init(header: [UInt8]) throws {
    if let request = DecodeRequest(scanning: header) {
      self = .decode(request)
    } else {
      self = try JSONDecoder().decode(HostMessage.self, from: Data(header))
    }
  }

  /// The message as a frame's header.
  package var header: [UInt8] {
    if case .decode(let request) = self { return request.written }
    guard let json = try? JSONEncoder().encode(self) else {
      preconditionFailure("a message of words and whole numbers does not encode")
    }
    return [UInt8](json)
  }
}

extension DecodeRequest {
  fileprivate var written: [UInt8] {
    var json = JSONWriter()
    json.literal("{\"type\":\"decode\",\"id\":")
    json.integer(id)
    json.literal(",\"width\":")
    json.integer(width)
    json.literal(",\"height\":")
    json.integer(height)
    json.literal(",\"rowStride\":")
    json.integer(rowStride)
    if let symbologies = hints.symbologies {
      json.literal(",\"symbologies\":")
      json.array(symbologies.map(\.rawValue).sorted()) { $0.string($1) }
    }
    if let maximumCount = hints.maximumCount {
      json.literal(",\"maximumCount\":")
      json.integer(maximumCount)
    }
    json.literal("}")
    return json.bytes
  }

  /// Reads a request in its plain form; `nil` for everything else.
  package init?(scanning header: [UInt8]) {
    var type: String?
    var id: Int?
    var width: Int?
    var height: Int?
    var rowStride: Int?
    var maximumCount: Int?
    var symbologies: Set<Symbology>?
    var json = JSONScanner(header)
    let isPlain = json.object { json, name in
      switch name {
      case "type": fill(&type, with: json.string())
      case "id": fill(&id, with: json.integer())
      case "width": fill(&width, with: json.integer())
      case "height": fill(&height, with: json.integer())
      case "rowStride": fill(&rowStride, with: json.integer())
      case "maximumCount": fill(&maximumCount, with: json.integer())
      case "symbologies": fill(&symbologies, with: json.symbologies())
      default: false
      }
    }
    guard
      isPlain, json.isAtEnd(), type == "decode", let id, let width, let height, let rowStride
    else { return nil }
    self.init(
      id: id, width: width, height: height, rowStride: rowStride,
      hints: DecodeHints(symbologies: symbologies, maximumCount: maximumCount))
  }
}

extension JSONScanner {
  fileprivate mutating func symbologies() -> Set<Symbology>? {
    var found: Set<Symbology> = []
    let isPlain = array { json in
      guard let name = json.string() else { return false }
      if let symbology = Symbology(parsing: name) { found.insert(symbology) }
      return true
    }
    return isPlain ? found : nil
  }
}

/// Fills a field that has no value yet; `false` if it has one or if the new value is `nil`.
func fill<Value>(_ field: inout Value?, with value: Value?) -> Bool {
  guard field == nil, let value else { return false }
  field = value
  return true
}
