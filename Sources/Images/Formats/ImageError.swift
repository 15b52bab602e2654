import Base
import DecoderKit

/// The reason an image could not be read or written.
public struct ImageError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Equatable, Sendable {
    /// The file cannot be opened, read or written; the system's reason is in the message.
    case file
    /// The bytes are of no image format that is read here; see ``ImageFormat``.
    case format
    /// The bytes are not a whole, valid image of the format that they claim to be.
    case malformed
    /// The image is larger than ``ImageLimits`` or its format allow, or it has no pixels to write.
    case size
  }

  /// The kind of failure.
  public let code: Code
  /// The file; `nil` where there is none.
  public let path: String?
  /// The problem, as a sentence without the path.
  public let message: String

  public init(code: Code, path: String? = nil, message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// Makes an error of a file that cannot be read or written at all.
  public init(_ error: FileError) {
    self.init(code: .file, path: error.path, message: error.message)
  }

  public var description: String {
    path.map { "\($0): \(message)" } ?? message
  }

  /// The same error, with the file that it came from.
  func at(_ path: String) -> ImageError {
    ImageError(code: code, path: path, message: message)
  }

  /// Makes the error for bytes that claim to be of a format and are not.
  static func invalid(_ format: String, _ reason: String) -> ImageError {
    ImageError(code: .malformed, message: "is not a valid \(format) file: \(reason)")
  }
}

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

/// The bytes of image files, read within ``ImageLimits``.
package enum ImageBytes {
  /// The bytes of an image file.
  ///
  /// - Throws: ``ImageError`` of code `file`, naming the file.
  package static func bytes(ofFile path: String) throws(ImageError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(path, maximumBytes: ImageLimits.maximumFileBytes)
    } catch {
      throw ImageError(error)
    }
  }

  /// Reads a file's pixels with the reader of one format.
  static func pixels(
    ofFile path: String, _ reader: ([UInt8]) throws(ImageError) -> GrayImage
  ) throws(ImageError) -> GrayImage {
    let bytes = try bytes(ofFile: path)
    do throws(ImageError) {
      return try reader(bytes)
    } catch {
      throw error.at(path)
    }
  }
}
