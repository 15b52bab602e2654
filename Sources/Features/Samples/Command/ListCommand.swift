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
      commandName: "corpora", abstract: "Lists the corpora found, with their sizes.")

    @Argument(help: "Only these corpora.", completion: Completions.corpora)
    var names: [String] = []

    func run() throws {
      try reportingFailures {
        let catalog = Installation.corpora
        let style = Terminal.style()
        let shown = names.isEmpty ? catalog.names : names
        let width = shown.map(\.count).max() ?? 0
        for name in shown {
          let corpus: Corpus
          do {
            corpus = try catalog.load(nameOrPath: name)
          } catch  where names.isEmpty {
            // A corpus that cannot be read does not hide the others.
            try printResult("\(name)  cannot be used: \(error)")
            continue
          }
          let label = name + String(repeating: " ", count: width - name.count + 2)
          let indent = String(repeating: " ", count: label.count)
          let lines =
            style.paragraph(corpus.question, label: label)
            + style.paragraph(
              "version \(corpus.version), \(CorpusLines.summary(corpus))", label: indent)
          try printResult(lines.joined(separator: "\n"))
        }
      }
    }
  }

  /// `harness list cameras`
  struct Cameras: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cameras", abstract: "Lists the cameras found, with their frames.")

    func run() throws {
      try reportingFailures {
        let catalog = Installation.cameras
        let text = CameraText(Terminal.style())
        for name in catalog.names {
          do {
            try printResult(text.render(try catalog.load(nameOrPath: name)))
          } catch let fault as FileFault {
            // A camera that cannot be read does not hide the others.
            try printResult("\(name)  cannot be used: \(fault)")
          }
        }
      }
    }
  }

  package init() {}
}
