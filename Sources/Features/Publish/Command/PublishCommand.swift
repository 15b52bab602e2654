import ArgumentParser

/// `harness publish`: results that others can check.
package struct PublishCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Freezes corpora, keeps a split hidden, and bundles results that others verify.",
    subcommands: [FreezeCommand.self, SplitCommand.self, Submit.self, Verify.self])

  package init() {}
}
