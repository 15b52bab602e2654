import Base
import DecoderKit
import Symbols

/// The place of a flat rectangle in its image, seen straight on, with the size of the image.
package struct Placement: Hashable, Sendable {
  /// The number of the image's columns.
  package let width: Int
  /// The number of the image's rows.
  package let height: Int
  /// The side of a module, in pixels.
  package let moduleSizePixels: Double
  /// The position of the rectangle's own top left corner in the image, in pixels.
  package let origin: Point
  /// The map from the rectangle to the image.
  package let transform: PlaneTransform
  /// True if the rotation is exactly 0: modules are upright rectangles of pixels.
  package let isUpright: Bool

  /// The longest side of an image, in pixels.
  package static let maximumSide = 16_384

  /// Makes the smallest image that holds a symbol and its quiet zone at any sub-pixel phase.
  package init(
    _ symbol: Symbol, moduleSizePixels: Double, rotationDegrees: Double, phase: Point
  ) {
    self.init(
      rectangleWidth: symbol.width, rectangleHeight: symbol.height, margin: symbol.quietZone,
      moduleSizePixels: moduleSizePixels, rotationDegrees: rotationDegrees, phase: phase)
  }

  /// Makes the smallest image that holds a rectangle and its margin at any sub-pixel phase.
  ///
  /// - Parameters:
  ///   - rectangleWidth: In modules, without the margin.
  ///   - rectangleHeight: In modules, without the margin.
  ///   - margin: The margin around the rectangle, turned with it.
  ///   - moduleSizePixels: The side of a module; above 0.
  ///   - rotationDegrees: Clockwise as seen in the image.
  ///   - phase: The shift of the whole to the right and down, in pixels, each in [0, 1).
  package init(
    rectangleWidth: Double, rectangleHeight: Double, margin: QuietZone, moduleSizePixels: Double,
    rotationDegrees: Double, phase: Point
  ) {
    let (sine, cosine) = sineAndCosine(degrees: rotationDegrees)
    let boxWidth = (margin.left + rectangleWidth + margin.right) * moduleSizePixels
    let boxHeight = (margin.top + rectangleHeight + margin.bottom) * moduleSizePixels

    // The box touches the left and upper edges of the image when the phase is 0. Its own top left
    // corner is shifted by the parts of its sides that point left or up.
    let left = max(0, -cosine * boxWidth) + max(0, sine * boxHeight)
    let top = max(0, -sine * boxWidth) + max(0, -cosine * boxHeight)
    let insetX = cosine * margin.left - sine * margin.top
    let insetY = sine * margin.left + cosine * margin.top
    origin = Point(
      x: left + insetX * moduleSizePixels + phase.x, y: top + insetY * moduleSizePixels + phase.y)

    self.moduleSizePixels = moduleSizePixels
    width = Self.pixels(abs(cosine) * boxWidth + abs(sine) * boxHeight)
    height = Self.pixels(abs(sine) * boxWidth + abs(cosine) * boxHeight)
    transform = PlaneTransform(
      rotatedByDegrees: rotationDegrees, scaledBy: moduleSizePixels, origin: origin)
    isUpright = rotationDegrees == 0
  }

  /// Makes the placement of an upright symbol in an image of any size.
  init(width: Int, height: Int, moduleSizePixels: Double, origin: Point) {
    self.width = width
    self.height = height
    self.moduleSizePixels = moduleSizePixels
    self.origin = origin
    transform = PlaneTransform(rotatedByDegrees: 0, scaledBy: moduleSizePixels, origin: origin)
    isUpright = true
  }

  /// Returns the whole pixels that hold a length at any phase; rounding errors do not add a pixel.
  static func pixels(_ length: Double) -> Int {
    Int((length - 1e-9).rounded(.up)) + 1
  }
}

/// The reason a scene cannot be drawn.
package struct SceneError: Error, Hashable, CustomStringConvertible {
  /// A sentence that says what is wrong and what would be right.
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The objection to an image whose side is over the limit.
  static var tooLarge: SceneError {
    SceneError(
      "the image would take more than the \(Placement.maximumSide) pixels a side allowed")
  }
}

extension Double {
  /// The number as people write it: whole numbers without a fraction.
  var plain: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
  }
}
