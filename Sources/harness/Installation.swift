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

  /// Where plugins are looked for.
  static func plugins(given: [String]) -> PluginSearch {
    PluginSearch(
      given: given, harnessFolder: folder, environment: ProcessInfo.processInfo.environment)
  }
}
