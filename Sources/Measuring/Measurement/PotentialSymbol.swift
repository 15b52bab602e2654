import DecoderKit

/// A place in an image that looks like a symbol which nobody has read.
public struct PotentialSymbol: Hashable, Sendable {
  /// The kind of symbol that a place looks like.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Parallel bars.
    case linear
    /// Edges in all directions, within four sides.
    case matrix
  }

  /// An obstacle to reading that can be seen, with the remedy's measure.
  public enum Obstacle: Hashable, Sendable {
    /// The modules are too small: the image must be this many times as large.
    case tooSmall(zoom: Double)
    /// The edges are spread over this standard deviation, in pixels.
    case outOfFocus(sigmaPixels: Double)
    /// Other ink reaches into the margin that should be light.
    case quietZoneMissing
    /// The difference between light and dark is this share of full scale.
    case lowContrast(Double)
    /// The symbol is light on dark.
    case inverted
  }

  /// The kind of symbol.
  public let kind: Kind
  /// About where it lies, clockwise, in pixels; from any of its corners.
  public let outline: Corners
  /// The estimated module size, in pixels; good to about a third.
  public let moduleSizePixels: Double
  /// The obstacles that are seen, the most likely first; empty if nothing is wrong to the eye.
  public let obstacles: [Obstacle]

  /// Makes a place.
  public init(
    kind: Kind, outline: Corners, moduleSizePixels: Double, obstacles: [Obstacle]
  ) {
    self.kind = kind
    self.outline = outline
    self.moduleSizePixels = moduleSizePixels
    self.obstacles = obstacles
  }
}
