/// The reason a new plugin could not be written.
public struct ScaffoldError: Error, Equatable, CustomStringConvertible {
  /// The kinds of problem, which decide the exit code.
  public enum Code: Hashable, Sendable {
    /// The name is not valid for a plugin.
    case badName
    /// Something is already there where the plugin's folder would go.
    case occupied
    /// The installation lacks the files that a new plugin is made from.
    case incompleteInstallation
    /// A file or folder could not be written.
    case notWritten
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and what would be right.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// True if the user can correct the error by typing something else.
  public var isUsageError: Bool { code == .badName || code == .occupied }
}
