import Base
import Foundation
import GRDB
import Results

/// The reason the result store could not do what was asked, naming its file.
package struct StoreError: Error, CustomStringConvertible {
  /// The store's file.
  package let path: String
  /// A sentence that says what failed and why.
  package let message: String
  /// True if it could be done once nobody writes to the store any more.
  package let isBusy: Bool

  init(path: String, doing: String, _ error: any Error) {
    self.path = path
    if case StoreMerge.Refusal.isBeingWritten = error { isBusy = true } else { isBusy = false }
    message = "cannot \(doing) (\(path)): \(Self.reason(error, path: path))"
  }

  package var description: String { message }

  private static func reason(_ error: any Error, path: String) -> String {
    switch error {
    case StoreFile.Refusal.absent:
      "there is no such file"
    case StoreFile.Refusal.place(let reason): reason
    case StoreFile.Refusal.foreign:
      "the file is another program's database; move it away and run again"
    case StoreFile.Refusal.otherLayout:
      "another version of the harness wrote it; use that one, or move the file away and run again"
    case StoreMerge.Refusal.isBeingWritten:
      "a run is still being written to it; merge it when the run has ended"
    case let fault as StoreFault:
      "\(fault). Nothing in it is changed; " + Self.remedy
    case let error as DatabaseError: reason(error, path: path)
    case let error as CocoaError:
      (error.underlying as? POSIXError).map { FileError.words(for: $0.code.rawValue) }
        ?? error.localizedDescription
    default: "\(error)"
    }
  }

  private static let remedy =
    "harness runs store check says all that is wrong with it, and harness runs store repair writes what is "
    + "sound to a new file"

  private static func reason(_ error: DatabaseError, path: String) -> String {
    switch error.resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR: roomReason(error, path: path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      "it or its folder cannot be written, which SQLite needs even to read; choose another "
        + "--output, or copy it to a folder that can be written"
    case .SQLITE_NOTADB:
      "the file is not a result store; move it away and run again"
    case .SQLITE_CORRUPT:
      "the file is damaged (\(error.message ?? "")). Nothing in it is changed; " + remedy
    case .SQLITE_TOOBIG:
      "a text in it is larger than any that a harness writes. Nothing in it is changed; "
        + remedy
    case .SQLITE_BUSY: "another process is holding it; run again later"
    default: error.message ?? "\(error)"
    }
  }

  /// The reason that a write failed: SQLite itself does not tell a full disk from a limit or a fault.
  private static func roomReason(_ error: DatabaseError, path: String) -> String {
    var limit = rlimit()
    if getrlimit(fileSizeResource, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) {
      // SQLite writes pages and the like: what is within some of them of the limit has reached it.
      let sizes = ([""] + StoreFile.endings).map { StoreFile.size(of: [path + $0]) }
      if (sizes.max() ?? 0) + 1 << 16 >= Int(limit.rlim_cur) {
        return "a limit on the size of files (ulimit -f) is reached; raise it"
      }
    }
    var disk = statvfs()
    let isFull =
      error.resultCode == .SQLITE_FULL
      || statvfs(path, &disk) == 0 && Int(disk.f_bavail) * Int(disk.f_frsize) < 1 << 16
    return isFull
      ? "the disk is full; free some space, or choose another --output"
      : "the disk reports a fault (\(error.message ?? "")); check it, or choose another --output"
  }

  #if canImport(Glibc)
    private static let fileSizeResource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let fileSizeResource = RLIMIT_FSIZE
  #endif
}
