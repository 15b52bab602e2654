import ArgumentParser
import Console

/// `harness man`: the manual page, for `make install`.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Prints the manual page: harness man | man -l -", shouldDisplay: false)

  func run() throws {
    try reportingFailures {
      let page = try ManualPage(CommandHelp.of(Harness.self), version: Version.current)
      try printData(page.text)
    }
  }
}
