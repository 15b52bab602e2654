import Foundation

/// The lock of the folder that holds a decoder's releases: two harnesses that install there take turns.
enum ReleaseFolderLock {
  private static let name = ".lock"
  private static let pollMicroseconds: UInt32 = 50_000

  /// Waits until no other process has the lock, and holds it for as long as a closure takes.
  ///
  /// - Throws: ``PluginError`` if it cannot be had, or when it is no longer wanted; errors of the closure.
  static func hold<Result>(
    _ folder: String, isStopped: () -> Bool, _ body: () throws(PluginError) -> Result
  ) throws(PluginError) -> Result {
    let descriptor = open(
      "\(folder)/\(name)", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw unavailable(folder) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw unavailable(folder) }
      guard !isStopped() else {
        throw PluginError(
          .unavailable, "another harness is installing releases in \(folder); try again later")
      }
      usleep(pollMicroseconds)
    }
    return try body()
  }

  private static func unavailable(_ folder: String) -> PluginError {
    PluginError(
      .unavailable, "\(folder) cannot be locked: \(String(cString: strerror(errno)))")
  }
}
