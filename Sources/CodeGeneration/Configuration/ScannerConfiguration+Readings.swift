import DecoderKit

extension ScannerConfiguration {
  /// The accepted numbers of data bytes of a symbology that a decoder reports; `nil` for any.
  package func lengthRange(of symbology: Symbology) -> ClosedRange<Int>? {
    lengths[symbology] ?? lengths[symbology.carrier]
  }

  /// Returns true if a reading counts by its contents: its length and the rejections.
  ///
  /// It is what generated programs do, without the choice by place. A pattern that is wrong matches
  /// nothing.
  package func accepts(_ reading: Reading) -> Bool {
    if let symbology = reading.symbology, let range = lengthRange(of: symbology),
      !range.contains(reading.bytes.count)
    {
      return false
    }
    return !rejections.contains { $0.rejects(reading.bytes) }
  }
}

extension ScannerConfiguration.Rejection {
  /// Returns true if a payload never counts.
  package func rejects(_ payload: [UInt8]) -> Bool {
    switch self {
    case .exact(let bytes): payload == bytes
    case .prefix(let bytes): payload.starts(with: bytes)
    case .pattern(let text): (try? PayloadPattern(text))?.matches(payload) ?? false
    }
  }
}
