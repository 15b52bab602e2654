import Foundation

/// A file that is written beside its place, piece by piece, and moved there when it is complete.
///
/// A reader sees the old file or the new one, never a part of one: a full disk, an error or a
/// killed process leaves what was there before. A file that is not committed removes itself; only a
/// killed process leaves its `.partial` file behind.
///
/// The new file gets the permissions of a new file. If the path is a symbolic link, the file
/// replaces the link, not what it points to. It is a class, so that several can wait in one array
/// to take their places together; one thread uses it at a time.
public final class AtomicFile {
  /// The path that the file is to take.
  public let path: String

  private let partialPath: String
  /// True if the bytes are flushed to the disk before the file takes its place.
  private let isDurable: Bool
  private var descriptor: Int32
  /// A buffer for small pieces, so that not every line is a system call.
  private var waiting: [UInt8] = []
  private var state = State.open

  private enum State {
    case open, complete, done
  }

  private static let waitingRoom = 1 << 16

  /// Creates an empty file beside the path.
  ///
  /// - Parameters:
  ///   - path: The path that the file is to take.
  ///   - isDurable: True to have the bytes on the disk before the file takes its place, so that not
  ///     even a loss of power leaves half of it (`fsync`: milliseconds, on a slow disk a second).
  ///     Files that can easily be made again do not need it.
  /// - Throws: ``FileError`` when nothing can be created there, or a folder, a device or a pipe is
  ///   in the place.
  public init(path: String, isDurable: Bool) throws(FileError) {
    try Self.checkPlace(path)
    self.path = path
    self.isDurable = isDurable
    partialPath = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max)).partial"
    descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("cannot be written", path) }
  }

  deinit { discard() }

  /// Adds bytes to the end.
  ///
  /// - Throws: ``FileError``; the file is then discarded.
  /// - Precondition: The file is neither complete nor discarded.
  public func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
    precondition(state == .open, "a complete file is written to")
    waiting += bytes
    if waiting.count >= Self.waitingRoom { try writeWaiting() }
  }

  /// The descriptor for a program that writes the file in place of ``write(_:)``.
  ///
  /// - Precondition: Nothing was written, and the file is neither complete nor discarded.
  package var descriptorForProgram: Int32 {
    precondition(state == .open && waiting.isEmpty, "a file has one writer")
    return descriptor
  }

  /// Adds text to the end, as UTF-8.
  ///
  /// - Throws: ``FileError``; the file is then discarded.
  /// - Precondition: The file is neither complete nor discarded.
  public func write(_ text: String) throws(FileError) {
    try write(text.utf8)
  }

  /// Writes the buffered bytes and closes the file, which then only lacks its name.
  ///
  /// If several files belong together, complete all of them and then commit all: a full disk shows
  /// before the first one takes its place.
  ///
  /// - Throws: ``FileError``; the file is then discarded.
  /// - Precondition: The file is not discarded.
  public func complete() throws(FileError) {
    precondition(state != .done, "a discarded file is completed")
    guard state == .open else { return }
    try writeWaiting()
    // Some file systems report only here that they are full; those that cannot do it say EINVAL.
    if isDurable, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { try fail() }
    let closed = close(descriptor)
    descriptor = -1
    // A network file system may report only here that the disk is full.
    guard closed == 0 else { return try fail() }
    state = .complete
  }

  /// Gives the file its name, replacing a file that is there; completes it first if necessary.
  ///
  /// - Throws: ``FileError``; the file is then discarded, and what was there before still exists.
  /// - Precondition: The file is not discarded.
  public func commit() throws(FileError) {
    try complete()
    guard systemRename(partialPath, path) == 0 else { return try fail("cannot be replaced") }
    state = .done
  }

  /// Removes the file unless it has its name already. Doing it twice is no error.
  public func discard() {
    if descriptor >= 0 { _ = close(descriptor) }
    descriptor = -1
    if state != .done { _ = unlink(partialPath) }
    state = .done
  }

  /// Writes a file in one go; see ``init(path:isDurable:)``.
  ///
  /// - Throws: ``FileError``; whatever was at the path before is then still there.
  public static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(FileError) {
    let file = try AtomicFile(path: path, isDurable: isDurable)
    file.waiting = bytes
    try file.commit()
  }

  /// Gives a complete file its name, after its bytes are on the disk, unless there is one of that name.
  ///
  /// - Throws: ``FileError``; a file that was there stays as it was.
  package static func publish(_ partialPath: String, as path: String) throws(FileError) {
    let descriptor = open(partialPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("cannot be written", path) }
    defer { _ = close(descriptor) }
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP {
      throw .system("cannot be written", path)
    }
    // A link, unlike a rename, takes no other file's place.
    guard link(partialPath, path) == 0 else { throw .system("cannot be made", path) }
  }

  private func writeWaiting() throws(FileError) {
    var written = 0
    while written < waiting.count {
      let count = waiting.withUnsafeBytes {
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        try fail()
      }
    }
    waiting.removeAll(keepingCapacity: waiting.count <= 2 * Self.waitingRoom)
  }

  /// Discards the file and throws the error that the system has just reported.
  private func fail(_ what: String = "cannot be written") throws(FileError) {
    let error = FileError.system(what, path)
    discard()
    throw error
  }

  /// Refuses a folder, a device or a pipe: a rename could replace a device, given the permission.
  private static func checkPlace(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw FileError(path: path, message: "cannot be replaced: it is a folder")
    default:
      throw FileError(path: path, message: "cannot be replaced: it is a device or a pipe")
    }
  }
}
