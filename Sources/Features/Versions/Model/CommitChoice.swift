import Console
import Evaluation
import PluginHost
import Results
import Sessions

/// The commits of a decoder's repository that a search works with; each is built when it is tried.
struct CommitChoice: BuildChoice {
  let decoder: String
  private(set) var builds: [CommitBuilder.Commit]
  private(set) var unavailable: [UnavailableDecoder] = []
  private let all: [CommitBuilder.Commit]
  private let builder: CommitBuilder
  private var plugins: [CommitBuilder.Commit: String] = [:]

  /// Lists the commits from a good one to a bad one; none is built yet.
  ///
  /// - Throws: `PluginError` if there are none.
  init(of decoder: String, builder: CommitBuilder, good: String, bad: String) throws {
    (self.decoder, self.builder) = (decoder, builder)
    all = try builder.commits(from: good, to: bad)
    builds = all
  }

  func name(_ build: CommitBuilder.Commit) -> String { build.text }

  func leftOut(between first: CommitBuilder.Commit, and last: CommitBuilder.Commit) -> [String] {
    guard let start = all.firstIndex(of: first), let end = all.firstIndex(of: last), start < end
    else { return [] }
    return all[start..<end].filter { !builds.contains($0) }.map(\.text)
  }

  func merged(by build: CommitBuilder.Commit) -> MergedCommits? {
    guard let commits = builder.commits(mergedBy: build), let base = commits.first,
      let last = commits.last
    else { return nil }
    return MergedCommits(
      commits: commits.count - 1, good: String(base.hash.prefix(10)),
      bad: String(last.hash.prefix(10)))
  }

  mutating func make(_ build: CommitBuilder.Commit, willInstall: (String) -> Void) -> Bool {
    if !builder.isBuilt(build) { willInstall(build.text) }
    do {
      plugins[build] = try builder.build(build)
      return true
    } catch {
      leaveOut(build, because: error.message)
      return false
    }
  }

  mutating func leaveOut(_ build: CommitBuilder.Commit, because reason: String) {
    builds.removeAll { $0 == build }
    unavailable.append(.init(label: build.text, reason: reason))
  }

  func checkEnds() throws {
    for (end, title) in [(all.first, "--good"), (all.last, "--bad")] {
      guard let end, !builds.contains(end) else { continue }
      let reason = unavailable.first { $0.label == end.text }?.reason ?? ""
      throw RequestError("\(title) \(end.text) cannot be used: \(reason); name another commit")
    }
  }

  /// Starts the plugin of the commit, and no other that is installed under its name.
  func start(
    _ build: CommitBuilder.Commit, search: PluginSearch, limits: DecoderChoice.Limits
  ) throws -> DecoderChoice {
    let reference = try DecoderReference(parsing: decoder)
    let own = Installation.plugins(given: plugins[build].map { [$0] } ?? [])
    let names = try own.locations().filter { $0.source == .given }.map {
      try $0.name ?? DecoderWorker.identify(WorkerSettings($0)).name
    }
    guard names.contains(reference.name) else {
      throw PluginError(
        .badReference,
        "the plugin of \(build.text) is called \(names.joined(separator: ", ")), "
          + "and not \(reference.name); name it with --decoder")
    }
    return try DecoderChoice([reference], search: own, limits: limits)
  }
}
