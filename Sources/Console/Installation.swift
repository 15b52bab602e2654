import Corpora
import DecoderKit
import Foundation
import PluginHost
import Sessions

/// The places of the harness's own parts: beside and above its executable.
package enum Installation {
  /// The folder of the running executable, links resolved; `nil` when it is not known.
  package static let folder: String? = Bundle.main.executableURL?
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The corpora of the current folder, which go first, and the shipped ones.
  package static var corpora: CorpusCatalog { CorpusCatalog(folders: corpusFolders) }

  /// The cameras of the current folder's corpora, which go first, and the shipped ones.
  package static var cameras: CameraCatalog {
    CameraCatalog(folders: corpusFolders.map { $0 + "/Cameras" })
  }

  /// The releases beside the corpora.
  package static var releases: ReleaseCatalog { ReleaseCatalog(besideCorporaIn: corpusFolders) }

  /// The path of a file beside the corpora.
  ///
  /// - Throws: ``RequestError`` when it is not there.
  package static func corpusFile(_ name: String) throws -> String {
    let places = corpusFolders.map { $0 + "/" + name }
    if let place = places.first(where: FileManager.default.fileExists(atPath:)) { return place }
    throw RequestError("\(name) is not there: \(places.joined(separator: ", "))")
  }

  private static var corpusFolders: [String] {
    ["Corpora"] + shared("Corpora") + above.map { $0 + "/Corpora" }
  }

  /// The folders in which an installation has a part; none when its own place is not known.
  package static func shared(_ name: String) -> [String] {
    folder.map { [$0 + "/../share/barcode-harness/" + name] } ?? []
  }

  /// The folders above the executable, the nearest first: in a checkout one of them is its root.
  package static var above: [String] {
    guard let folder else { return [] }
    var above = URL(filePath: folder)
    return (0..<4).map { _ in
      above.deleteLastPathComponent()
      return above.path
    }
  }

  /// The checkout that this executable was built in; none when it is installed.
  package static var checkouts: [String] {
    above.filter { FileManager.default.fileExists(atPath: $0 + "/Sources/PluginHost") }
  }

  /// The folders of the plugins that come with the harness.
  ///
  /// They are those of the installation, or of the checkout that this harness was built in, and
  /// never those of the current folder.
  package static var pluginFolders: [String] {
    let files = FileManager.default
    return (shared("Plugins") + checkouts.map { $0 + "/Plugins" })
      .map { URL(filePath: $0).standardizedFileURL.path }.filter(files.fileExists(atPath:))
  }

  /// The script that installs what optional plugins need: of the installation, or of the checkout that
  /// this harness was built in.
  ///
  /// - Throws: `PluginError` when there is none.
  package static func pluginScript() throws -> String {
    let candidates = shared("scripts/plugins.sh") + checkouts.map { $0 + "/scripts/plugins.sh" }
    guard let script = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw PluginError(
        .unavailable,
        "the script that installs plugins is not there: \(candidates.joined(separator: ", ")). Install "
          + "the harness with its shared files (make install), not its executable alone.")
    }
    return URL(filePath: script).standardizedFileURL.path
  }

  /// The folders that hold the installation's or the checkout's own files, never the current folder.
  package static var roots: [String] {
    pluginFolders.map { URL(filePath: $0).deletingLastPathComponent().path }
  }

  /// The search for plugins, with those given by hand.
  package static func plugins(given: [String]) -> PluginSearch {
    PluginSearch(
      given: given, installation: pluginFolders, harnessFolder: folder,
      environment: ProcessInfo.processInfo.environment)
  }
}

extension Installation {
  /// Finds the plugin that a person names: by its path, or by the name of its decoder.
  ///
  /// - Throws: `PluginError` when there is none.
  package static func plugin(nameOrPath: String) throws -> PluginSearch.Location {
    let isPath = nameOrPath.contains("/") || FileManager.default.fileExists(atPath: nameOrPath)
    let locations = try plugins(given: isPath ? [nameOrPath] : []).locations()
    let found = locations.first { isPath ? $0.source == .given : $0.name == nameOrPath }
    if let found { return found }
    let names = locations.compactMap(\.name)
    throw PluginError(
      .unknownDecoder,
      "there is no file \"\(nameOrPath)\" and no decoder of that name."
        + SpellingSuggestion.sentence(for: nameOrPath, among: names)
        + " Decoders: \(names.joined(separator: ", ")).")
  }
}
