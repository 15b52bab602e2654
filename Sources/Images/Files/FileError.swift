/// The reason a file could not be read or written.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// The file, as the caller named it.
  public let path: String
  /// The problem, as a sentence without the path: `cannot be written: No space left on device`.
  public let message: String
  /// The system's error number (`errno`); `nil` where the system reported none.
  public let systemCode: Int32?

  /// Makes an error.
  public init(path: String, message: String, systemCode: Int32? = nil) {
    self.path = path
    self.message = message
    self.systemCode = systemCode
  }

  public var description: String { "\(path): \(message)" }
}
