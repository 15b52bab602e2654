import ArgumentParser
import Foundation

/// The names that shells complete, looked up each time: they follow what is installed.
package enum Completions {
  /// Corpora by name, and files and folders in which one may be.
  package static let corpora = CompletionKind.custom { _, _, word in
    candidates(Installation.corpora.names, or: word) { $0.hasSuffix(".yaml") }
  }

  /// Cameras by name, and files in which one may be.
  package static let cameras = CompletionKind.custom { _, _, word in
    candidates(Installation.cameras.names, or: word) { $0.hasSuffix(".yaml") }
  }

  /// Decoders by name. None is started, so that the answer is there at once.
  package static let decoders = CompletionKind.custom { _, _, word in
    candidates(decoderNames + ["all"], or: word)
  }

  /// One decoder: by name, or by the file or folder of its plugin.
  package static let plugins = CompletionKind.custom { _, _, word in
    candidates(decoderNames, or: word) { _ in true }
  }

  /// Result stores, and the folders that hold them.
  package static let stores = CompletionKind.directory

  private static var decoderNames: [String] {
    ((try? Installation.plugins(given: []).locations()) ?? []).compactMap(\.name).sorted()
  }

  /// Names, and what is on disk where the word begun is a path.
  private static func candidates(
    _ names: [String], or word: String, files isWanted: ((String) -> Bool)? = nil
  ) -> [String] {
    guard let isWanted, let slash = word.lastIndex(of: "/") else {
      return names.filter { $0.hasPrefix(word) }
    }
    let folder = String(word[...slash])
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.sorted().map { folder + $0 }.filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return path.hasPrefix(word) && (isFolder.boolValue || isWanted(path))
    }
  }
}
