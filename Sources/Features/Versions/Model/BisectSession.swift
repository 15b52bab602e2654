import Corpora
import DecoderKit
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
  func checkEnds() throws {}
}

/// The image that each build is given, and the way to judge its answer.
struct BisectQuestion {
  /// The sample's key, or the file of what was kept.
  let name: String
  /// Gives the image to a fresh process; no verdict if the build does not read the symbology.
  let ask: (ConfiguredDecoder) -> (verdict: Verdict?, readings: [Reading])

  init(_ sample: Sample, of corpus: Corpus) {
    name = sample.name
    ask = {
      let reproduction = Reproduction.run(sample, of: corpus, by: $0)
      return (reproduction.finding?.verdict, reproduction.readings)
    }
  }

  init(_ snapshot: StreamSnapshot, file: String) {
    name = file
    ask = snapshot.judged
  }
}

/// The search for the release or the commit of a decoder that changed the answer to one image.
struct BisectSession<Choice: BuildChoice> {
  private var selection: Choice
  private let search: PluginSearch
  private let limits: DecoderChoice.Limits
  private let way: ChangeSearch.Way
  private let tries: Int
  private let stop: StopSignal
  private var decoders: [Choice.Build: ConfiguredDecoder] = [:]
  private var answers: [Choice.Build: SampleBisection.Answer] = [:]

  /// The end of a search because a release turned out not to be usable.
  private struct Unusable: Error {}

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - tries: The number of fresh processes in which both sides of a change are tried.
  ///   - stop: Ends the search.
  init(
    _ selection: Choice, search: PluginSearch, limits: DecoderChoice.Limits,
    way: ChangeSearch.Way, tries: Int, stop: StopSignal
  ) {
    self.selection = selection
    self.search = search
    self.limits = limits
    self.way = way
    self.tries = tries
    self.stop = stop
  }

  /// Searches.
  ///
  /// Only releases that are tried are installed. One that does not install, or does not start, is left
  /// out with its reason, and the search goes on without it.
  ///
  /// - Parameter willInstall: Called with the name in tables of each release that must be installed.
  /// - Throws: ``RequestError`` where no release can be used, `CancellationError` after a stop.
  mutating func run(
    _ question: BisectQuestion, willInstall: (String) -> Void
  ) throws -> SampleBisection {
    var changed: [Int]?
    while changed == nil {
      let releases = selection.builds
      guard !releases.isEmpty else {
        throw RequestError(
          "no build can be used: "
            + selection.unavailable.map { "\($0.label): \($0.reason)" }.joined(separator: "; "))
      }
      do {
        changed = try ChangeSearch.changes(count: releases.count, way: way) { place in
          try answer(releases[place], to: question, willInstall: willInstall).content
        }
      } catch is Unusable {
        try selection.checkEnds()
        continue
      }
    }
    let releases = selection.builds
    return SampleBisection(
      sample: question.name, decoder: selection.decoder, way: way,
      candidates: releases.count, answers: releases.compactMap { answers[$0] },
      changes: try (changed ?? []).map {
        try verified(releases, changedAt: $0, on: question)
      }, unavailable: selection.unavailable)
  }

  private mutating func answer(
    _ release: Choice.Build, to question: BisectQuestion, willInstall: (String) -> Void
  ) throws -> SampleBisection.Answer {
    if let known = answers[release] { return known }
    if stop.isRequested { throw CancellationError() }
    guard selection.make(release, willInstall: willInstall) else { throw Unusable() }
    let found = try selection.start(release, search: search, limits: limits)
    guard let configured = found.decoders.first else {
      selection.leaveOut(
        release, because: found.unavailable.first?.reason ?? "it does not start")
      throw Unusable()
    }
    decoders[release] = configured
    let answer = Self.answer(selection.name(release), configured, to: question)
    answers[release] = answer
    return answer
  }

  private static func answer(
    _ name: String, _ configured: ConfiguredDecoder, to question: BisectQuestion
  ) -> SampleBisection.Answer {
    let (verdict, readings) = question.ask(configured)
    return SampleBisection.Answer(
      release: name, verdict: verdict,
      readings: verdict == .read ? [] : readings.map(\.bytes.readable).sorted())
  }

  /// Tries both sides of a change again.
  private func verified(
    _ releases: [Choice.Build], changedAt place: Int, on question: BisectQuestion
  ) throws -> SampleBisection.Change {
    let (from, to) = (releases[place - 1], releases[place])
    let (first, second) = (try contents(of: from, question), try contents(of: to, question))
    let earlier = first[0]
    var change = SampleBisection.Change(
      from: selection.name(from), to: selection.name(to), tries: tries,
      earlier: (first.count { $0 == earlier }, second.count { $0 == earlier }),
      same: (first.count { $0 == earlier }, second.count { $0 == second[0] }))
    let skipped = selection.leftOut(between: from, and: to)
    if !skipped.isEmpty { change.skipped = skipped }
    return change
  }

  private func contents(
    of release: Choice.Build, _ question: BisectQuestion
  ) throws -> [SampleBisection.Answer.Content] {
    guard let known = answers[release], let configured = decoders[release] else {
      preconditionFailure("both sides of a change were tried")
    }
    var contents = [known.content]
    while contents.count < tries {
      if stop.isRequested { throw CancellationError() }
      contents.append(Self.answer(known.release, configured, to: question).content)
    }
    return contents
  }
}
