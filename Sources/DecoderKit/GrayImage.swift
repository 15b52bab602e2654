/// An 8-bit luminance image: 0 is black, 255 is white, rows run from the top down.
///
/// Images without pixels (width or height 0) can be made: some photos are empty, and a decoder must
/// be able to say that it cannot take them.
public struct GrayImage: Hashable, Sendable {
  /// Columns, in pixels; 0 or more.
  public let width: Int
  /// Rows, in pixels; 0 or more.
  public let height: Int
  /// Bytes from the start of one row to the start of the next; at least `width`.
  public let rowStride: Int
  /// The bytes, row after row; the last row may end after `width` bytes.
  public private(set) var pixels: [UInt8]

  /// Makes an image from its bytes.
  ///
  /// - Parameters:
  ///   - width: Columns, 0 or more.
  ///   - height: Rows, 0 or more.
  ///   - rowStride: Bytes per row, at least `width`; `nil` means `width`.
  ///   - pixels: At least `rowStride × (height − 1) + width` bytes.
  /// - Throws: ``GrayImageError`` when the numbers do not fit together.
  public init(
    width: Int, height: Int, rowStride: Int? = nil, pixels: [UInt8]
  ) throws(GrayImageError) {
    let stride = rowStride ?? width
    let needed = try Self.byteCount(width: width, height: height, rowStride: stride)
    guard pixels.count >= needed else {
      throw .tooFewBytes(needed: needed, given: pixels.count)
    }
    self.width = width
    self.height = height
    self.rowStride = stride
    self.pixels = pixels
  }

  /// Makes an image whose every pixel has one value.
  ///
  /// - Precondition: `width` and `height` are 0 or more.
  public init(width: Int, height: Int, filledWith value: UInt8) {
    precondition(width >= 0 && height >= 0, "an image's sides are 0 or more")
    self.width = width
    self.height = height
    self.rowStride = width
    self.pixels = [UInt8](repeating: value, count: width * height)
  }

  /// The number of bytes that an image of these measures must have.
  ///
  /// - Throws: ``GrayImageError`` for negative sides, a short stride or a product past `Int.max`.
  public static func byteCount(
    width: Int, height: Int, rowStride: Int
  ) throws(GrayImageError) -> Int {
    guard width >= 0, height >= 0 else { throw .negativeSide(width: width, height: height) }
    guard rowStride >= width else { throw .shortStride(rowStride, width: width) }
    guard width > 0, height > 0 else { return 0 }
    let (body, overflow) = rowStride.multipliedReportingOverflow(by: height - 1)
    let (total, overflowAtEnd) = body.addingReportingOverflow(width)
    guard !overflow, !overflowAtEnd else { throw .tooLarge(width: width, height: height) }
    return total
  }

  /// True if the image has no pixels.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// One pixel, for tests and occasional look-ups.
  ///
  /// Loops work on rows through ``withUnsafeBytes(_:)``.
  ///
  /// - Precondition: `0 ≤ x < width` and `0 ≤ y < height`.
  public subscript(x: Int, y: Int) -> UInt8 {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the image")
      return pixels[y * rowStride + x]
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the image")
      pixels[y * rowStride + x] = newValue
    }
  }

  /// Calls a closure with the bytes, for C libraries; row `y` starts at `y × rowStride`.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = pixels.withUnsafeBytes { bytes -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// The same image with `rowStride == width`; itself when it is packed already.
  public func packed() -> GrayImage {
    guard rowStride != width else { return self }
    var packedPixels: [UInt8] = []
    packedPixels.reserveCapacity(width * height)
    for y in 0..<height where width > 0 {
      packedPixels += pixels[y * rowStride..<y * rowStride + width]
    }
    return GrayImage(unchecked: width, height: height, pixels: packedPixels)
  }

  private init(unchecked width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.rowStride = width
    self.pixels = pixels
  }
}

/// The reason measures and bytes do not make an image.
public enum GrayImageError: Error, Equatable, CustomStringConvertible {
  /// A side is negative.
  case negativeSide(width: Int, height: Int)
  /// The stride is shorter than a row.
  case shortStride(Int, width: Int)
  /// The byte count does not fit an `Int`.
  case tooLarge(width: Int, height: Int)
  /// There are fewer bytes than the measures need.
  case tooFewBytes(needed: Int, given: Int)

  public var description: String {
    switch self {
    case .negativeSide(let width, let height):
      "an image cannot be \(width) × \(height) pixels: sides are 0 or more"
    case .shortStride(let stride, let width):
      "a row stride of \(stride) bytes is shorter than a row of \(width) pixels"
    case .tooLarge(let width, let height):
      "an image of \(width) × \(height) pixels is too large to address"
    case .tooFewBytes(let needed, let given):
      "the image needs \(needed) bytes and has \(given)"
    }
  }
}
