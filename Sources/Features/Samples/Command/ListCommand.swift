import ArgumentParser
import Base
import Console
import Corpora
import PluginHost
import Reporting

/// `harness list`: the decoders, corpora and cameras that there are.
package struct ListCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists decoders, corpora or cameras.",
    subcommands: [Decoders.self, CorporaList.self, Cameras.self])

  /// `harness list decoders`: the decoders found.
  struct Decoders: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "decoders",
      abstract:
        "Lists the decoders found, usable ones first; of a named one, what it reads and its options."
    )

    @Argument(
      help: "Only these decoders, with what they read and their options.",
      completion: Completions.decoders)
    var names: [String] = []

    @Flag(
      name: [.customLong("full"), .customLong("verbose")],
      help: "Shows everything: the values that options take, where plugins are, what they may read."
    )
    var full = false

    @OptionGroup var plugins: PluginOptionGroup

    @OptionGroup var rights: SandboxOptionGroup

    func run() throws {
      try reportingFailures {
        let locations = try plugins.search.locations()
        let known = locations.compactMap(\.name)
        if let stranger = names.first(where: { !known.contains($0) }) {
          throw PluginError.unknownDecoder(stranger, known: known.sorted())
        }
        let wanted = locations.filter { names.isEmpty || names.contains($0.name ?? "") }
        let listing = DecoderListing(
          wanted, sandbox: rights.sandbox, style: Terminal.style())
        try names.isEmpty && !full
          ? listing.showBriefly(printResult) : listing.showEach(isFull: full, printResult)
      }
    }
  }

  /// `harness list corpora`
  struct CorporaList: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "corpora",
      abstract: "Lists the corpora by what they ask; of a named one, question and size.")

    @Argument(help: "Only these corpora, with question and size.", completion: Completions.corpora)
    var names: [String] = []

    @Flag(help: "Shows the question, version and size of every corpus.")
    var full = false

    func run() throws {
      try reportingFailures {
        let listing = CorpusListing(Installation.corpora, style: Terminal.style())
        try names.isEmpty && !full
          ? listing.showBriefly(printResult) : listing.showFully(names, printResult)
      }
    }
  }

  /// `harness list cameras`
  struct Cameras: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cameras", abstract: "Lists the cameras; shows a named camera in full.")

    @Argument(help: "Only these cameras, in full.", completion: Completions.cameras)
    var names: [String] = []

    @Flag(help: "Shows the frames, focal lengths and focus of every camera.")
    var full = false

    func run() throws {
      try reportingFailures {
        let catalog = Installation.cameras
        let style = Terminal.style()
        let text = CameraText(style)
        let shown = names.isEmpty ? catalog.names : names
        let width = shown.map(\.count).max() ?? 0
        let isBrief = names.isEmpty && !full
        for name in shown {
          do {
            let camera = try catalog.load(nameOrPath: name)
            try printResult(isBrief ? text.line(camera, width: width) : text.render(camera))
          } catch let fault as FileFault where names.isEmpty {
            // A camera that cannot be read does not hide the others.
            try printResult("\(name)  cannot be used: \(fault)")
          }
        }
        guard isBrief else { return }
        let advice = "With a NAME: its frames, focal lengths and focus; --full: those of all."
        try printResult("\n" + style.paragraph(advice).joined(separator: "\n"))
      }
    }
  }

  package init() {}
}
