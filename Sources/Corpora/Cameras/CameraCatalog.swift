import DecoderKit
import Optics

/// The cameras that are available by name.
package struct CameraCatalog: Sendable {
  private let files: NamedFiles

  /// Lists the `*.yaml` files of some folders; a name in an earlier folder takes precedence.
  ///
  /// A folder that does not exist holds no cameras; this is not an error.
  package init(folders: [String]) { files = NamedFiles(folders: folders) }

  /// The names, sorted.
  package var names: [String] { files.names }

  /// Reads a camera by name, or by the path of its file if no camera has that name.
  ///
  /// - Throws: ``CameraCatalogError`` when there is no such camera, ``FileFault`` when there is one and
  ///   something is wrong with its file.
  package func load(nameOrPath: String) throws -> CameraModel {
    guard let path = files.path(nameOrPath: nameOrPath) else {
      throw CameraCatalogError.unknownCamera(nameOrPath, known: names, folders: files.folders)
    }
    return try CameraModel.load(path: path)
  }
}

/// An error raised when a camera cannot be found.
package enum CameraCatalogError: Error, Equatable, CustomStringConvertible {
  /// No camera has this name, and no file has this path.
  case unknownCamera(String, known: [String], folders: [String])

  package var description: String {
    switch self {
    case .unknownCamera(let name, let known, let folders):
      "there is no camera \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
        + (known.isEmpty
          ? " No cameras were found in \(folders.joined(separator: ", "))."
          : " Known: \(known.joined(separator: ", ")).")
        + " A camera of your own is named by its file, such as ./\(name).yaml."
    }
  }
}
