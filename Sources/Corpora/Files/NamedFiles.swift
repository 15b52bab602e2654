import Foundation

/// The YAML files of some folders by name: `qr-small` for `qr-small.yaml`.
struct NamedFiles: Sendable {
  /// The path of each file, by name.
  let paths: [String: String]
  /// The folders that were searched, for messages.
  let folders: [String]

  /// Lists the files; a name in an earlier folder takes precedence.
  ///
  /// A folder that does not exist holds no files; this is not an error.
  init(folders: [String]) {
    var paths: [String: String] = [:]
    for folder in folders {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for entry in entries where entry.hasSuffix(Self.suffix) {
        let name = String(entry.dropLast(Self.suffix.count))
        guard CorpusName.isValid(name), paths[name] == nil else { continue }
        paths[name] = folder.hasSuffix("/") ? folder + entry : "\(folder)/\(entry)"
      }
    }
    self.paths = paths
    self.folders = folders
  }

  private static let suffix = ".yaml"

  /// The names, sorted.
  var names: [String] { paths.keys.sorted() }

  /// Finds the file that a person names: by its name, or by its path.
  ///
  /// - Returns: `nil` if no file has that name, and it neither looks like a path nor exists as one.
  func path(nameOrPath: String) -> String? {
    if let path = paths[nameOrPath] { return path }
    let isPath =
      nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml") || nameOrPath.hasSuffix(".yml")
    return isPath || FileManager.default.fileExists(atPath: nameOrPath) ? nameOrPath : nil
  }
}
