import Foundation
import Synchronization

/// A folder of a test's own, removed with everything in it when the test ends. One that tests share is
/// removed when the program ends.
package final class ScratchFolder: Sendable {
  /// Its absolute path.
  package let path: String

  private static let present = Mutex<Set<String>>([])
  private static let isRemovedAtExit: Bool =
    atexit {
      for path in present.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    } == 0

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/harness-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    precondition(Self.isRemovedAtExit)
    _ = Self.present.withLock { $0.insert(path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    _ = Self.present.withLock { $0.remove(path) }
  }

  /// Writes a file and returns its path.
  @discardableResult
  package func file(_ name: String, _ content: String, isExecutable: Bool = false) throws -> String
  {
    let file = try file(name, bytes: Array(content.utf8))
    if isExecutable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
    return file
  }

  /// Writes a file and returns its path.
  package func file(_ name: String, bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  /// The names in the folder, or in one of its own, sorted; none where there is no folder.
  package func names(in subfolder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + subfolder)) ?? []).sorted()
  }
}

/// A small file system in memory, which only root can mount.
package enum SmallDisk {
  /// True if this process may mount one.
  package static let canBeMounted: Bool = {
    guard geteuid() == 0, let scratch = try? ScratchFolder(),
      mount(on: scratch.path, kilobytes: 100)
    else { return false }
    unmount(scratch.path)
    return true
  }()

  /// Mounts a disk on a folder; returns true on success.
  package static func mount(on folder: String, kilobytes: Int) -> Bool {
    run(["/bin/mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder])
  }

  /// Gives a mounted disk 100 MB; returns true on success.
  package static func enlarge(_ folder: String) -> Bool {
    run(["/bin/mount", "-o", "remount,size=100m", folder])
  }

  /// Takes away the right to write on a mounted disk; returns true on success.
  package static func makeReadOnly(_ folder: String) -> Bool {
    run(["/bin/mount", "-o", "remount,ro", folder])
  }

  package static func unmount(_ folder: String) {
    _ = run(["/bin/umount", folder])
  }

  private static func run(_ command: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
