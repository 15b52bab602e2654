import Base
import Console
import Corpora
import PluginHost
import Reporting
import Sessions

/// The comparison of a decoder's releases on one corpus after the other.
struct VersionRun {
  private let choice: ReleaseChoice
  private let workers: WorkerOptionGroup
  private let request: RunRequest
  private let folder: String

  /// Makes a run whose reports go to a folder, those of each corpus to a folder in it.
  init(
    _ choice: ReleaseChoice, _ workers: WorkerOptionGroup, _ request: RunRequest,
    folder: String
  ) {
    (self.choice, self.workers, self.request, self.folder) = (
      choice, workers, request, folder
    )
  }

  /// Runs the comparisons.
  ///
  /// - Parameters:
  ///   - corpora: The corpora as they were named.
  ///   - command: The command that makes all this again.
  func history(
    over corpora: [(name: String, corpus: Corpus)], command: String,
    _ terminal: TerminalOptionGroup, stop: StopSignal
  ) throws -> VersionHistory {
    let names = Set(corpora.map(\.corpus.name))
    guard names.count == corpora.count else {
      throw RequestError("two of the corpora have one name; compare them one by one")
    }
    try ReportFolder.prepare(folder)
    let usable = try workers.choice(choice.releases.map(choice.reference))
    let numbers = Dictionary(
      uniqueKeysWithValues: choice.releases.map {
        (choice.reference($0).description, $0.text)
      })
    let releases = usable.decoders.map { decoder in
      VersionHistory.Release(
        label: decoder.label, number: numbers[decoder.label] ?? decoder.label,
        version: "\(decoder.identity.library) \(decoder.identity.version)")
    }
    let unavailable = choice.unavailable + usable.unavailable
    printMessages(about: unavailable)
    var scored: [CorpusReleases] = []
    for (name, corpus) in corpora where !stop.isRequested && !releases.isEmpty {
      for warning in corpus.warnings { terminal.say(warning) }
      let folder = "\(self.folder)/\(corpus.name)"
      try ReportFolder.prepare(folder)
      let plan = try request.plan(corpus, named: name, usable, workers, folder: folder)
      let session = try request.session(plan, workers, folder: folder)
      let (number, table) = try terminal.run(session, of: plan, stop: stop)
      try ReportFolder.write(table, judgedBy: nil, to: folder)
      scored.append(
        try VersionScorer(
          ofRun: number, in: session.store, table: table,
          releases: releases.map { ($0.label, $0.number) }
        ).scores())
    }
    return VersionHistory(
      decoder: choice.base.description, releases: releases, unavailable: unavailable,
      corpora: scored, command: command)
  }
}
