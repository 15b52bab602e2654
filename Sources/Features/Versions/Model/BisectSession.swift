import Base
import Corpora
import DecoderKit
import Evaluation
import PluginHost
import Results
import Sessions

/// The image that each build is given, and the way to judge its answer.
struct BisectQuestion {
  /// The sample's key, or the file of what was kept.
  let name: String
  /// Gives the image to a fresh process; no verdict if the build does not read the symbology.
  let ask: (ConfiguredDecoder) -> (verdict: Verdict?, readings: [Reading], hasPhantom: Bool)

  init(_ sample: Sample, of corpus: Corpus) {
    name = sample.name
    ask = {
      let reproduction = Reproduction.run(sample, of: corpus, by: $0)
      let finding = reproduction.finding
      return (finding?.verdict, reproduction.readings, (finding?.extras.wrong ?? 0) > 0)
    }
  }

  init(_ snapshot: StreamSnapshot, file: String) {
    name = file
    ask = {
      let (verdict, readings) = snapshot.judged(by: $0)
      return (verdict, readings, false)
    }
  }
}

/// The search for the release or the commit of a decoder that changed the answer to one image.
struct BisectSession<Choice: BuildChoice> {
  private var builds: BuildSearch<Choice, SampleBisection.Answer>
  private let way: ChangeSearch.Way
  private let tries: Int
  private let stop: StopSignal

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - tries: The number of fresh processes in which both sides of a change are tried.
  ///   - stop: Ends the search.
  init(
    _ selection: Choice, search: PluginSearch, limits: DecoderChoice.Limits,
    way: ChangeSearch.Way, tries: Int, stop: StopSignal
  ) {
    builds = BuildSearch(selection, search: search, limits: limits, way: way, stop: stop)
    (self.way, self.tries, self.stop) = (way, tries, stop)
  }

  /// Searches.
  ///
  /// - Parameter willInstall: Called with the name in tables of each release that must be installed.
  /// - Throws: ``RequestError`` where no release can be used, `CancellationError` after a stop.
  mutating func run(
    _ question: BisectQuestion, willInstall: (String) -> Void
  ) throws -> SampleBisection {
    let changed = try builds.changes(willInstall: willInstall) {
      Self.answer($0, $1, to: question)
    } comparing: {
      $1.content
    }
    let releases = builds.choice.builds
    return SampleBisection(
      sample: question.name, decoder: builds.choice.decoder, way: way,
      candidates: releases.count, answers: releases.compactMap { builds.answers[$0] },
      changes: try changed.map { try verified(releases, changedAt: $0, on: question) },
      unavailable: builds.choice.unavailable)
  }

  private static func answer(
    _ name: String, _ configured: ConfiguredDecoder, to question: BisectQuestion
  ) -> SampleBisection.Answer {
    let (verdict, readings, hasPhantom) = question.ask(configured)
    return SampleBisection.Answer(
      release: name, verdict: verdict,
      readings: verdict == .read && !hasPhantom ? [] : readings.map(\.bytes.readable).sorted())
  }

  /// Tries both sides of a change again.
  private func verified(
    _ releases: [Choice.Build], changedAt place: Int, on question: BisectQuestion
  ) throws -> SampleBisection.Change {
    let (from, to) = (releases[place - 1], releases[place])
    let (first, second) = (try contents(of: from, question), try contents(of: to, question))
    let earlier = first[0]
    var change = SampleBisection.Change(
      from: builds.choice.name(from), to: builds.choice.name(to), tries: tries,
      earlier: (first.count { $0 == earlier }, second.count { $0 == earlier }),
      same: (first.count { $0 == earlier }, second.count { $0 == second[0] }))
    let skipped = builds.choice.leftOut(between: from, and: to)
    if !skipped.isEmpty { change.skipped = skipped }
    change.merged = builds.choice.merged(by: to)
    return change
  }

  private func contents(
    of release: Choice.Build, _ question: BisectQuestion
  ) throws -> [SampleBisection.Answer.Content] {
    var contents = builds.answers[release].map { [$0.content] } ?? []
    while contents.count < tries {
      if stop.isRequested { throw CancellationError() }
      let name = builds.choice.name(release)
      contents.append(Self.answer(name, builds.decoder(release), to: question).content)
    }
    return contents
  }
}
