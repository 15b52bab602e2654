import Base
import Corpora
import Foundation
import Limits
import PluginHost
import Results
import Statistics

/// Lets the informed reader read a plan's samples, and harder ones until it fails.
///
/// It runs in this process over the same samples as the decoders. Lanes take whole groups.
package struct InformedRun: Sendable {
  private let corpus: Corpus
  private let jobs: Int

  /// The most trials at a level beyond the corpus's.
  static let trialsBeyond = 100
  /// The most levels beyond the corpus's. Smaller modules cost less and less; the cost of a wider blur
  /// grows with the fourth power of its width.
  static func levelsBeyond(towardsLarger isLarger: Bool) -> Int { isLarger ? 10 : 24 }

  /// Makes a run over the samples of a plan.
  ///
  /// - Precondition: The plan's trials are fixed, and it takes the whole corpus.
  package init(plan: ComparisonPlan) {
    precondition(plan.aim == nil && !plan.shard.isPart, "the informed reader takes all samples")
    (corpus, jobs) = (plan.corpus, plan.jobs)
  }

  /// Reads all samples; blocks the caller.
  ///
  /// - Returns: `nil` if it was asked to stop.
  /// - Throws: Errors from drawing.
  package func run(stop: StopSignal) throws -> InformedOutcome? {
    let groups = try corpus.groups.indices.concurrentMap(
      threads: jobs, state: { InformedLane(corpus: corpus, stop: stop) }
    ) { group, lane -> InformedOutcome? in
      try stop.isRequested ? nil : lane.outcome(ofGroup: group)
    }
    guard !stop.isRequested else { return nil }
    return InformedOutcome(
      cells: groups.flatMap(\.cells), uncovered: groups.flatMap(\.uncovered))
  }
}

/// One thread's means of reading groups.
private struct InformedLane {
  let corpus: Corpus
  let stop: StopSignal
  private var renderer: SampleRenderer
  private var reader = InformedReader()

  init(corpus: Corpus, stop: StopSignal) {
    (self.corpus, self.stop) = (corpus, stop)
    renderer = SampleRenderer(corpus: corpus)
  }

  /// Reads a group at the corpus's levels and beyond the hardest of them.
  mutating func outcome(ofGroup group: Int) throws -> InformedOutcome {
    do {
      return try InformedOutcome(cells: cells(ofGroup: group))
    } catch let gap as InformedGap {
      return InformedOutcome(uncovered: [.init(group: group, reason: gap.rawValue)])
    }
  }

  private mutating func cells(ofGroup group: Int) throws -> [InformedOutcome.Cell] {
    var cells: [InformedOutcome.Cell] = []
    var hardest: (level: Level, rate: Double)?
    for level in corpus.sweep.levels {
      let cell = try read(group, level, trials: corpus.groups[group].trialCount)
      cells.append(cell)
      if isHarder(level, than: hardest?.level) { hardest = (level, cell.rate) }
    }
    guard corpus.sweep.harder != .unordered, var (level, rate) = hardest else { return cells }
    let most = InformedRun.levelsBeyond(towardsLarger: corpus.sweep.harder == .larger)
    let trials = min(corpus.groups[group].trialCount, InformedRun.trialsBeyond)
    for _ in 0..<most {
      guard rate > InformedOutcome.leastRate, !stop.isRequested, let harder = harder(than: level)
      else { break }
      do {
        let cell = try read(group, harder, trials: trials)
        cells.append(cell)
        (level, rate) = (harder, cell.rate)
      } catch is SampleError {
        break
      }
    }
    return cells
  }

  private func isHarder(_ level: Level, than other: Level?) -> Bool {
    guard let other else { return true }
    return corpus.sweep.harder == .larger ? level.value > other.value : level.value < other.value
  }

  /// The next level of a sweep that goes on in steps of a tenth; `nil` where the axis ends.
  private func harder(than level: Level) -> Level? {
    let axis = corpus.sweep.axis
    let isLarger = corpus.sweep.harder == .larger
    let value = level.value * (isLarger ? 1.1 : 0.9)
    let digits = axis.facts.kind == .whole ? 1.0 : abs(value) < 10 ? 100 : 10
    let rounded = (value * digits).rounded(isLarger ? .up : .down) / digits
    let billionths = Int64((rounded * 1e9).rounded())
    guard rounded > 0, axis.objection(to: rounded) == nil,
      let next = Level(parsing: DecimalNumber(billionths: billionths).text),
      isHarder(next, than: level)
    else { return nil }
    return next
  }

  /// Reads all trials of a level.
  private mutating func read(
    _ group: Int, _ level: Level, trials: Int
  ) throws -> InformedOutcome.Cell {
    var cell = InformedOutcome.Cell(
      group: group, level: level.text, trials: trials, missed: [], nanoseconds: 0)
    for trial in 0..<trials where !stop.isRequested {
      let key = SampleKey(
        corpus: corpus.name, recipe: corpus.groups[group].recipe,
        condition: corpus.groups[group].condition, level: level, trial: trial)
      guard let specification = try renderer.specification(of: key) else {
        throw InformedGap.photo
      }
      if corpus.sweep.isOfStreams { throw InformedGap.stream }
      let sample = try renderer.draw(specification)
      let view = try InformedView(of: sample, specification)
      let start = ThreadClock.nanoseconds()
      let answer = try reader.read(sample.image, view)
      cell.nanoseconds += Int(ThreadClock.nanoseconds() - start)
      // The truth is looked at only now.
      let truth = try reader.answer(
        of: sample.drawn[0].symbol, options: specification.symbols[0].options)
      if answer == nil || answer != truth { cell.missed.append(trial) }
    }
    return cell
  }
}

extension InformedOutcome.Cell {
  /// The share of trials that was read.
  fileprivate var rate: Double { 1 - Double(missed.count) / Double(max(trials, 1)) }
}
