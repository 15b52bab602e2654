import Base
import Foundation

/// A mark on a store's folder by which processes tell each other that runs are being written.
///
/// It is an advisory lock (`flock`) that ends with its process, however that ends. It is on the folder,
/// since closing any other descriptor of the store's own file would end SQLite's locks on it (How To
/// Corrupt An SQLite Database File, https://sqlite.org/howtocorrupt.html).
package final class StoreLock {
  private let descriptor: Int32

  /// Marks a store as being written. Several processes can do so at once.
  ///
  /// - Returns: `nil` where the file system has no such locks.
  init?(forWriting path: String) {
    guard let descriptor = Self.open(path) else { return nil }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { Self.release(descriptor) }

  /// True if some process, this one included, is writing runs to a store.
  package static func isHeld(on path: String) -> Bool {
    guard let descriptor = open(path) else { return false }
    defer { release(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Ends a lock now: a process that is just being started has its descriptor, too, until it runs its program.
  private static func release(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func open(_ path: String) -> Int32? {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let descriptor = Foundation.open(
      Folder.parent(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }
}
