#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks that what is found on disk cannot have been put there by just any user.
///
/// A search looks only at permissions of the file and its folder, links resolved. Users who can
/// write to a folder above those are trusted, as shells and linkers do.
enum FileTrust {
  /// True if every user of the system can write to a file or folder.
  static func isWritableByAll(_ path: String) -> Bool {
    guard let mode = mode(of: path) else { return false }
    return mode & S_IWOTH != 0
  }

  /// True if every user can put files into a folder and remove those of others.
  static func isFreeForAll(folder: String) -> Bool {
    guard let mode = mode(of: folder) else { return false }
    return mode & S_IWOTH != 0 && mode & S_ISVTX == 0
  }

  /// Refuses a file that every user can change.
  ///
  /// - Throws: ``PluginError`` that says how to correct it.
  static func check(file: String) throws(PluginError) {
    guard isWritableByAll(file) else { return }
    throw PluginError(
      .refused,
      "\(file) is not run: every user can change it; mend it with: chmod o-w \(file)")
  }

  /// Makes the error for a folder whose plugins are refused.
  static func refusal(ofFolder folder: String) -> PluginError {
    PluginError(
      .refused,
      "what is in \(folder) is not run: every user can put a plugin there; "
        + "mend it with: chmod o-w \(folder)")
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode
  }
}
