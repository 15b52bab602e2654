import DecoderKit

/// The reason that a scan region does not fit its view.
public enum ScanRegionError: Error, Hashable, Sendable, CustomStringConvertible {
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

  public var description: String {
    switch self {
    case .emptyView: "a view's width, height and scale are above 0"
    case .emptyFrame(let width, let height): "a frame of \(width) × \(height) pixels has none"
    case .badMargin(let length): "a margin of \(length) is not 0 or more"
    case .nothingLeft: "the margins leave nothing of the view"
    case .pointOutside(let point, let area):
      "the point of interest, x \(point.x) and y \(point.y) px, lies outside the scan area, which goes "
        + "from \(area.x) to \(area.right) and from \(area.y) to \(area.bottom) px"
    case .badSelection(let length): "a selection of \(length) has no extent"
    case .badAspect(let aspect): "an aspect ratio of \(aspect) is not above 0"
    }
  }
}
