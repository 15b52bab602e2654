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

  /// Makes a request.
  public init(id: Int, width: Int, height: Int, rowStride: Int, hints: DecodeHints = .none) {
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
    case id, width, height, rowStride, symbologies, maximumCount
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
            maximumCount: try fields.decodeIfPresent(Int.self, forKey: .maximumCount))))
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
      try fields.encode(request.width, forKey: .width)
      try fields.encode(request.height, forKey: .height)
      try fields.encode(request.rowStride, forKey: .rowStride)
      try fields.encodeIfPresent(
        request.hints.symbologies?.map(\.rawValue).sorted(), forKey: .symbologies)
      try fields.encodeIfPresent(request.hints.maximumCount, forKey: .maximumCount)
    }
  }
}
