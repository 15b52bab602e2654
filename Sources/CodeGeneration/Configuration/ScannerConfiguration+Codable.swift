import Base
import DecoderKit

extension ScannerConfiguration: Codable {
  private enum Key: String, CodingKey {
    case schemaVersion, decoder, options, symbologies, lengths, addOns, scanArea, selection
    case rejections, stopRule, severalPerImage, captureResolution, viewFinder, parsesValues
  }

  /// Reads a configuration; only the version and the decoder must be there.
  ///
  /// - Throws: `DecodingError` for another version, and for symbologies that nobody knows.
  package init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let version = try fields.decode(Int.self, forKey: .schemaVersion)
    guard version == Self.schemaVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .schemaVersion, in: fields,
        debugDescription: "version \(version); this harness reads version \(Self.schemaVersion)")
    }
    func field<Value: Decodable>(_ key: Key, or missing: Value) throws -> Value {
      try fields.decodeIfPresent(Value.self, forKey: key) ?? missing
    }
    self.init(
      decoder: try fields.decode(String.self, forKey: .decoder),
      options: try field(.options, or: [:]),
      symbologies: Set(try field(.symbologies, or: [Symbology]())),
      lengths: try Self.ranges(try field(.lengths, or: [:]), in: fields),
      addOns: try field(.addOns, or: .none),
      scanArea: try fields.decodeIfPresent(ScanArea.self, forKey: .scanArea),
      selection: try fields.decodeIfPresent(Selection.self, forKey: .selection),
      rejections: try field(.rejections, or: []),
      stopRule: try field(.stopRule, or: StopRule()),
      severalPerImage: try field(.severalPerImage, or: true),
      captureResolution: try fields.decodeIfPresent(Resolution.self, forKey: .captureResolution),
      viewFinder: try field(.viewFinder, or: .none),
      parsesValues: try field(.parsesValues, or: false))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(Self.schemaVersion, forKey: .schemaVersion)
    try fields.encode(decoder, forKey: .decoder)
    try fields.encode(options, forKey: .options)
    // Sorted, so that the same configuration gives the same bytes.
    try fields.encode(symbologies.sorted { $0.rawValue < $1.rawValue }, forKey: .symbologies)
    let ranges = lengths.map { ($0.key.rawValue, [$0.value.lowerBound, $0.value.upperBound]) }
    try fields.encode(Dictionary(uniqueKeysWithValues: ranges), forKey: .lengths)
    try fields.encode(addOns, forKey: .addOns)
    try fields.encodeIfPresent(scanArea, forKey: .scanArea)
    try fields.encodeIfPresent(selection, forKey: .selection)
    try fields.encode(rejections, forKey: .rejections)
    try fields.encode(stopRule, forKey: .stopRule)
    try fields.encode(severalPerImage, forKey: .severalPerImage)
    try fields.encodeIfPresent(captureResolution, forKey: .captureResolution)
    try fields.encode(viewFinder, forKey: .viewFinder)
    try fields.encode(parsesValues, forKey: .parsesValues)
  }

  private static func ranges(
    _ lengths: [String: [Int]], in fields: KeyedDecodingContainer<Key>
  ) throws -> [Symbology: ClosedRange<Int>] {
    var ranges: [Symbology: ClosedRange<Int>] = [:]
    for (name, ends) in lengths {
      guard let symbology = Symbology(rawValue: name), ends.count == 2, ends[0] <= ends[1] else {
        throw DecodingError.dataCorruptedError(
          forKey: .lengths, in: fields,
          debugDescription:
            "\(name): \(ends) is not a symbology with its shortest and longest length")
      }
      ranges[symbology] = ends[0]...ends[1]
    }
    return ranges
  }
}

/// Bytes are text where they are UTF-8, and hexadecimal digits where they are not.
extension ScannerConfiguration.Rejection: Codable {
  private enum Key: String, CodingKey {
    case exact, exactHex, prefix, prefixHex, pattern
  }

  package init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    guard fields.allKeys.count == 1, let key = fields.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a rejection has one field"))
    }
    let text = try fields.decode(String.self, forKey: key)
    switch key {
    case .exact: self = .exact(text: text)
    case .prefix: self = .prefix(text: text)
    case .pattern: self = .pattern(text)
    case .exactHex, .prefixHex:
      guard let bytes = [UInt8](hexadecimal: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "\"\(text)\" is not a hexadecimal number")
      }
      self = key == .exactHex ? .exact(bytes) : .prefix(bytes)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    func encode(_ bytes: [UInt8], _ asText: Key, _ asDigits: Key) throws {
      if let text = String(validating: bytes, as: UTF8.self) {
        try fields.encode(text, forKey: asText)
      } else {
        try fields.encode(Hexadecimal.text(bytes), forKey: asDigits)
      }
    }
    switch self {
    case .exact(let bytes): try encode(bytes, .exact, .exactHex)
    case .prefix(let bytes): try encode(bytes, .prefix, .prefixHex)
    case .pattern(let pattern): try fields.encode(pattern, forKey: .pattern)
    }
  }
}
