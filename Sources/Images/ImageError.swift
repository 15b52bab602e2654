/// Why an image could not be read or written.
public struct ImageError: Error, Equatable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Equatable, Sendable {
    /// The file cannot be opened, read or written; the system's reason is in the message.
    case file
    /// The bytes are not a whole, valid image of the kind that they claim to be.
    case malformed
    /// The image is larger than ``ImageLimits/maximumPixels``, or it has no pixels to write.
    case size
  }

  /// What kind of failure it is.
  public let code: Code
  /// The file, where there is one.
  public let path: String?
  /// What is wrong, as a sentence without the path.
  public let message: String

  /// Makes an error.
  public init(code: Code, path: String? = nil, message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  public var description: String {
    path.map { "\($0): \(message)" } ?? message
  }

  /// The same error, naming the file that it came from.
  func at(_ path: String) -> ImageError {
    ImageError(code: code, path: path, message: message)
  }
}

/// How large an image may be.
public enum ImageLimits {
  /// The most pixels in an image that is read, 2²⁸: what one message to a worker can carry.
  ///
  /// It is checked before anything is allocated, so that a few bytes that claim to be a huge image
  /// cost nothing.
  public static let maximumPixels = 1 << 28
}
