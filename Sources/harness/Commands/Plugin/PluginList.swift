import ArgumentParser
import Foundation
import PluginHost

/// `harness plugin list`, and `harness list decoders`: the decoders found.
struct PluginList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the decoders found: version, symbologies, options, and where each is.")

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A decoder plugin: its executable, its plugin.yaml or that one's folder; may be repeated.",
      valueName: "path"))
  var plugins: [String] = []

  func run() throws {
    try reportingFailures {
      let listing = DecoderListing(width: Terminal.width(of: STDOUT_FILENO) ?? 80)
      for location in try Installation.plugins(given: plugins).locations() {
        try show(listing.entry(location))
      }
    }
  }
}
