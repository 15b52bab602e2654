import ArgumentParser
import Foundation
import PluginHost

/// `harness plugin list`, and `harness list decoders`: the decoders found.
struct PluginList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the decoders found: version, symbologies, options, and where each is.")

  @OptionGroup var plugins: PluginOptionGroup

  func run() throws {
    try reportingFailures {
      let listing = DecoderListing(width: Terminal.width(of: STDOUT_FILENO) ?? 80)
      for location in try plugins.search.locations() {
        try show(listing.entry(location))
      }
    }
  }
}
