import Base
import Corpora
import Foundation
import ResultStore

/// Folders of strangers: files, links, pipes and sockets under names of all kinds, as the bytes say.
///
/// A secret lies beside the folder. Nothing that reads the folder may return it, or wait.
enum FolderInput {
  private static let secret = Array("the secret beside the folder".utf8)

  static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
    try ForeignInput.inFolder { whole throws(BrokenPromise) in
      let folder = whole + "/folder"
      guard (try? Folder.make(folder + "/inner")) != nil,
        FileManager.default.createFile(atPath: whole + "/secret", contents: Data(secret)),
        FileManager.default.createFile(atPath: folder + "/own", contents: Data("own".utf8))
      else { return }
      for step in stride(from: 0, to: min(bytes.count, 48) & ~2, by: 3) where step + 2 < bytes.count
      {
        make(bytes[step], name(bytes[step + 1]), in: folder, value: bytes[step + 2])
      }
      try read(folder)
    }
  }

  private static func read(_ folder: String) throws(BrokenPromise) {
    guard let foreign = try? ForeignFolder(folder) else { return }
    for name in names {
      guard let bytes = try? foreign.read(name, maximumBytes: 1 << 10) else { continue }
      try promise(bytes != secret, "\(name) leads out of the folder")
      try promise(bytes.count <= 1 << 10, "\(name) is larger than was asked for")
    }
    // Nothing waits for a pipe, or reads a device without end.
    for path in names.map({ "\(folder)/\($0)" }) {
      ForeignInput.read(secret: path)
      try promise((try? StoreMerge.sources([path])) == nil, "\(path) is taken for a slice")
    }
    guard let read = try? ImageFolder.load(path: folder) else { return }
    for photo in read.groups.flatMap(\.photos) {
      guard case .known(let symbols, _) = photo.truth else { continue }
      try promise(
        !symbols.contains { $0.bytes == secret }, "the truth of \(photo.key) is from elsewhere")
    }
  }

  private static let names = [
    "a.png", "a.txt", "a.bin", "manifest.jsonl", "b.png", "b.txt", "inner", "inner/c.png",
    "inner/c.txt",
    "../secret", "..", ".", "/etc/hostname", "own", "a\u{1b}[2J", "",
  ]

  private static func name(_ byte: UInt8) -> String { names[Int(byte) % names.count] }

  private static let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Makes one entry, unless the system refuses it.
  private static func make(_ kind: UInt8, _ name: String, in folder: String, value: UInt8) {
    let path = "\(folder)/\(name)"
    // Nothing is made outside of the folder.
    guard !name.hasPrefix("..") else { return }
    let targets = [
      "../secret", "\(folder)/../secret", "own", name, "/dev/zero", "/dev/stdin", "inner", "a.txt",
    ]
    let target = targets[Int(value) % targets.count]
    switch kind % 6 {
    case 0: _ = FileManager.default.createFile(atPath: path, contents: Data(image))
    case 1:
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(repeating: value, count: Int(value) * 16))
    case 2: _ = symlink(target, path)
    case 3: _ = mkfifo(path, 0o600)
    case 4: _ = mkdir(path, 0o700)
    default: unlink(path)
    }
  }
}
