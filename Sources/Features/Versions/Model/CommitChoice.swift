import Console
import Evaluation
import PluginHost
import Results

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

  /// The plugin of the commit goes before all others of its name.
  func start(
    _ build: CommitBuilder.Commit, search: PluginSearch, limits: DecoderChoice.Limits
  ) throws -> DecoderChoice {
    try DecoderChoice(
      [DecoderReference(parsing: decoder)],
      search: plugins[build].map { Installation.plugins(given: [$0]) } ?? search, limits: limits)
  }
}
