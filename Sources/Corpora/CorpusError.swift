/// An error in a corpus file, with its place.
public struct CorpusError: Error, Equatable, CustomStringConvertible {
  /// The file, as the caller named it.
  public let file: String
  /// The line, from 1; `nil` when the whole file is at fault.
  public let line: Int?
  /// A message that says what is wrong and what would be right.
  public let message: String

  /// Makes an error.
  public init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// `file:line: message`.
  public var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}
