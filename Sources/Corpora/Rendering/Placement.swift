import DecoderKit

/// Where a symbol lies in its image, and how large the image is.
package struct Placement: Hashable, Sendable {
  /// The image's columns.
  package let width: Int
  /// The image's rows.
  package let height: Int
  /// The side of a module, in pixels.
  package let moduleSizePixels: Double
  /// Where the symbol's own top left corner lies.
  package let origin: Point
  /// Symbol to image.
  package let transform: PlaneTransform
  /// The rotation is exactly 0: modules are upright rectangles of pixels.
  package let isUpright: Bool

  /// The longest side of an image, in pixels.
  package static let maximumSide = 16_384

  /// The smallest image that holds a symbol and its quiet zone at any sub-pixel phase.
  ///
  /// - Parameters:
  ///   - columns: Modules in a row.
  ///   - rows: Rows of modules.
  ///   - quietZone: Modules of margin on each side, turned with the symbol.
  ///   - moduleSizePixels: The side of a module; above 0.
  ///   - rotationDegrees: Clockwise as seen in the image.
  ///   - phase: Pixels by which all is moved right and down, each in [0, 1).
  package init(
    columns: Int, rows: Int, quietZone: Int, moduleSizePixels: Double, rotationDegrees: Double,
    phase: Point
  ) {
    let (sine, cosine) = sineAndCosine(degrees: rotationDegrees)
    let margin = Double(quietZone)
    let boxWidth = (Double(columns) + 2 * margin) * moduleSizePixels
    let boxHeight = (Double(rows) + 2 * margin) * moduleSizePixels
    let width = abs(cosine) * boxWidth + abs(sine) * boxHeight
    let height = abs(sine) * boxWidth + abs(cosine) * boxHeight

    // The box's left and top end touch the image's edge when the phase is 0; its own top left
    // corner lies where the negative parts of its sides leave it.
    let left = max(0, -cosine * boxWidth) + max(0, sine * boxHeight)
    let top = max(0, -sine * boxWidth) + max(0, -cosine * boxHeight)
    let inset = margin * moduleSizePixels
    origin = Point(
      x: left + (cosine - sine) * inset + phase.x, y: top + (sine + cosine) * inset + phase.y)

    self.moduleSizePixels = moduleSizePixels
    self.width = Self.pixels(width)
    self.height = Self.pixels(height)
    transform = PlaneTransform(
      rotatedByDegrees: rotationDegrees, scaledBy: moduleSizePixels, origin: origin)
    isUpright = rotationDegrees == 0
  }

  /// Where a row of modules begins in an upright image.
  func top(ofRow row: Int) -> Double { origin.y + Double(row) * moduleSizePixels }

  /// Where a column of modules begins in an upright image.
  func left(ofColumn column: Int) -> Double { origin.x + Double(column) * moduleSizePixels }

  /// Whole pixels that hold a length at any phase: binary fractions may not add a pixel of their own.
  private static func pixels(_ length: Double) -> Int {
    Int((length - 1e-9).rounded(.up)) + 1
  }

  /// Pixels that a side of a symbol takes at most, over all rotations.
  package static func largestSide(
    columns: Int, rows: Int, quietZone: Int, moduleSizePixels: Double
  ) -> Double {
    let width = Double(columns + 2 * quietZone)
    let height = Double(rows + 2 * quietZone)
    return (width * width + height * height).squareRoot() * moduleSizePixels + 1
  }
}
