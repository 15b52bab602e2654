import DecoderKit

/// The reason that a scan region does not fit its view.
public enum ScanRegionError: Error, Hashable, Sendable {
  /// A view's side or scale is not above 0.
  case emptyView
  /// A frame has no pixels.
  case emptyFrame(width: Int, height: Int)
  /// A margin is negative or no number.
  case badMargin(ViewLength)
  /// The margins take all of the view.
  case nothingLeft
  /// The point of interest lies outside the scan area.
  case pointOutside(Point, Rectangle)
  /// A selection's length has no extent.
  case badSelection(ViewLength)
  /// An aspect ratio is not above 0.
  case badAspect(Double)
}
