import DecoderKit
import Foundation

/// The corpora that are available by name.
public struct CorpusCatalog: Sendable {
  /// The file of each corpus, by name.
  private let files: [String: String]
  /// The folders that were searched, for messages.
  private let folders: [String]

  /// Lists the `*.yaml` files of some folders; a name in an earlier folder takes precedence.
  ///
  /// A folder that does not exist holds no corpora; this is not an error.
  public init(folders: [String]) {
    var files: [String: String] = [:]
    for folder in folders {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for entry in entries where entry.hasSuffix(Self.suffix) {
        let name = String(entry.dropLast(Self.suffix.count))
        guard CorpusName.isValid(name), files[name] == nil else { continue }
        files[name] = folder.hasSuffix("/") ? folder + entry : "\(folder)/\(entry)"
      }
    }
    self.files = files
    self.folders = folders
  }

  private static let suffix = ".yaml"

  /// The names, sorted.
  public var names: [String] { files.keys.sorted() }

  /// Reads a corpus by name, or by path if no corpus has that name. A path may also be a folder of
  /// photos.
  ///
  /// - Parameter rotationsDegrees: The angles at which photos are shown; for folders only.
  /// - Throws: ``CorpusCatalogError`` when there is no such corpus, ``FileFault`` or
  ///   ``FolderError`` when there is one and something is wrong with it.
  public func load(nameOrPath: String, rotationsDegrees: [Int]? = nil) throws -> Corpus {
    if let file = files[nameOrPath] {
      return try Corpus.load(path: file, rotationsDegrees: rotationsDegrees)
    }
    let isPath =
      nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml") || nameOrPath.hasSuffix(".yml")
    guard isPath || FileManager.default.fileExists(atPath: nameOrPath) else {
      throw CorpusCatalogError.unknownCorpus(nameOrPath, known: names, folders: folders)
    }
    return try Corpus.load(path: nameOrPath, rotationsDegrees: rotationsDegrees)
  }
}

/// An error raised when a corpus cannot be found.
public enum CorpusCatalogError: Error, Equatable, CustomStringConvertible {
  /// No corpus has this name, and no file has this path.
  case unknownCorpus(String, known: [String], folders: [String])

  public var description: String {
    switch self {
    case .unknownCorpus(let name, let known, let folders):
      "there is no corpus \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
        + (known.isEmpty
          ? " No corpora were found in \(folders.joined(separator: ", "))."
          : " Known: \(known.joined(separator: ", ")).")
        + " A corpus of your own is named by its file, such as --corpus ./\(name).yaml, or by its folder of "
        + "photos."
    }
  }
}
