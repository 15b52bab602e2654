import Base
import Foundation

/// The virtual environment that the Python plugins of an installation share, with Java's classes in it.
///
/// `scripts/plugins.sh` makes it, by the same rule: beside `Plugins` where this user may write there (a
/// checkout, an installation of one's own), else in the user's data folder. `HARNESS_VENV` names
/// another place.
package enum PluginEnvironment {
  private static let name = ".venv-plugins"
  /// The variable that names another place, as an absolute path.
  private static let variable = "HARNESS_VENV"

  /// The places of a plugin's environment, the one that is made first; the first one that is there is used.
  ///
  /// - Parameters:
  ///   - folder: The folder of the plugin's manifest.
  ///   - environment: The variables `HARNESS_VENV`, `XDG_DATA_HOME` and `HOME`.
  static func places(ofPluginIn folder: String, environment: [String: String]) -> [String] {
    let plugins = Folder.parent(of: folder)
    let root = Folder.parent(of: plugins)
    guard plugins.hasSuffix("/Plugins") else { return ["\(root)/\(name)"] }
    return places(in: root, environment: environment)
  }

  /// The places of the environment of an installation or a checkout, the one that is made first.
  ///
  /// - Parameters:
  ///   - root: The folder that holds `Plugins`.
  ///   - environment: The variables `HARNESS_VENV`, `XDG_DATA_HOME` and `HOME`.
  package static func places(in root: String, environment: [String: String]) -> [String] {
    if let place = environment[variable], place.hasPrefix("/") { return [place] }
    let beside = "\(root)/\(name)"
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.local/share" }
    guard let data else { return [beside] }
    let own = "\(data)/barcode-harness/\(name)"
    return access(root, W_OK) == 0 ? [beside, own] : [own, beside]
  }
}
