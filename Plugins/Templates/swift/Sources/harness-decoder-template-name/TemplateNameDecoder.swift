import DecoderKit

/// template-name: a decoder plugin for barcode-harness.
struct TemplateNameDecoder: Decoder {
  static let identity = DecoderIdentity(
    name: "template-name",
    summary: "Reads nothing yet.",
    // The library that reads; "none" until there is one. Ask it for its version where that can be.
    library: "none",
    version: "0",
    // What it reads: [.qrCode, .ean13]. What is not named counts as unsupported, which is no failure.
    symbologies: [])

  /// Sets the library up; the time this takes counts for nobody.
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
