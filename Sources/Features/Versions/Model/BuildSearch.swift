import Base
import Evaluation
import PluginHost
import Results
import Sessions

/// Builds of a decoder in their order, such as releases or commits, of which some may turn out not to be usable.
protocol BuildChoice {
  associatedtype Build: Hashable, Sendable

  /// The decoder without a release, as it was asked for.
  var decoder: String { get }
  /// The builds that are not left out, the earliest first.
  var builds: [Build] { get }
  /// The builds that are left out, with the reasons.
  var unavailable: [UnavailableDecoder] { get }
  /// The name of a build.
  func name(_ build: Build) -> String
  /// The names of builds that are left out between two others.
  func leftOut(between first: Build, and last: Build) -> [String]
  /// The builds that a build merges; `nil` if it is none that merges others.
  func merged(by build: Build) -> MergedCommits?
  /// Makes a build if it is not there yet.
  ///
  /// - Returns: False if it cannot be made; it is then left out, with its reason.
  mutating func make(_ build: Build, willInstall: (String) -> Void) -> Bool
  /// Leaves out a build that cannot take part.
  mutating func leaveOut(_ build: Build, because reason: String)
  /// Checks that what is left can answer the question that was asked.
  ///
  /// - Throws: ``RequestError`` if it cannot.
  func checkEnds() throws
  /// Starts a build that was made.
  func start(
    _ build: Build, search: PluginSearch, limits: DecoderChoice.Limits
  ) throws -> DecoderChoice
}

extension BuildChoice {
  func merged(by build: Build) -> MergedCommits? { nil }

  func checkEnds() throws {}
}

/// The reason for which a build that was made cannot take part.
struct UnfitBuild: Error {
  let reason: String
}

/// The search for the builds of a decoder that changed something.
///
/// Each build is made, started and asked when it is tried, and once. One that cannot be made, does not start or
/// has no answer is left out with its reason, and the search goes on without it.
struct BuildSearch<Choice: BuildChoice, Answer> {
  private(set) var choice: Choice
  /// The answers of the builds that were tried.
  private(set) var answers: [Choice.Build: Answer] = [:]
  private var decoders: [Choice.Build: ConfiguredDecoder] = [:]
  private let search: PluginSearch
  private let limits: DecoderChoice.Limits
  private let way: ChangeSearch.Way
  private let stop: StopSignal

  /// The end of a pass because a build was left out.
  private struct LeftOut: Error {}

  /// Makes a search that a signal ends.
  init(
    _ choice: Choice, search: PluginSearch, limits: DecoderChoice.Limits, way: ChangeSearch.Way,
    stop: StopSignal
  ) {
    (self.choice, self.search, self.limits) = (choice, search, limits)
    (self.way, self.stop) = (way, stop)
  }

  /// Finds the places among the builds whose content is not that of the place before.
  ///
  /// - Parameters:
  ///   - willInstall: Called with the name of each build that must be made.
  ///   - ask: Gives the answer of a build, from its name and its decoder.
  ///   - content: The part of the answer of the build at a place that others may share.
  /// - Throws: ``RequestError`` where too few builds can be used, `CancellationError` after a stop.
  mutating func changes<Content: Equatable>(
    willInstall: (String) -> Void, asking ask: (String, ConfiguredDecoder) throws -> Answer,
    comparing content: (Int, Answer) throws -> Content
  ) throws -> [Int] {
    while true {
      let builds = choice.builds
      guard !builds.isEmpty else {
        throw RequestError(
          "no build can be used: "
            + choice.unavailable.map { "\($0.label): \($0.reason)" }.joined(separator: "; "))
      }
      do {
        return try ChangeSearch.changes(count: builds.count, way: way) { place in
          do {
            return try content(place, answer(builds[place], willInstall, ask))
          } catch let unfit as UnfitBuild {
            choice.leaveOut(builds[place], because: unfit.reason)
            throw LeftOut()
          }
        }
      } catch is LeftOut {
        try choice.checkEnds()
      }
    }
  }

  private mutating func answer(
    _ build: Choice.Build, _ willInstall: (String) -> Void,
    _ ask: (String, ConfiguredDecoder) throws -> Answer
  ) throws -> Answer {
    if let known = answers[build] { return known }
    if stop.isRequested { throw CancellationError() }
    guard choice.make(build, willInstall: willInstall) else { throw LeftOut() }
    let found = try choice.start(build, search: search, limits: limits)
    guard let configured = found.decoders.first else {
      throw UnfitBuild(reason: found.unavailable.first?.reason ?? "it does not start")
    }
    let answer = try ask(choice.name(build), configured)
    (decoders[build], answers[build]) = (configured, answer)
    return answer
  }

  /// The decoder of a build that was tried.
  func decoder(_ build: Choice.Build) -> ConfiguredDecoder {
    guard let configured = decoders[build] else { preconditionFailure("the build was tried") }
    return configured
  }
}
