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
  public let truth: Truth
  /// The symbols that were drawn, in the truth's order; empty for photos.
  public let drawn: [DrawnSymbol]
  /// The photo's file; `nil` for what was drawn.
  public let file: String?
  /// What it took to make the sample.
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
  /// Where it lies: modules to pixels.
  public let map: SurfaceMap

  /// Makes a drawn symbol.
  public init(symbol: Symbol, map: SurfaceMap) {
    self.symbol = symbol
    self.map = map
  }
}

/// What it took to make a sample, in nanoseconds of the drawing thread's CPU time.
public struct DrawingCost: Hashable, Sendable {
  /// From payload to modules.
  public let encodeNanoseconds: UInt64
  /// From modules to pixels; for photos, from the file to pixels.
  public let renderNanoseconds: UInt64

  /// Makes a cost.
  public init(encodeNanoseconds: UInt64, renderNanoseconds: UInt64) {
    self.encodeNanoseconds = encodeNanoseconds
    self.renderNanoseconds = renderNanoseconds
  }
}
