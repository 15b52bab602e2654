import DecoderKit
import Drawing

/// The corpora that are available by name.
package struct CorpusCatalog: Sendable {
  private let files: NamedFiles

  /// Lists the `*.yaml` files of some folders; a name in an earlier folder takes precedence.
  ///
  /// A folder that does not exist holds no corpora; this is not an error.
  package init(folders: [String]) { files = NamedFiles(folders: folders) }

  /// The names, sorted.
  package var names: [String] { files.names }

  /// Reads a corpus by name, or by path if no corpus has that name. A path may also be a folder of
  /// photos.
  ///
  /// - Parameter rotationsDegrees: The angles at which photos are shown; for folders only.
  /// - Throws: ``CorpusCatalogError`` when there is no such corpus, ``FileFault`` or
  ///   ``FolderError`` when there is one and something is wrong with it.
  package func load(nameOrPath: String, rotationsDegrees: [Int]? = nil) throws -> Corpus {
    try load(nameOrPath, path: files.path(nameOrPath: nameOrPath), rotationsDegrees)
  }

  /// Reads a corpus by name alone, for names that a stranger may have written: no path is opened.
  ///
  /// - Throws: As ``load(nameOrPath:rotationsDegrees:)``.
  package func load(name: String) throws -> Corpus {
    try load(name, path: files.paths[name], nil)
  }

  /// Reads the corpora that sweep a parameter, with their names; those that cannot be read are left out.
  package func corpora(sweeping axis: CameraParameter) -> [(name: String, corpus: Corpus)] {
    names.compactMap { name in
      guard let path = files.paths[name], let yaml = try? CorpusFile.text(path),
        (try? CorpusReader.sweep(yaml, file: path))?.axis == axis,
        let corpus = try? load(name: name)
      else { return nil }
      return (name, corpus)
    }
  }

  private func load(_ name: String, path: String?, _ rotationsDegrees: [Int]?) throws -> Corpus {
    guard let path else {
      throw CorpusCatalogError.unknownCorpus(name, known: names, folders: files.folders)
    }
    return try Corpus.load(
      path: path, rotationsDegrees: rotationsDegrees,
      cameras: CameraCatalog(folders: files.folders.map { $0 + "/Cameras" }))
  }
}

/// An error raised when a corpus cannot be found.
package enum CorpusCatalogError: Error, Equatable, CustomStringConvertible {
  /// No corpus has this name, and no file has this path.
  case unknownCorpus(String, known: [String], folders: [String])

  package var description: String {
    switch self {
    case .unknownCorpus(let name, let known, let folders):
      let suggestion = SpellingSuggestion.sentence(for: name, among: known)
      // Dozens of names would hide the one that was meant.
      let others =
        known.isEmpty
        ? " No corpora were found in \(folders.joined(separator: ", "))."
        : " harness list corpora shows all."
      return "there is no corpus \"\(name)\"." + suggestion + others
        + " A corpus of your own is named by its file, such as --corpus ./\(name).yaml, or by its folder of "
        + "photos."
    }
  }
}
