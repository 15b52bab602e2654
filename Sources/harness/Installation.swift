import Corpora
import Foundation
import PluginHost

/// Where the harness's own parts are: beside and above its executable.
enum Installation {
  /// The folder of the running executable, links resolved; `nil` when it cannot be learned.
  static let folder: String? = Bundle.main.executableURL?
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  /// Shipped corpora and those of the current folder, which go first.
  static var corpora: CorpusCatalog {
    CorpusCatalog(folders: ["Corpora"] + shared("Corpora") + above.map { $0 + "/Corpora" })
  }

  /// Where an installed harness has something; nowhere when its own place cannot be learned.
  static func shared(_ name: String) -> [String] {
    folder.map { [$0 + "/../share/barcode-harness/" + name] } ?? []
  }

  /// The folders above the executable, the nearest first: in a checkout one of them is its root.
  static var above: [String] {
    guard let folder else { return [] }
    var above = URL(filePath: folder)
    return (0..<4).map { _ in
      above.deleteLastPathComponent()
      return above.path
    }
  }

  /// Where the adapters that come along are: of an installed harness, or of the checkout that this
  /// one was built in; never of the current folder.
  private static var pluginFolders: [String] {
    let files = FileManager.default
    let checkouts = above.filter { files.fileExists(atPath: $0 + "/Sources/PluginHost") }
    return (shared("Plugins") + checkouts.map { $0 + "/Plugins" })
      .map { URL(filePath: $0).standardizedFileURL.path }.filter(files.fileExists(atPath:))
  }

  /// Where plugins are looked for.
  static func plugins(given: [String]) -> PluginSearch {
    PluginSearch(
      given: given, installation: pluginFolders, harnessFolder: folder,
      environment: ProcessInfo.processInfo.environment)
  }
}
