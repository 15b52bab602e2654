import Foundation
import ResultStore

/// Finds result stores: files, folders that hold one, or everything below `reports/`.
enum StoreLocation {
  static let fileName = "observations.sqlite"

  /// The path of the store's file, for the path of a file or folder as typed.
  static func file(in path: String) -> String {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? path + "/" + fileName : path
  }

  /// Stores named by hand, or those of the report folders where none was named.
  ///
  /// - Throws: ``UsageError`` when there are none.
  static func files(_ named: [String]) throws -> [String] {
    guard named.isEmpty else { return named.map(file) }
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "reports")) ?? []
    let found = folders.sorted().map { "reports/\($0)/\(fileName)" }
      .filter(FileManager.default.fileExists)
    guard !found.isEmpty else {
      throw UsageError(
        "there are no results below reports/ yet: name a report folder, or run harness compare")
    }
    return found
  }
}
