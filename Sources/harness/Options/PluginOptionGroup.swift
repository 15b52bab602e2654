import ArgumentParser
import Foundation
import PluginHost

/// Plugins that are named by hand: the same for every command that looks for decoders.
struct PluginOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A decoder plugin: its executable, its plugin.yaml or that one's folder; may be repeated.",
      valueName: "path"))
  var paths: [String] = []

  /// Where they are, whatever the current folder.
  var absolutePaths: [String] { paths.map { URL(filePath: $0).standardizedFileURL.path } }

  /// Where decoders are looked for.
  var search: PluginSearch { Installation.plugins(given: paths) }
}
