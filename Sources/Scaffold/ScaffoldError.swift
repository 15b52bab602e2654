/// Why a plugin could not be begun.
public struct ScaffoldError: Error, Equatable, CustomStringConvertible {
  /// The kinds of trouble, for the exit code.
  public enum Code: Hashable, Sendable {
    /// The name cannot be a plugin's.
    case badName
    /// There is something where the plugin's folder would go.
    case occupied
    /// The installation lacks the files that a plugin begins with.
    case incompleteInstallation
    /// A file or folder could not be written.
    case notWritten
  }

  /// The kind of trouble.
  public let code: Code
  /// What is wrong and what would be right.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Whether the person who typed can mend it by typing something else.
  public var isUsageError: Bool { code == .badName || code == .occupied }
}
