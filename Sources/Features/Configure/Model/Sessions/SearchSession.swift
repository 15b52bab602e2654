import Corpora
import Foundation
import Sessions

/// The search for settings: candidates on half of the samples and on the twin, the choice on what is left.
struct SearchSession {
  private let context: DecodingContext
  private let folder: String
  private let samples: SampleFolders
  private let captures: CaptureSession
  private let twin: TwinCorpus?
  private let seconds: Double
  private let halving = Halving()
  /// The most drawn images of a round: of many kinds and sizes each has fewer trials.
  private static let mostImages = 2000
  /// The part of the time that a round may take.
  private static let roundShare = 0.2
  /// The trials of the twin that judge the choice, at each level of each kind of symbol.
  private static let judgingTrials = 24
  /// The seed of the twin that judges, so that none of its images was seen while choosing.
  private static let judgingSeedOffset: UInt64 = 1

  /// A step of the search.
  enum Step: Sendable {
    /// A program that is asked for cannot be written for some decoder.
    case withoutProgram(ProgramGap)
    /// The first round begins, with so many candidates.
    case searching(candidates: Int)
    /// So many samples that nobody read are looked at.
    case explaining(samples: Int)
    /// A round with so many candidates and trials; so many go on.
    case round(Int, candidates: Int, trials: Int, kept: Int)
    /// The best of all that was decoded so far; the search goes on.
    case leading(Standing)
    /// Finalists and what they are compared with.
    case judging(candidates: Int)
    /// Finalists on coarser samples and in the scan area.
    case captures(candidates: Int)
  }

  /// The result of a search.
  struct Result: Sendable {
    /// The choice with its evidence.
    let verdict: SearchVerdict
    /// The finalists with other captures; `nil` without samples.
    let captures: CaptureVerdict?
    /// True for the samples that the choice reads on whole frames, by the samples' names.
    let sampleReads: [String: Bool]
  }

  /// Prepares the search, and writes the samples' folders.
  ///
  /// - Parameters:
  ///   - context: The surroundings.
  ///   - halves: The samples.
  ///   - twin: The corpus drawn after them; `nil` if none could be.
  ///   - area: The scan area; `nil` for none.
  ///   - folder: The folder for everything.
  ///   - seconds: About the longest time for the drawn images; samples are always decoded.
  init(
    _ context: DecodingContext, halves: SampleHalves, twin: TwinCorpus?, area: FrameBox?,
    folder: String, seconds: Double
  ) throws {
    self.seconds = seconds
    self.context = context
    self.folder = folder
    self.twin = twin
    samples = try SampleFolders(halves, in: folder)
    captures = CaptureSession(context, halves: halves, area: area, folder: folder)
  }

  /// Searches. Blocks the caller.
  ///
  /// - Returns: The choice with its evidence; `nil` if no decoder reads all that is asked for, or the search
  ///   was stopped.
  func run(
    _ space: SearchSpace, goal: Goal, told: (Step) -> Void = { _ in }
  ) throws -> Result? {
    var candidates = space.changes + space.defaults
    guard !space.defaults.isEmpty else { return nil }
    told(.searching(candidates: candidates.count))
    var evidence = Evidence()
    var round = 0
    while true {
      let trials = halving.trials(inRound: round)
      evidence = try self.evidence(candidates, trials: trials, isJudging: false, after: evidence)
      guard !context.stop.isRequested else { return nil }
      if let best = goal.ordered(evidence.standings).first { told(.leading(best)) }
      guard halving.goesOn(candidates, defaults: space.defaults, afterRound: round) else { break }
      let kept = halving.survivors(of: evidence, for: goal, defaults: space.defaults)
      told(.round(round + 1, candidates: candidates.count, trials: trials, kept: kept.count))
      candidates = kept
      round += 1
    }
    let finalists = try finalists(candidates, evidence, space, goal)
    guard !context.stop.isRequested else { return nil }
    let entrants = SearchVerdict.entrants(finalists, defaults: space.defaults)
    told(.judging(candidates: entrants.count))
    let judged = try self.evidence(
      entrants, trials: Self.judgingTrials, isJudging: true, after: evidence)
    guard !context.stop.isRequested,
      let verdict = SearchVerdict(
        judged, finalists: finalists, defaults: space.defaults, goal: goal)
    else { return nil }
    let pairs = verdict.finalists(atMost: CaptureVerdict.mostFinalists)
    told(.captures(candidates: pairs.count))
    let captured = try captures.run(pairs)
    guard !context.stop.isRequested else { return nil }
    guard let captured else { return Result(verdict: verdict, captures: nil, sampleReads: [:]) }
    func result(_ verdict: SearchVerdict) -> Result {
      let choice = verdict.choice
      return Result(
        verdict: verdict,
        captures: CaptureVerdict(
          choice: choice, learned: captured.learned, heldOut: captured.heldOut, goal: goal,
          keepsChoice: true),
        sampleReads: captured.learned.sampleReads(of: choice)
          .merging(captured.heldOut.sampleReads(of: choice)) { first, _ in first })
    }
    let best = CaptureVerdict(
      choice: verdict.choice, learned: captured.learned, heldOut: captured.heldOut, goal: goal)
    let preferred = best.best.taking(.whole)
    guard preferred != verdict.choice,
      let other = SearchVerdict(
        judged, finalists: finalists, defaults: space.defaults, goal: goal, preferring: preferred),
      other.choice == preferred
    else { return result(verdict) }
    return result(other)
  }

