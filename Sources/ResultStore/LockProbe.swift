import Base
import Foundation

/// Finds out whether a file system keeps the locks under which a store is written.
///
/// Some network file systems, and some file systems in user space, grant every lock that they are asked for. Two
/// processes would then write over each other. Within one machine that shows: what one open file has locked must
/// be refused to another one.
enum LockProbe {
  /// Tries both kinds of lock on a file of its own beside a store; SQLite's own would end with this probe.
  ///
  /// - Throws: ``StoreFile/Refusal`` if locks do not hold.
  static func check(folderOf path: String) throws(StoreFile.Refusal) {
    let folder = Folder.parent(of: URL(filePath: path).resolvingSymlinksInPath().path)
    let name = "\(folder)/.locks-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let first = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    // Where nothing can be written, the store itself says why.
    guard first >= 0 else { return }
    let second = open(name, O_RDWR | O_CLOEXEC)
    defer {
      for descriptor in [first, second] where descriptor >= 0 { close(descriptor) }
      unlink(name)
    }
    guard second >= 0 else { return }
    for lock in [wholeFile, range] where lock(first) == 0 && lock(second) == 0 {
      throw .place(
        "the file system of \(folder) grants every lock, so that two harnesses could write over each other; "
          + "choose an --output on another disk")
    }
  }

  /// Locks a file as ``StoreLock`` does; returns an error's number, or 0.
  private static func wholeFile(_ descriptor: Int32) -> Int32 {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
  }

  /// Locks a part of a file as SQLite does, but for an open file instead of a process.
  private static func range(_ descriptor: Int32) -> Int32 {
    #if os(Linux)
      let setLock: Int32 = 37  // F_OFD_SETLK
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_len = 1
      return fcntl(descriptor, setLock, &lock) == 0 ? 0 : errno
    #else
      return ENOTSUP
    #endif
  }
}
