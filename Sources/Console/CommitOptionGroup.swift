import ArgumentParser
import Base
import Foundation
import PluginHost

/// The options that say how commits of a decoder's repository are built, the same for every command that tries
/// several.
package struct CommitOptionGroup: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "A checkout of the decoder: its commits are built with --build and tried.", valueName: "path"),
    completion: .directory)
  package var repository: String?

  @Option(
    help: ArgumentHelp(
      "The shell command that builds a commit, in its root folder: \"cmake -B build . && make -C build\".",
      discussion:
        "It runs in the plugins' sandbox, writes in its own clone alone and has no network; --sandbox none gives "
        + "it all rights. Each commit is built once and kept in the cache.",
      valueName: "command"))
  package var build: String?

  @Option(
    help: ArgumentHelp(
      "The plugin in a built commit: its plugin.yaml, the folder of that, or an executable. Default: the root folder.",
      valueName: "path"))
  package var built: String = "."

  package func validate() throws {
    guard (repository == nil) == (build == nil) else {
      throw ValidationError("--repository and --build need one another")
    }
    if built.hasPrefix("/") || built.split(separator: "/").contains("..") {
      throw ValidationError("--built is a path inside of the repository")
    }
  }

  /// The builder of commits; `nil` if no repository was named.
  ///
  /// - Throws: `PluginError` without a folder for builds.
  package func builder(_ workers: WorkerOptionGroup, stop: StopSignal) throws -> CommitBuilder? {
    guard let repository, let build else { return nil }
    return try CommitBuilder(
      repository: repository, command: build, built: built,
      environment: ProcessInfo.processInfo.environment, sandbox: workers.rights.sandbox, stop: stop)
  }
}
