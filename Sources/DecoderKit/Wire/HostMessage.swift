#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message from the host to a plugin; `docs/plugin-protocol.md` has the format.
public enum HostMessage: Hashable, Sendable {
  /// Opens the conversation with the host's protocol version.
  case hello(version: Int)
  /// Sets the options, once, before the first image.
  case configure(options: [String: String])
  /// Asks for one image to be read; the pixels are the frame's payload.
  case decode(DecodeRequest)
}

/// One image to read: its measures and the caller's hints.
public struct DecodeRequest: Hashable, Sendable {
  /// The number that the answer must carry.
  public var id: Int
  /// Columns, in pixels.
  public var width: Int
  /// Rows, in pixels.
  public var height: Int
  /// Bytes from one row to the next.
  public var rowStride: Int
  /// The caller's hints.
  public var hints: DecodeHints
  /// A number that the answer must repeat; `nil` for plugins that do not say that they do.
  public var nonce: Int?

  public init(
    id: Int, width: Int, height: Int, rowStride: Int, hints: DecodeHints = .none,
    nonce: Int? = nil
  ) {
    self.nonce = nonce
    self.id = id
    self.width = width
    self.height = height
    self.rowStride = rowStride
    self.hints = hints
  }
}

extension HostMessage: Codable {
  private enum Key: String, CodingKey {
    case type, version = "protocol", options
    case id, nonce, width, height, rowStride, symbologies, maximumCount
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    switch try fields.decode(String.self, forKey: .type) {
    case "hello":
      self = .hello(version: try fields.decode(Int.self, forKey: .version))
    case "configure":
      self = .configure(
        options: try fields.decodeIfPresent([String: String].self, forKey: .options) ?? [:])
    case "decode":
      let names = try fields.decodeIfPresent([String].self, forKey: .symbologies)
      self = .decode(
        DecodeRequest(
          id: try fields.decode(Int.self, forKey: .id),
          width: try fields.decode(Int.self, forKey: .width),
          height: try fields.decode(Int.self, forKey: .height),
          rowStride: try fields.decode(Int.self, forKey: .rowStride),
          hints: DecodeHints(
            symbologies: names.map { Set($0.compactMap(Symbology.init(parsing:))) },
            maximumCount: try fields.decodeIfPresent(Int.self, forKey: .maximumCount)),
          nonce: try fields.decodeIfPresent(Int.self, forKey: .nonce)))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: fields, debugDescription: "unknown message type \"\(other)\"")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .hello(let version):
      try fields.encode("hello", forKey: .type)
      try fields.encode(version, forKey: .version)
    case .configure(let options):
      try fields.encode("configure", forKey: .type)
      try fields.encode(options, forKey: .options)
    case .decode(let request):
      try fields.encode("decode", forKey: .type)
      try fields.encode(request.id, forKey: .id)
      try fields.encodeIfPresent(request.nonce, forKey: .nonce)
      try fields.encode(request.width, forKey: .width)
      try fields.encode(request.height, forKey: .height)
      try fields.encode(request.rowStride, forKey: .rowStride)
      try fields.encodeIfPresent(
        request.hints.symbologies?.map(\.rawValue).sorted(), forKey: .symbologies)
      try fields.encodeIfPresent(request.hints.maximumCount, forKey: .maximumCount)
    }
  }
}

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
    json.integer("{\"type\":\"decode\",\"id\":", id)
    json.integer(",\"nonce\":", nonce)
    json.integer(",\"width\":", width)
    json.integer(",\"height\":", height)
    json.integer(",\"rowStride\":", rowStride)
    if let symbologies = hints.symbologies {
      json.literal(",\"symbologies\":")
      json.array(symbologies.map(\.rawValue).sorted()) { $0.string($1) }
    }
    json.integer(",\"maximumCount\":", hints.maximumCount)
    json.literal("}")
    return json.bytes
  }

  /// Reads a request in its plain form; `nil` for everything else.
  package init?(scanning header: [UInt8]) {
    var type: String?
    var id: Int?
    var nonce: Int?
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
      case "nonce": fill(&nonce, with: json.integer())
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
      hints: DecodeHints(symbologies: symbologies, maximumCount: maximumCount), nonce: nonce)
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
