import Corpora
import DecoderKit
import Evaluation

/// A symbol that every reader of its symbology should read: black on white, large by default.
struct ClearSymbol: Sendable {
  /// The default module size, in pixels.
  static let moduleSizePixels = 8.0

  /// The name of the drawing: "QR Code version 2, ecc M".
  let name: String
  let symbology: Symbology
  let image: GrayImage
  /// The expected symbol, with its corners.
  let expected: ExpectedSymbol

  /// Draws a symbol with more white to the right and below than to the left and above.
  ///
  /// A decoder that counts coordinates from the right or from below therefore gives others.
  ///
  /// - Parameters:
  ///   - moduleSizePixels: The module size, in pixels.
  ///   - rotationDegrees: 0 or 90, clockwise as seen.
  ///   - phase: Pixels by which it is moved right, in [0, 1). Down it is always half a pixel.
  init(
    _ payload: String, _ options: SymbolOptions,
    moduleSizePixels: Double = ClearSymbol.moduleSizePixels, rotationDegrees: Double = 0,
    phase: Double = 0.25
  ) throws {
    var encoder = SymbolEncoder()
    var rasteriser = SymbolRasteriser()
    let symbol = try encoder.encode(Array(payload.utf8), options: options)
    let placement = Placement(
      symbol, moduleSizePixels: moduleSizePixels, rotationDegrees: rotationDegrees,
      phase: Point(x: phase, y: 0.5))
    let drawn = try rasteriser.draw(symbol, placement)
    let corners = placement.transform.corners(width: symbol.width, height: symbol.height)

    name =
      "\(options)" + (moduleSizePixels == Self.moduleSizePixels ? "" : ", small")
      + (rotationDegrees == 0 ? "" : ", turned by 90°")
    symbology = options.symbology
    (image, expected) = try Self.surround(
      drawn,
      ExpectedSymbol(symbology: symbol.symbology, bytes: symbol.payload, corners: corners))
  }

  /// White pixels around the image: left, above, right, below.
  private static let surroundings = (left: 16, top: 24, right: 48, bottom: 96)

  private static func surround(
    _ image: GrayImage, _ expected: ExpectedSymbol
  ) throws -> (GrayImage, ExpectedSymbol) {
    let white = surroundings
    let width = white.left + image.width + white.right
    let height = white.top + image.height + white.bottom
    let placed = image.placed(
      x: white.left, y: white.top, in: GrayImage(width: width, height: height, filledWith: 255))
    let moved = expected.corners.map { $0.moved(x: Double(white.left), y: Double(white.top)) }
    return (
      placed,
      ExpectedSymbol(symbology: expected.symbology, bytes: expected.bytes, corners: moved)
    )
  }

  /// Judges the readings against this symbol, by the rules of a comparison.
  func judge(_ readings: [Reading]) -> Judgement {
    TruthMatching.judge(readings, against: expected)
  }

  /// The reading that is this symbol.
  func reading(among readings: [Reading]) -> Reading? {
    let judgement = judge(readings)
    guard judgement.verdict == .read, let index = judgement.symbols.first?.reading else {
      return nil
    }
    return readings[index]
  }

  /// The image in words, for messages about a plugin.
  var what: String { "a clear \(name)" }
}

extension GrayImage {
  /// A larger image that contains this one.
  ///
  /// - Precondition: It fits there.
  func placed(x: Int, y: Int, in ground: GrayImage) -> GrayImage {
    precondition(x + width <= ground.width && y + height <= ground.height)
    var pixels = ground.packed().pixels
    for row in 0..<height {
      let start = (y + row) * ground.width + x
      pixels.replaceSubrange(
        start..<start + width, with: self.pixels[row * rowStride..<row * rowStride + width])
    }
    return GrayImage(ground.width, ground.height, pixels)
  }

  /// The same image, with rows padded by bytes that are not white.
  func padded(by bytes: Int) -> GrayImage {
    let stride = width + bytes
    var pixels: [UInt8] = []
    pixels.reserveCapacity(stride * height)
    for row in 0..<height {
      pixels += self.pixels[row * rowStride..<row * rowStride + width]
      for column in 0..<bytes { pixels.append(UInt8(truncatingIfNeeded: 37 &* (row &+ column))) }
    }
    return GrayImage(width, height, pixels, rowStride: stride)
  }

  /// Makes an image from a size and bytes that are known to fit.
  init(_ width: Int, _ height: Int, _ pixels: [UInt8], rowStride: Int? = nil) {
    guard
      let image = try? GrayImage(
        width: width, height: height, rowStride: rowStride, pixels: pixels)
    else { preconditionFailure("the kit's own image has the wrong measures") }
    self = image
  }
}

extension Corners {
  fileprivate func moved(x: Double, y: Double) -> Corners {
    func moved(_ point: Point) -> Point { Point(x: point.x + x, y: point.y + y) }
    return Corners(
      topLeft: moved(topLeft), topRight: moved(topRight), bottomRight: moved(bottomRight),
      bottomLeft: moved(bottomLeft))
  }
}
