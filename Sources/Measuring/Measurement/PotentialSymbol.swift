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

  /// The kind of symbol.
  public let kind: Kind
  /// About where it lies, clockwise, in pixels; from any of its corners.
  public let outline: Corners
  /// The estimated module size, in pixels; good to about a third.
  public let moduleSizePixels: Double
  /// The length of short runs of dark or light, in pixels; below the module size where blur misleads that.
  public let finestPixels: Double
  /// About the number of modules across and down; `nil` for bars.
  public let modules: SIMD2<Double>?
  /// The faults that are measured there, the gravest first; empty if nothing is wrong to the eye.
  public let obstacles: [FaultSign]

  public init(
    kind: Kind, outline: Corners, moduleSizePixels: Double, finestPixels: Double? = nil,
    modules: SIMD2<Double>? = nil, obstacles: [FaultSign]
  ) {
    self.kind = kind
    self.outline = outline
    self.moduleSizePixels = moduleSizePixels
    self.finestPixels = min(finestPixels ?? moduleSizePixels, moduleSizePixels)
    self.modules = modules
    self.obstacles = obstacles
  }
}
