import DecoderKit
import Images

/// The mapping from a camera's frame to the view that shows it.
///
/// The frame is turned upright and shown so that it fills the view: its scale is the larger of the two
/// ratios of view to frame, and half of what is too much is cut off on either side.
public struct ViewMapping: Hashable, Sendable {
  /// The frame's columns as it was delivered, in pixels.
  public let frameWidth: Int
  /// The frame's rows as it was delivered, in pixels.
  public let frameHeight: Int
  /// The frame's orientation.
  public let orientation: ImageOrientation
  /// The view.
  public let view: ScanView

  /// Makes a mapping.
  ///
  /// - Throws: ``ScanRegionError/emptyFrame(width:height:)`` for a frame without pixels.
  public init(
    frameWidth: Int, frameHeight: Int, orientation: ImageOrientation = .upright, view: ScanView
  ) throws(ScanRegionError) {
    guard frameWidth > 0, frameHeight > 0 else {
      throw .emptyFrame(width: frameWidth, height: frameHeight)
    }
    self.frameWidth = frameWidth
    self.frameHeight = frameHeight
    self.orientation = orientation
    self.view = view
  }

  /// Device pixels of the view per pixel of the frame.
  public var scale: Double {
    max(view.widthPixels / uprightWidth, view.heightPixels / uprightHeight)
  }

  /// Finds the place in the view, in device pixels from its top left, of a point of the frame.
  public func viewPoint(_ point: Point) -> Point {
    let upright = orientation.uprightPoint(point, width: frameWidth, height: frameHeight)
    return Point(
      x: upright.x * scale - (uprightWidth * scale - view.widthPixels) / 2,
      y: upright.y * scale - (uprightHeight * scale - view.heightPixels) / 2)
  }

  /// Finds the point of the frame that is shown at a place in the view.
  public func framePoint(_ point: Point) -> Point {
    orientation.storedPoint(
      Point(
        x: (point.x + (uprightWidth * scale - view.widthPixels) / 2) / scale,
        y: (point.y + (uprightHeight * scale - view.heightPixels) / 2) / scale),
      width: frameWidth, height: frameHeight)
  }

  /// Moves an outline from the frame to the view.
  public func viewCorners(_ corners: Corners) -> Corners {
    Corners(
      topLeft: viewPoint(corners.topLeft), topRight: viewPoint(corners.topRight),
      bottomRight: viewPoint(corners.bottomRight), bottomLeft: viewPoint(corners.bottomLeft))
  }

  /// Finds the part of the frame that a rectangle of the view shows.
  public func frameRectangle(_ rectangle: Rectangle) -> Rectangle {
    Rectangle(
      from: framePoint(rectangle.corners.topLeft), to: framePoint(rectangle.corners.bottomRight))
  }

  private var uprightWidth: Double {
    Double(orientation.swapsSides ? frameHeight : frameWidth)
  }
  private var uprightHeight: Double {
    Double(orientation.swapsSides ? frameWidth : frameHeight)
  }
}
