import ArgumentParser
import Foundation
import PluginHost

/// The options that name plugins by hand, the same for every command that looks for decoders.
struct PluginOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A decoder plugin: its executable, its plugin.yaml or that one's folder; may be repeated.",
      valueName: "path"))
  var paths: [String] = []

  /// The plugins' paths, made absolute.
  var absolutePaths: [String] { paths.map { URL(filePath: $0).standardizedFileURL.path } }

  /// The search for decoders.
  var search: PluginSearch { Installation.plugins(given: paths) }
}
