import ArgumentParser

/// `harness plugin`: writing, examining and finding decoder plugins.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Starts, examines and lists decoder plugins.",
    subcommands: [PluginNew.self, PluginCheck.self, PluginList.self])
}
