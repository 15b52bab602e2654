/// One symbol as a decoder read it.
public struct Reading: Hashable, Sendable {
  /// The symbology that the decoder reports; `nil` when it reports none.
  public var symbology: Symbology?

  /// The symbol's data as bytes. Bytes are the truth: decoders guess charsets in different ways.
  public var bytes: [UInt8]

  /// The data as text; `nil` where the library gives none.
  public var text: String?

  /// The symbol's position in the image; `nil` where the library does not know it.
  public var corners: Corners?

  /// The facts about the data that the bytes do not say: GS1, charsets, losses.
  public var facts: ReadingFacts

  public init(
    symbology: Symbology?, bytes: [UInt8], text: String? = nil, corners: Corners? = nil,
    facts: ReadingFacts = .unknown
  ) {
    self.symbology = symbology
    self.bytes = bytes
    self.text = text
    self.corners = corners
    self.facts = facts
  }

  /// The reading with each corner moved by a function.
  package func mapped(_ place: (Point) -> Point) -> Reading {
    var reading = self
    reading.corners = corners?.mapped(place)
    return reading
  }
}

/// A point in image coordinates, in pixels: x to the right, y down, (0, 0) the image's top left
/// corner, so that the centre of the first pixel is (0.5, 0.5).
public struct Point: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A symbol's four corners, clockwise as seen in the image when the symbol is not mirrored.
///
/// "Top left" is the symbol's own, wherever rotation has put it: for QR the corner of the finder
/// pattern that has a neighbour on both sides, for Data Matrix the upper end of the L, for linear
/// codes the start of the first scan line.
public struct Corners: Hashable, Sendable {
  /// The symbol's own top left.
  public var topLeft: Point
  /// The symbol's own top right.
  public var topRight: Point
  /// The symbol's own bottom right.
  public var bottomRight: Point
  /// The symbol's own bottom left.
  public var bottomLeft: Point

  public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners in order: top left, top right, bottom right, bottom left.
  public var points: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The mean of the corners.
  package var centre: Point {
    Point(x: points.reduce(0) { $0 + $1.x } / 4, y: points.reduce(0) { $0 + $1.y } / 4)
  }

  /// Returns true if a point lies inside: a line from it to the right crosses the sides an odd number of times.
  /// None lies in an outline without an area.
  package func contains(_ point: Point) -> Bool {
    let points = points
    return points.indices.reduce(false) { isInside, index in
      let (one, other) = (points[index], points[(index + 1) % 4])
      guard (one.y > point.y) != (other.y > point.y) else { return isInside }
      let x = one.x + (other.x - one.x) * (point.y - one.y) / (other.y - one.y)
      return x > point.x ? !isInside : isInside
    }
  }

  /// The corners, each moved by a function.
  package func mapped(_ place: (Point) -> Point) -> Corners {
    Corners(
      topLeft: place(topLeft), topRight: place(topRight), bottomRight: place(bottomRight),
      bottomLeft: place(bottomLeft))
  }
}
