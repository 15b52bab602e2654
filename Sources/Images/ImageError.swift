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

  /// Makes an error.
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
