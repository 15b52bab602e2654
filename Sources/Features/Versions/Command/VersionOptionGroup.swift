import ArgumentParser
import Base
import Console
import Foundation
import PluginHost

/// The options that choose releases of a decoder's library, the same for every command that tries several.
struct VersionOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The first release: 2.0. Default: the first that the adapter supports.", valueName: "release")
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The last release: latest, or 2.3, which includes 2.3.1.", valueName: "release"))
  var to: String = Self.latest

  @Flag(
    help: "Uses only the releases that are installed, and does not look for others.")
  var installed = false

  @OptionGroup var workers: WorkerOptionGroup

  private static let latest = "latest"

  func validate() throws { _ = try range() }

  /// True if no release was asked for.
  var isDefault: Bool { from == nil && to == Self.latest && !installed }

  /// The releases that are wanted.
  private func range() throws -> ReleaseChoice.Range {
    func number(_ text: String, of option: String) throws -> VersionNumber {
      guard let number = VersionNumber(parsing: text) else {
        throw ValidationError(
          "\(option) takes the number of a release, such as 2.1.0"
            + (option == "--to" ? ", or latest" : "") + "; \"\(text)\" is none")
      }
      return number
    }
    let range = try ReleaseChoice.Range(
      from: from.map { try number($0, of: "--from") },
      to: to == Self.latest ? nil : number(to, of: "--to"), isInstalledOnly: installed)
    if let first = range.from, let last = range.to, !first.isAtMost(last) {
      throw ValidationError("--from \(first) is later than --to \(last)")
    }
    return range
  }

  /// Lists the releases of a decoder that are wanted.
  func choice(of decoder: String, stop: StopSignal) throws -> ReleaseChoice {
    let base = try DecoderReference(parsing: decoder)
    guard base.members.isEmpty, base.label == nil, base.hints == nil, base.selection == nil,
      base.release == nil
    else {
      throw PluginError(
        .badReference,
        "\"\(decoder)\" is more than a decoder with its options; write NAME or NAME:OPTION=VALUE,…")
    }
    let locations = try workers.plugins.search.locations()
    guard let location = locations.first(where: { $0.name == base.name }) else {
      throw PluginError.unknownDecoder(base.name, known: locations.compactMap(\.name).sorted())
    }
    let installer = try VersionInstaller(
      location, environment: ProcessInfo.processInfo.environment, stop: stop)
    return try ReleaseChoice(of: base, installer: installer, range: range())
  }
}

/// The options of a run over releases.
struct VersionRunOptionGroup: ParsableArguments {
  @OptionGroup var processors: JobsOptionGroup

  @OptionGroup var overrides: CorpusOverrides

  @OptionGroup var place: RunFolderOptionGroup

  /// The settings of the runs.
  var request: RunRequest { request(isFresh: place.fresh) }

  /// The settings of a run that decodes everything, whatever is stored, or not.
  func request(isFresh: Bool) -> RunRequest {
    RunRequest(jobs: processors.jobs, isFresh: isFresh, seed: overrides.seed)
  }
}
