import ArgumentParser
import Console
import Reporting

/// `harness versions`: the releases of a decoder's library, compared with one another.
package struct VersionsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "versions",
    abstract:
      "Compares the releases of a decoder's library, and names those that changed a threshold.",
    discussion: """
      Each release is installed in a folder of its own, as the plugin's manifest says, and takes part as \
      a decoder: NAME@2.1.0, which --decoder takes everywhere. A release that does not install is listed \
      with the reason. Each release is compared with the one before it, overall and in each group.
      """)

  @Argument(
    help: ArgumentHelp("The decoder, with options if wanted.", valueName: "name[:option=value,…]"),
    completion: Completions.decoders)
  var decoder: String

  @OptionGroup var releases: VersionOptionGroup

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "A corpus by name or file, or a folder of photos; may be repeated. Default: qr-small.",
      valueName: "name or file"),
    completion: Completions.corpora)
  var corpusNames: [String] = []

  @Flag(help: "Installs and lists the releases; compares nothing.")
  var install = false

  @OptionGroup var options: VersionRunOptionGroup

  @Flag(help: "Prints releases.json instead of tables; its layout is in docs/releases.schema.json.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  private static let usualCorpus = "qr-small"

  package func run() throws {
    try interruptibly { stop in
      let names = corpusNames.isEmpty ? [Self.usualCorpus] : corpusNames
      let corpora = try names.map { ($0, try options.overrides.load($0)) }
      var choice = try releases.choice(of: decoder, stop: stop)
      choice.install { terminal.say("installing \($0)") }
      if stop.isRequested { throw ExitStatus.interrupted }
      guard !install else { return try list(choice) }
      let folder = options.place.output ?? "reports/versions-\(choice.base.name)"
      let run = VersionRun(choice, releases.workers, options.request, folder: folder)
      let history = try run.history(over: corpora, command: command, terminal, stop: stop)
      try ReportFolder.write(VersionFiles.texts(history), to: folder)
      try show(history)
      terminal.say("reports are in \(folder)/; \(VersionFiles.page) has the plots")
      if stop.isRequested { throw ExitStatus.interrupted }
      if history.releases.isEmpty { throw ExitStatus.cannotDoItsJob }
    }
  }

  private func show(_ history: VersionHistory) throws {
    guard !json else {
      return try printData(VersionFiles.jsonText(history))
    }
    try printResult(terminal.text.render(history))
  }

  /// Lists what was installed; a release that was not is no success.
  private func list(_ choice: ReleaseChoice) throws {
    for release in choice.releases { try printResult("\(choice.reference(release))") }
    printMessages(about: choice.unavailable)
    if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
  }

  /// The command as a person would type it to get the same tables.
  private var command: String {
    var words = ["harness", "versions", decoder]
    if let from = releases.from { words += ["--from", from] }
    words += ["--to", releases.to]
    words += corpusNames.flatMap { ["--corpus", $0] }
    if let trials = options.overrides.trials { words += ["--trials", "\(trials)"] }
    if let seed = options.overrides.seed { words += ["--seed", "\(seed)"] }
    return words.joined(separator: " ")
  }
}
