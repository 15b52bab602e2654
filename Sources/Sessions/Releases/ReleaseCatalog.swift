import Base
import DecoderKit
import Foundation
import Results

/// Finds the lock files of releases: `Releases/2026.1/qr-small.lock.json` beside the corpora.
package struct ReleaseCatalog: Sendable {
  /// The folders that hold a folder for each release; those that do not exist hold none.
  private let folders: [String]

  /// The end of a lock file's name.
  static let suffix = ".lock.json"

  /// Makes a catalog of the releases beside corpora.
  ///
  /// - Parameter corpora: The folders of corpora. An earlier one takes precedence.
  package init(besideCorporaIn corpora: [String]) { folders = corpora.map { $0 + "/Releases" } }

  /// The place of a new lock file: beside the corpora of the current folder.
  package static func place(of release: ReleaseNumber, corpus: String) -> String {
    "Corpora/Releases/\(release)/\(corpus)\(suffix)"
  }

  /// Reads the lock of a corpus in a release.
  ///
  /// - Throws: ``RequestError`` when there is none, `FileError` when it is damaged.
  package func lock(of release: ReleaseNumber, corpus: String) throws -> ReleaseLock {
    let name = "/\(release)/\(corpus)\(Self.suffix)"
    guard let path = folders.map({ $0 + name }).first(where: FileManager.default.fileExists)
    else { throw RequestError(absence(of: release, corpus: corpus)) }
    return try Self.read(path)
  }

  /// Reads a lock file.
  ///
  /// - Throws: `FileError`, also when its root is not that of its contents.
  package static func read(_ path: String) throws(FileError) -> ReleaseLock {
    let lock = try VersionedFile.read(
      ReleaseLock.self, path: path, version: ReleaseLock.currentSchemaVersion)
    guard lock.root == lock.computedRoot else {
      throw FileError(
        path: path,
        message:
          "was changed: its root is \(lock.root.prefix(12))…, and that of its contents is "
          + "\(lock.computedRoot.prefix(12))…; take the file that was published")
    }
    return lock
  }

  /// Writes a new lock file.
  ///
  /// A release never changes: a lock of the same contents is left as it is, and another one is refused.
  ///
  /// - Returns: True if it was written, false if the same one is there.
  /// - Throws: ``RequestError`` for another one, and errors of files.
  package static func write(_ lock: ReleaseLock, to path: String) throws -> Bool {
    if FileManager.default.fileExists(atPath: path) {
      guard try read(path).root == lock.root else {
        throw RequestError(
          "\(path) is for other images, and a release never changes: freeze under another number")
      }
      return false
    }
    let text = try VersionedJSON.text(lock, version: lock.schemaVersion)
    try Folder.make(Folder.parent(of: path))
    try AtomicFile.write(Array(text.utf8), to: path, isDurable: true)
    return true
  }

  private func absence(of release: ReleaseNumber, corpus: String) -> String {
    let known = folders.flatMap(releases)
    let having = known.filter { holds($0, corpus) }
    if !known.contains(release.description) {
      return "there is no release \(release)."
        + SpellingSuggestion.sentence(for: release.description, among: known)
        + (known.isEmpty
          ? " None was found in \(folders.joined(separator: ", "))."
          : " Known: \(Set(known).sorted().joined(separator: ", ")).")
    }
    return "release \(release) has no corpus \"\(corpus)\"."
      + (having.isEmpty
        ? "" : " It is in \(Set(having).sorted().joined(separator: ", ")).")
  }

  private func releases(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { ReleaseNumber(parsing: $0) != nil }
  }

  private func holds(_ release: String, _ corpus: String) -> Bool {
    folders.contains {
      FileManager.default.fileExists(atPath: "\($0)/\(release)/\(corpus)\(Self.suffix)")
    }
  }
}
