import DecoderKit

/// A colour of 8 bits a channel.
public struct Colour: Hashable, Sendable {
  /// Red, 0 to 255.
  public let red: UInt8
  /// Green, 0 to 255.
  public let green: UInt8
  /// Blue, 0 to 255.
  public let blue: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}

/// An image in colour that can be drawn on, for people to look at; decoders get grey images.
///
/// Parts outside are not drawn. The same calls give the same bytes on any machine.
public struct ColourImage: Hashable, Sendable {
  /// Columns, in pixels.
  public let width: Int
  /// Rows, in pixels.
  public let height: Int
  /// Red, green and blue of each pixel, row after row.
  public private(set) var samples: [UInt8]

  /// Makes the image of a grey one, with empty rows below it.
  public init(_ image: GrayImage, rowsBelow: Int = 0) {
    width = image.width
    height = image.height + rowsBelow
    samples = []
    samples.reserveCapacity(width * height * 3)
    for y in 0..<image.height {
      for value in image.pixels[y * image.rowStride..<y * image.rowStride + width] {
        samples.append(value)
        samples.append(value)
        samples.append(value)
      }
    }
    samples += [UInt8](repeating: 255, count: width * rowsBelow * 3)
  }

  /// Reads a pixel.
  public func colour(x: Int, y: Int) -> Colour {
    let place = (y * width + x) * 3
    return Colour(samples[place], samples[place + 1], samples[place + 2])
  }

  /// Lays a colour over a rectangle; an opacity of 1 hides what was there.
  public mutating func fill(
    x: Int, y: Int, width: Int, height: Int, _ colour: Colour, opacity: Double = 1
  ) {
    let columns = max(x, 0)..<max(min(x + width, self.width), max(x, 0))
    for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
      for column in columns { blend(colour, opacity, x: column, y: row) }
    }
  }

  /// Draws a closed line through points.
  ///
  /// - Parameter lineWidth: The width of the line, in pixels.
  public mutating func stroke(
    _ points: [Point], _ colour: Colour, lineWidth: Double, opacity: Double = 1
  ) {
    // A pixel takes its share of the nearest part of the whole line, so that corners are not darker.
    var shares: [Int: Double] = [:]
    for (index, start) in points.enumerated() {
      addShares(from: start, to: points[(index + 1) % points.count], lineWidth, to: &shares)
    }
    for (place, share) in shares {
      blend(colour, share * opacity, x: place % width, y: place / width)
    }
  }

  /// Draws a dot.
  public mutating func dot(at point: Point, _ colour: Colour, diameter: Double) {
    stroke([point], colour, lineWidth: diameter)
  }

  /// Writes letters from left to right, with their top left corner at a point; see ``BitmapFont``.
  ///
  /// - Parameter scale: Pixels per dot of a letter.
  public mutating func write(_ text: String, x: Int, y: Int, scale: Int, _ colour: Colour) {
    for (index, letter) in BitmapFont.codes(of: text).enumerated() {
      for row in 0..<BitmapFont.height {
        for column in 0..<BitmapFont.width
        where BitmapFont.isSet(letter, column: column, row: row) {
          fill(
            x: x + (index * BitmapFont.advance + column) * scale, y: y + row * scale,
            width: scale, height: scale, colour)
        }
      }
    }
  }

  /// The pixels from one letter to the next at a scale of 1.
  public static let letterAdvance = BitmapFont.advance
  /// The rows of a letter at a scale of 1.
  public static let letterHeight = BitmapFont.height

  private func addShares(
    from start: Point, to end: Point, _ lineWidth: Double, to shares: inout [Int: Double]
  ) {
    let reach = lineWidth / 2 + 1
    guard [start.x, start.y, end.x, end.y].allSatisfy(\.isFinite) else { return }
    let rows = Self.range(min(start.y, end.y) - reach, max(start.y, end.y) + reach, height)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    for row in rows {
      // Only the columns near the line: the others of a long diagonal would be most of the image.
      let (low, high) = Self.span(start, end, row: Double(row) + 0.5, reach: reach)
      for column in Self.range(low, high, width) {
        let (x, y) = (Double(column) + 0.5 - start.x, Double(row) + 0.5 - start.y)
        let along = square > 0 ? min(max((x * dx + y * dy) / square, 0), 1) : 0
        let (offX, offY) = (x - along * dx, y - along * dy)
        let share = lineWidth / 2 + 0.5 - (offX * offX + offY * offY).squareRoot()
        guard share > 0 else { continue }
        let place = row * width + column
        shares[place] = max(shares[place] ?? 0, min(share, 1))
      }
    }
  }

  /// The columns that a line can touch in a row.
  private static func span(
    _ start: Point, _ end: Point, row: Double, reach: Double
  ) -> (Double, Double) {
    let dy = end.y - start.y
    guard dy.magnitude > 1e-9 else {
      return (min(start.x, end.x) - reach, max(start.x, end.x) + reach)
    }
    let places = [row - reach, row + reach].map { y in
      start.x + (end.x - start.x) * min(max((y - start.y) / dy, 0), 1)
    }
    return ((places.min() ?? 0) - reach, (places.max() ?? 0) + reach)
  }

  /// The whole numbers from a range that are columns or rows.
  private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = Int(min(max(low, 0), Double(count)))
    return first..<max(first, Int(min(max(high + 1, 0), Double(count))))
  }

  private mutating func blend(_ colour: Colour, _ opacity: Double, x: Int, y: Int) {
    let place = (y * width + x) * 3
    func mix(_ value: UInt8, _ place: Int) {
      let old = Double(samples[place])
      samples[place] = UInt8((old + (Double(value) - old) * opacity).rounded())
    }
    mix(colour.red, place)
    mix(colour.green, place + 1)
    mix(colour.blue, place + 2)
  }
}

extension PNG {
  /// Turns an image into the bytes of an 8-bit colour PNG file.
  ///
  /// - Throws: As for grey images.
  public static func encode(_ image: ColourImage) throws(ImageError) -> [UInt8] {
    try encode(image.samples, width: image.width, height: image.height, .rgb)
  }
}
