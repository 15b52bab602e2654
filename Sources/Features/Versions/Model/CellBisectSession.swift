import Base
import Evaluation
import PluginHost
import Results
import Sessions

/// The search for the commit of a decoder that changed the rate of a cell.
///
/// All commits decode the same samples. What tells them apart are the samples on which the two ends differ: a commit
/// that does with most of them as the good end is good. So whatever path the search takes, it ends between two
/// neighbours of which one is nearer to the good end and the other to the bad one; these are decoded again and tested
/// against each other, and the verdicts on the way need not be certain.
struct CellBisectSession {
  private var builds: BuildSearch<CommitChoice, CellOutcomes>
  private let decode: Decode

  /// Decodes the samples with a commit's decoder, given its name; anew if the last one is true.
  typealias Decode = (String, ConfiguredDecoder, Bool) throws -> CellOutcomes

  init(
    _ choice: CommitChoice, search: PluginSearch, limits: DecoderChoice.Limits, stop: StopSignal,
    decode: @escaping Decode
  ) {
    builds = BuildSearch(choice, search: search, limits: limits, way: .halving, stop: stop)
    self.decode = decode
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - isFresh: True to decode everything, whatever the store holds.
  ///   - willBuild: Called with the name of each commit that must be built.
  /// - Throws: ``RequestError`` where an end cannot be used, `CancellationError` after a stop.
  mutating func run(
    cell: String, repository: String, isFresh: Bool, willBuild: (String) -> Void
  ) throws -> CellBisection {
    let commits = builds.choice.builds.map(builds.choice.name)
    let names = (good: commits.first ?? "", bad: commits.last ?? "")
    var (good, ends): (CellOutcomes?, CellEnds?)
    let decode = decode
    let changed = try builds.changes(willInstall: willBuild) {
      try decode($0, $1, isFresh)
    } comparing: { place, outcomes in
      // Halving asks for the first and the last before any between them.
      guard place > 0, let first = good else {
        good = outcomes
        return true
      }
      guard let known = ends else {
        let made = CellEnds(good: first, bad: outcomes, names: names)
        ends = made
        return !made.difference.isShown
      }
      let answer = known.answer("", outcomes)
      guard answer.asGood + answer.asBad > 0 else {
        throw UnfitBuild(reason: "it tried no sample on which the ends differ")
      }
      return answer.isGood
    }
    guard let ends else { preconditionFailure("a range has two ends, and both were tried") }
    let choice = builds.choice
    return CellBisection(
      cell: cell, decoder: choice.decoder, repository: repository,
      candidates: choice.builds.count, ends: ends.difference,
      answers: choice.builds.compactMap { build in
        builds.answers[build].map { ends.answer(choice.name(build), $0) }
      }, change: try changed.first.map(change), unavailable: choice.unavailable)
  }

  /// Decodes both sides of a change again, and compares what they do now.
  private func change(at place: Int) throws -> CellBisection.Difference {
    let choice = builds.choice
    let sides = try [choice.builds[place - 1], choice.builds[place]].map { build in
      let name = choice.name(build)
      let again = try decode(name, builds.decoder(build), true)
      let varied = builds.answers[build].map { $0.compared(with: again) }
      return (
        build: build, name: name, outcomes: again,
        varied: varied.map { $0.lost.count + $0.gained.count }
      )
    }
    var change = CellBisection.Difference(
      from: sides[0].name, sides[0].outcomes, to: sides[1].name, sides[1].outcomes)
    (change.fromVaried, change.toVaried) = (sides[0].varied, sides[1].varied)
    let skipped = choice.leftOut(between: sides[0].build, and: sides[1].build)
    if !skipped.isEmpty { change.skipped = skipped }
    change.merged = choice.merged(by: sides[1].build)
    return change
  }
}
