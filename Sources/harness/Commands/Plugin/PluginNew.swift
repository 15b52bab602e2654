import ArgumentParser
import Scaffold

/// `harness plugin new`: the files of a new plugin.
struct PluginNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a plugin that builds, passes the check, and reads nothing yet.")

  @Argument(help: "The decoder's name: lower-case letters, digits, hyphens.")
  var name: String

  @Option(help: "The language it is written in.")
  var language: PluginLanguage

  @Option(help: ArgumentHelp("The folder to write, instead of ./<name>.", valueName: "folder"))
  var output: String?

  func validate() throws {
    if output == "" { throw ValidationError("--output names a folder") }
  }

  func run() throws {
    try reportingFailures {
      try reportingUsage {
        let name = try PluginName(name)
        let folder = output ?? name.text
        try Installation.scaffold.write(name, in: language, to: folder)
        try show(nextSteps(name, folder))
      }
    }
  }

  /// Reports errors that the user can correct by typing something else as wrong usage.
  private func reportingUsage(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ScaffoldError where error.isUsageError {
      throw UsageError(error.description)
    }
  }

  private func nextSteps(_ name: PluginName, _ folder: String) -> String {
    let place = folder.contains("/") ? folder : "./" + folder
    let build = language.buildCommand.map { "  (cd \(place) && \($0))\n" } ?? ""
    return """
      wrote \(folder)/. Next:

      \(build)  harness plugin check \(place)/\(language.executable(ofPlugin: name.text))

      then fill in \(place)/\(language.sourceFile(ofPlugin: name)).
      """
  }
}

extension PluginLanguage: ExpressibleByArgument {}
