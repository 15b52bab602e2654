import GRDB

/// The reason the result store could not do what was asked, naming its file.
public struct StoreError: Error, CustomStringConvertible {
  /// The store's file.
  public let path: String
  /// A sentence that says what failed and why.
  public let message: String

  init(path: String, doing: String, _ error: any Error) {
    self.path = path
    message = "cannot \(doing) (\(path)): \(Self.reason(error))"
  }

  public var description: String { message }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case StoreFile.Objection.absent:
      return "there is no such file"
    case StoreFile.Objection.foreign:
      return "the file is another program's database; move it away and run again"
    case StoreFile.Objection.otherLayout:
      return "another version of the harness wrote it; move it away and run again"
    default: break
    }
    guard let error = error as? DatabaseError else { return "\(error)" }
    return switch error.resultCode {
    case .SQLITE_FULL: "the disk is full; free some room, or choose another --output"
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      "it cannot be written; choose another --output"
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      "the file is not a result store; move it away and run again"
    default: error.message ?? "\(error)"
    }
  }
}
