import DecoderKit
import Foundation
import PluginHost
import Scaffold

extension Installation {
  /// What plugins begin with: installed, or in a checkout.
  static var scaffold: PluginScaffold {
    PluginScaffold(folders: shared("Plugins") + above.map { $0 + "/Plugins" })
  }

  /// The plugin that a person names: a file by its path, or a decoder by the name that it is found by.
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
