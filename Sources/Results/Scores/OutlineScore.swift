import DecoderKit

/// The fit of a decoder's corners to the drawn outlines of the symbols that it read.
public struct OutlineScore: Hashable, Sendable, Codable {
  /// The symbols that it read and whose true outline is known.
  public var read: Int
  /// Those of them for which it gave corners.
  public var withCorners: Int
  /// Those of them whose corners come in another order than the protocol's.
  public var otherOrder: Int
  /// Those of them whose corners lie on a line, as the ends of a scan line do.
  public var onLine: Int
  /// Median of the outline error, in modules (nearest rank, like all quantiles here): the largest
  /// distance of a corner from its place, for linear symbols along the row of bars.
  public var errorMedian: Double?
  /// 95th percentile of the outline error, in modules.
  public var errorP95: Double?
  /// Median of the intersection over union with the true outline, 0 to 1; without corners on a line.
  public var overlapMedian: Double?
  /// 5th percentile of the intersection over union: one symbol in twenty has less.
  public var overlapP5: Double?

  package init(
    read: Int, withCorners: Int, otherOrder: Int, onLine: Int, errorMedian: Double? = nil,
    errorP95: Double? = nil, overlapMedian: Double? = nil, overlapP5: Double? = nil
  ) {
    (self.read, self.withCorners) = (read, withCorners)
    (self.otherOrder, self.onLine) = (otherOrder, onLine)
    (self.errorMedian, self.errorP95) = (errorMedian, errorP95)
    (self.overlapMedian, self.overlapP5) = (overlapMedian, overlapP5)
  }

  /// The share of the symbols that it read for which it gave corners, 0 to 1.
  public var cornerShare: Double { Double(withCorners) / Double(max(read, 1)) }
}

/// One decoder's corners on one symbology, upright or turned.
public struct SymbologyOutlineScore: Hashable, Sendable, Codable {
  public var symbology: Symbology
  /// The turn of the symbols; `nil` where the run's record does not say.
  public var turn: SymbolTurn?
  /// The fit of its corners.
  public var outline: OutlineScore

  package init(symbology: Symbology, turn: SymbolTurn?, outline: OutlineScore) {
    (self.symbology, self.turn, self.outline) = (symbology, turn, outline)
  }
}

/// The turn of symbols in the image.
public enum SymbolTurn: String, CaseIterable, Hashable, Sendable, Codable {
  /// By at most 15 degrees.
  case upright
  /// By more, or by any angle.
  case turned

  /// The largest turn that counts as upright, in degrees.
  package static let uprightDegrees = 15.0

  /// Classifies the largest angle by which symbols are turned, in degrees.
  package init(degrees: Double) {
    self = degrees <= Self.uprightDegrees ? .upright : .turned
  }
}
