import DecoderKit
import Foundation
import PluginHost
import Scaffold

extension Installation {
  /// The files that new plugins are made from: of the installation, or of a checkout.
  static var scaffold: PluginScaffold {
    PluginScaffold(folders: shared("Plugins") + above.map { $0 + "/Plugins" })
  }

  /// Finds the plugin that a person names: by its path, or by the name of its decoder.
  ///
  /// - Throws: `PluginError` when there is none.
  static func plugin(nameOrPath: String) throws -> PluginSearch.Location {
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
