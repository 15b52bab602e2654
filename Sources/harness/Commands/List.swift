import ArgumentParser
import Corpora
import DecoderKit
import PluginHost

/// `harness list`: what there is to compare, and on what.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists decoders or corpora.", subcommands: [Decoders.self, CorporaList.self])

  /// `harness list decoders`
  struct Decoders: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the decoders found: version, symbologies, options, and where each is.")

    @Option(
      name: .customLong("plugin"),
      help: ArgumentHelp(
        "A decoder plugin: its executable, its plugin.yaml or that one's folder; may be repeated.",
        valueName: "path"))
    var plugins: [String] = []

    func run() throws {
      try reportingFailures {
        for location in try Installation.plugins(given: plugins).locations() {
          try show(entry(location))
        }
      }
    }

    private func entry(_ location: PluginSearch.Location) -> String {
      do throws(PluginError) {
        let identity = try DecoderWorker.identify(WorkerSettings(location))
        return describe(identity, at: location)
      } catch {
        return """
          \(location.name ?? location.path)  unavailable: \(error.message)
            found     \(location.path) (\(location.source.rawValue))

          """
      }
    }

    private func describe(_ identity: DecoderIdentity, at location: PluginSearch.Location) -> String
    {
      var lines = [
        "\(identity.name)  \(identity.library) \(identity.version)"
          + (identity.isOptIn ? "  (takes part only when named)" : ""),
        "  \(identity.summary)",
        "  found     \(location.path) (\(location.source.rawValue))",
        "  reads     " + identity.symbologies.map(\.description).sorted().joined(separator: ", "),
      ]
      for profile in identity.profiles {
        lines.append("  profile   \(profile.name): \(profile.summary)")
      }
      for option in identity.options {
        lines.append(
          "  option    \(option.name)=\(option.defaultValue): \(option.summary)"
            + " Takes \(option.accepted).")
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// `harness list corpora`
  struct CorporaList: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "corpora", abstract: "Lists the corpora found, with their sizes.")

    func run() throws {
      try reportingFailures {
        let catalog = Installation.corpora
        let width = catalog.names.map(\.count).max() ?? 0
        for name in catalog.names {
          let corpus: Corpus
          do {
            corpus = try catalog.load(nameOrPath: name)
          } catch {
            // One that is broken does not hide the others.
            try show("\(name)  cannot be used: \(error)")
            continue
          }
          let padded = name + String(repeating: " ", count: width - name.count)
          try show("\(padded)  \(corpus.question)")
          try show(
            String(repeating: " ", count: width + 2)
              + "version \(corpus.version), \(CorpusLines.summary(corpus))")
        }
      }
    }
  }
}