  /// The best candidates, of each decoder the best one, and combinations of their settings, without settings
  /// that bring nothing.
  private func finalists(
    _ candidates: [Candidate], _ evidence: Evidence, _ space: SearchSpace, _ goal: Goal
  ) throws -> [Candidate] {
    let singles = candidates.filter { !space.defaults.contains($0) }
    let combined = halving.combinations(of: evidence, for: goal, among: singles)
    let all = SearchVerdict.entrants(singles + combined, defaults: space.defaults)
    let wide = try self.evidence(
      all, trials: halving.mostTrials, isJudging: false, after: evidence)
    let fragile = wide.fragile(besides: space.defaults)
    let ordered = goal.ordered(wide.standings).map(\.candidate)
      .filter { (singles + combined).contains($0) && !fragile.contains($0) }
    return
      (ordered.leading(halving.finalists).map { finalist in
        let own = space.defaults.first { $0.decoder == finalist.decoder }
        return own.map { SearchVerdict.pruned(finalist, default: $0, by: wide) } ?? finalist
      } + told(ordered, space)).reduce(into: []) {
        if !$0.contains($1), !space.defaults.contains($1) { $0.append($1) }
      }
  }

  /// The best decoder that is told the symbologies and nothing else: the answers ask for them.
  private func told(_ ordered: [Candidate], _ space: SearchSpace) -> [Candidate] {
    guard let best = ordered.first?.decoder ?? space.defaults.first?.decoder else { return [] }
    return space.changes.filter { $0.decoder == best }.prefix(1).map(\.self)
  }

  /// Decodes on half of the samples and on the twin.
  ///
  /// - Parameter earlier: Evidence that tells how long the candidates take.
  private func evidence(
    _ candidates: [Candidate], trials wanted: Int, isJudging: Bool, after earlier: Evidence
  ) throws -> Evidence {
    var evidence = Evidence()
    let half = isJudging ? "held-out" : "learned"
    if let corpus = isJudging ? samples.heldOut : samples.learned {
      try SearchRun(context: context, corpus: corpus, folder: "\(folder)/runs/\(half)")
        .add(candidates, to: &evidence) { _, _ in 1 }
    }
    guard let twin else { return evidence }
    let drawn = twin.corpus
    let seed = isJudging ? drawn.seed &+ Self.judgingSeedOffset : drawn.seed
    let cells = drawn.groups.count * drawn.sweep.levels.count
    let trials = earlier.trials(
      of: candidates, cells: cells,
      within: Self.roundShare * seconds * Double(context.jobs),
      wanted: max(1, min(wanted, Self.mostImages / cells)))
    let corpus = drawn.overriding(trials: trials, seed: seed)
    try SearchRun(context: context, corpus: corpus, folder: "\(folder)/runs/twin-\(half)")
      .add(candidates, to: &evidence) { group, level in
        let cell = TwinCorpus.Cell(
          recipe: group.recipe, condition: group.condition, level: level)
        return (twin.weights[cell] ?? 0) / Double(trials)
      }
    return evidence
  }
}
