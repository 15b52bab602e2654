import DecoderKit

/// An image with its truth.
public struct Sample: Sendable {
  /// The sample's name, from which it can be drawn again.
  public let key: SampleKey
  /// What identifies the image without drawing it; see ``SampleSpecification/hash``.
  public let hash: String
  /// What the decoders get to see.
  public let image: GrayImage
  /// What they should find.
  public let expected: [ExpectedSymbol]
  /// The symbol in the image.
  public let symbol: Symbol
  /// Where the symbol lies: modules to pixels.
  public let transform: PlaneTransform
  /// What it took to make the sample.
  public let cost: DrawingCost

  /// Makes a sample from its parts.
  public init(
    key: SampleKey, hash: String, image: GrayImage, expected: [ExpectedSymbol], symbol: Symbol,
    transform: PlaneTransform, cost: DrawingCost
  ) {
    self.key = key
    self.hash = hash
    self.image = image
    self.expected = expected
    self.symbol = symbol
    self.transform = transform
    self.cost = cost
  }
}

/// A symbol that a decoder should find in an image.
public struct ExpectedSymbol: Hashable, Sendable {
  /// What kind of barcode it is.
  public let symbology: Symbology
  /// Its data.
  public let bytes: [UInt8]
  /// Where it lies: the outer corners of its modules, without quiet zone.
  public let corners: Corners

  /// Makes an expectation.
  public init(symbology: Symbology, bytes: [UInt8], corners: Corners) {
    self.symbology = symbology
    self.bytes = bytes
    self.corners = corners
  }
}

/// What it took to make a sample, in nanoseconds of the drawing thread's CPU time.
public struct DrawingCost: Hashable, Sendable {
  /// From payload to modules.
  public let encodeNanoseconds: UInt64
  /// From modules to pixels.
  public let renderNanoseconds: UInt64

  /// Makes a cost.
  public init(encodeNanoseconds: UInt64, renderNanoseconds: UInt64) {
    self.encodeNanoseconds = encodeNanoseconds
    self.renderNanoseconds = renderNanoseconds
  }
}
