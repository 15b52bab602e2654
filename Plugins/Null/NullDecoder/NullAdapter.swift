import DecoderKit

/// Reads nothing, at once: a run with it costs only what the harness itself costs.
public struct NullAdapter: Decoder {
  /// The identity claims every symbology, so that every sample goes to a worker and back.
  public static let identity = DecoderIdentity(
    name: "null",
    summary: "Reads nothing at once: it measures the harness itself.",
    library: "none",
    version: "1",
    symbologies: Set(Symbology.allCases),
    isOptIn: true)

  /// Makes a decoder; there is nothing to set.
  public init(options: DecoderOptions) {}

  /// Returns no reading, whatever the image; empty images too.
  public func decode(_ image: borrowing GrayImage, hints: DecodeHints) -> [Reading] { [] }
}
