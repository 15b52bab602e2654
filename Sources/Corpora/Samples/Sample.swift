import DecoderKit

/// An image with its truth.
public struct Sample: Sendable {
  /// The sample's key, from which it can be drawn again.
  public let key: SampleKey
  /// The hash that identifies the image without drawing it; see ``SampleSpecification/hash``.
  public let hash: String
  /// The image that decoders are given.
  public let image: GrayImage
  /// The symbols that decoders should find.
  public let truth: Truth
  /// The symbols that were drawn, in the truth's order; empty for photos.
  public let drawn: [DrawnSymbol]
  /// The photo's file; `nil` for drawn samples.
  public let file: String?
  /// The CPU time that it took to make the sample.
  public let cost: DrawingCost

  /// Makes a sample from its parts.
  public init(
    key: SampleKey, hash: String, image: GrayImage, truth: Truth, drawn: [DrawnSymbol] = [],
    file: String? = nil, cost: DrawingCost
  ) {
    self.key = key
    self.hash = hash
    self.image = image
    self.truth = truth
    self.drawn = drawn
    self.file = file
    self.cost = cost
  }
}

/// A symbol with its place in an image.
public struct DrawnSymbol: Hashable, Sendable {
  /// The symbol.
  public let symbol: Symbol
  /// The map from modules to pixels.
  public let map: SurfaceMap

  /// Makes a drawn symbol.
  public init(symbol: Symbol, map: SurfaceMap) {
    self.symbol = symbol
    self.map = map
  }
}

/// The CPU time of the drawing thread that it took to make a sample, in nanoseconds.
public struct DrawingCost: Hashable, Sendable {
  /// The time from payload to modules.
  public let encodeNanoseconds: UInt64
  /// The time from modules to pixels; for photos, from the file to pixels.
  public let renderNanoseconds: UInt64

  /// Makes a cost.
  public init(encodeNanoseconds: UInt64, renderNanoseconds: UInt64) {
    self.encodeNanoseconds = encodeNanoseconds
    self.renderNanoseconds = renderNanoseconds
  }
}
