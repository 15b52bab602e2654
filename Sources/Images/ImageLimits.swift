import DecoderKit

/// Limits of the size of an image and of its file.
///
/// They are checked before anything is allocated, so that a few bytes that claim to be a huge image
/// cost nothing.
public enum ImageLimits {
  /// The most pixels in an image that is read, 2²⁸: what one message to a worker can carry.
  public static let maximumPixels = 1 << 28

  /// The most bytes in a file that is read, 2³⁰: four for each pixel of the largest image.
  public static let maximumFileBytes = 1 << 30

  /// The number of pixels of an image.
  ///
  /// - Throws: ``ImageError`` of code `size` for more than ``maximumPixels``.
  static func pixelCount(width: Int, height: Int) throws(ImageError) -> Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= maximumPixels else {
      throw ImageError(
        code: .size,
        message: "\(width) × \(height) pixels is more than the \(maximumPixels) allowed")
    }
    return count
  }
}

extension GrayImage {
  /// Makes the image that a reader has decoded.
  init(decodedWidth width: Int, height: Int, pixels: [UInt8]) throws(ImageError) {
    do {
      try self.init(width: width, height: height, pixels: pixels)
    } catch {
      throw ImageError(code: .malformed, message: error.description)
    }
  }
}
