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
    var folders = ["Corpora"]
    if let folder {
      folders.append(folder + "/../share/barcode-harness/Corpora")
      // In a checkout the executable lies some folders below the corpora.
      var above = URL(filePath: folder)
      for _ in 0..<4 {
        above.deleteLastPathComponent()
        folders.append(above.path + "/Corpora")
      }
    }
    return CorpusCatalog(folders: folders)
  }

  /// Where the adapters that come along are: of an installed harness, or of the checkout that this
  /// one was built in; never of the current folder.
  private static var pluginFolders: [String] {
    guard let folder else { return [] }
    let files = FileManager.default
    var folders = [folder + "/../share/barcode-harness/Plugins"]
    var above = URL(filePath: folder)
    for _ in 0..<4 {
      above.deleteLastPathComponent()
      if files.fileExists(atPath: above.path + "/Sources/PluginHost") {
        folders.append(above.path + "/Plugins")
      }
    }
    return
      folders
      .map { URL(filePath: $0).standardizedFileURL.path }.filter(files.fileExists(atPath:))
  }

  /// Where plugins are looked for.
  static func plugins(given: [String]) -> PluginSearch {
    PluginSearch(
      given: given, installation: pluginFolders, harnessFolder: folder,
      environment: ProcessInfo.processInfo.environment)
  }
}
