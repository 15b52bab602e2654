import DecoderKit

/// template-name: a decoder plugin for barcode-harness.
struct TemplateNameDecoder: Decoder {
  static let identity = DecoderIdentity(
    name: "template-name",
    summary: "Reads nothing yet.",
    // The library that reads; "none" until there is one. Take its version from it where possible.
    library: "none",
    version: "0",
    // Symbologies that it reads: [.qrCode, .ean13]. Others count as unsupported, which is no
    // failure.
    symbologies: [])

  /// Sets the library up; this time is not measured.
  init(options: DecoderOptions) throws {}

  /// Reads an image: for each symbol found a `Reading(symbology:bytes:text:corners:)`.
  mutating func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading] {
    guard !image.isEmpty else { return [] }
    return image.withUnsafeBytes { bytes in
      // Row y starts at y × image.rowStride.
      []
    }
  }
}
