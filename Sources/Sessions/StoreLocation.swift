import Base
import Foundation

/// Finds result stores: files, folders that hold one, and folders of such folders.
package enum StoreLocation {
  /// The name of a store in its report folder.
  package static let fileName = "observations.sqlite"

  /// The levels of folders that are looked through for report folders.
  private static let depth = 3

  /// The path of the store's file, for the path of a file or folder as typed.
  package static func file(in path: String) -> String {
    Folder.exists(path) ? path + (path.hasSuffix("/") ? "" : "/") + fileName : path
  }

  /// The path as people type it: a report folder instead of the store in it.
  package static func shownPath(of file: String) -> String {
    file.hasSuffix("/" + fileName) ? Folder.parent(of: file) : file
  }

  /// Stores named by hand, or those of the report folders where none was named.
  ///
  /// A folder without a store of its own stands for all report folders in it. A store that is named
  /// twice is taken once.
  ///
  /// - Throws: ``RequestError`` when there are none, and for a path that is not there.
  package static func files(_ named: [String]) throws -> [String] {
    guard !named.isEmpty else {
      let found = try kept()
      guard !found.isEmpty else {
        throw RequestError(
          "there are no results below reports/ yet: name a report folder, or run harness compare")
      }
      return found
    }
    return try named.flatMap { path in
      guard Folder.exists(path) else {
        guard Folder.isTaken(path) else { throw RequestError.noResults(in: path) }
        return [path]
      }
      let found = try stores(below: path, depth: depth)
      guard !found.isEmpty else {
        throw RequestError(
          "there are no results in \(path): a report folder holds \(fileName), and this folder "
            + "holds no report folder")
      }
      return found
    }.uniqued { URL(filePath: $0).resolvingSymlinksInPath().path }
  }

  /// Stores named by hand, and the names of those that are not there, such as a slice that was never
  /// made.
  ///
  /// - Throws: ``RequestError`` when none is there.
  package static func present(_ named: [String]) throws -> (files: [String], absent: [String]) {
    let absent = try named.filter { path in
      try Folder.exists(path) ? stores(below: path, depth: depth).isEmpty : !Folder.isTaken(path)
    }
    let present = named.filter { !absent.contains($0) }
    guard !present.isEmpty else { return (try files(named), []) }
    return (try files(present), absent)
  }

  /// The store that was written last below `reports/`: users want to see the run that they have just
  /// made.
  ///
  /// - Throws: ``RequestError`` when there are none.
  package static func latest() throws -> String {
    func changed(_ file: String) -> Date {
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      return attributes?[.modificationDate] as? Date ?? .distantPast
    }
    let files = try files([])
    return files.max { changed($0) < changed($1) } ?? files[0]
  }

  /// The stores of all report folders below `reports/`; none is a valid answer.
  ///
  /// Files without a byte are passed over: a run that was stopped before its first decode leaves one.
  ///
  /// - Throws: ``UnreadableFolder``, since the stores in it may matter.
  static func kept() throws -> [String] {
    guard Folder.exists("reports") else { return [] }
    return try stores(below: "reports", depth: depth).filter { file in
      (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) != 0
    }
  }

  private static func stores(below folder: String, depth: Int) throws -> [String] {
    let own = file(in: folder)
    if Folder.isTaken(own) { return [own] }
    guard depth > 0 else { return [] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw UnreadableFolder(path: folder)
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return try names.filter { !$0.hasPrefix(".") }.sorted().map { base + $0 }
      .filter(Folder.exists).flatMap { try stores(below: $0, depth: depth - 1) }
  }
}

/// A folder of reports that cannot be listed.
struct UnreadableFolder: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "cannot list \(path), where results may be: allow it to be read, or name a report folder"
  }
}
