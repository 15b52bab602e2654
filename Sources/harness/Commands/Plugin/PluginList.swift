import ArgumentParser
import Foundation
import PluginHost

/// `harness plugin list`, and `harness list decoders`: the decoders found.
struct PluginList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the decoders found: version, symbologies, options, and where each is.")

  @Argument(help: "Only these decoders.")
  var names: [String] = []

  @OptionGroup var plugins: PluginOptionGroup

  func run() throws {
    try reportingFailures {
      let listing = DecoderListing(style: Terminal.style())
      let locations = try plugins.search.locations()
      let known = locations.compactMap(\.name)
      if let stranger = names.first(where: { !known.contains($0) }) {
        throw PluginError.unknownDecoder(stranger, known: known.sorted())
      }
      for location in locations where names.isEmpty || names.contains(location.name ?? "") {
        try show(listing.entry(location))
      }
    }
  }
}
