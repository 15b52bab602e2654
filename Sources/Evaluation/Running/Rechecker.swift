import Base
import Corpora
import Foundation
import PluginHost
import Results
import Synchronization

/// Gives flipped samples to the current run's decoders once more, in fresh workers.
///
/// Nondeterminism is ruled out before a gate fails: a flip that does not occur again is no evidence
/// that the decoder changed.
package struct Rechecker: Sendable {
  /// The run's decoders and samples.
  package let plan: ComparisonPlan
  private let stop: StopSignal

  package init(plan: ComparisonPlan, stop: StopSignal) {
    self.plan = plan
    self.stop = stop
  }

  /// A sample that was decoded once more.
  package struct Repetition: Hashable, Sendable {
    /// The outcome; `nil` if the decoder gave no verdict.
    package let finding: Finding?
    /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
    package let wallNanoseconds: Int
  }

  /// Draws and decodes every sample again, on as many threads as the plan has jobs. Blocks the
  /// caller.
  ///
  /// - Parameter oneByOne: True to decode one sample at a time, so that none waits for another.
  /// - Returns: `nil` when it was asked to stop before the last sample.
  /// - Throws: Errors from drawing, or an error if workers can no longer be started.
  package func repeated(
    _ flips: [Flip], oneByOne: Bool = false
  ) throws -> [Flip: Repetition]? {
    guard !flips.isEmpty else { return [:] }
    let queue = RecheckQueue(flips)
    let lanes = try ThreadTeam(oneByOne ? 1 : min(plan.jobs, flips.count)) { [plan, stop] _ in
      do {
        var lane = RecheckLane(plan: plan, stop: stop, deaths: flips.count)
        defer { lane.close() }
        while !stop.isRequested, let flip = queue.next() {
          queue.keep(flip, try lane.repetition(of: flip))
        }
      } catch {
        queue.fail(error)
      }
    }
    lanes.wait()
    let outcomes = try queue.result()
    return stop.isRequested ? nil : outcomes
  }
}

/// The flips that are left, and what came of those that are done.
private final class RecheckQueue: Sendable {
  private struct State {
    var rest: ArraySlice<Flip>
    var outcomes: [Flip: Rechecker.Repetition] = [:]
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  init(_ flips: [Flip]) {
    state = Mutex(State(rest: flips[...]))
  }

  func next() -> Flip? { state.withLock { $0.failure == nil ? $0.rest.popFirst() : nil } }

  func keep(_ flip: Flip, _ repetition: Rechecker.Repetition) {
    state.withLock { $0.outcomes[flip] = repetition }
  }

  func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

  func result() throws -> [Flip: Rechecker.Repetition] {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.outcomes
    }
  }
}

/// One thread's renderer and workers.
private struct RecheckLane {
  private let plan: ComparisonPlan
  private var renderer: SampleRenderer
  private let workers: [DecoderChain]

  init(plan: ComparisonPlan, stop: StopSignal, deaths: Int) {
    self.plan = plan
    renderer = SampleRenderer(corpus: plan.corpus)
    // A decoder that crashes on every flip must still be tried on every one of them.
    workers = plan.decoders.map {
      DecoderChain(
        members: $0.members,
        health: DecoderHealth(givingUpAfter: deaths + 1, identities: $0.plannedIdentities),
        stop: stop)
    }
  }

  func close() {
    for worker in workers { worker.close() }
  }

  /// Decodes the sample again.
  mutating func repetition(of flip: Flip) throws -> Rechecker.Repetition {
    guard let group = plan.corpus.groups.first(where: { $0.id == flip.cell.group }),
      let index = plan.decoders.firstIndex(where: { $0.label == flip.cell.decoder })
    else { preconditionFailure("flips are of the run whose plan this is") }
    let sample = try renderer.draw(group: group, level: flip.level, trial: flip.trial)
    let selected = workers[index].decode(sample, of: plan.corpus, by: plan.decoders[index])
    if case .notStarted(let error) = selected.attempt.outcome { throw error }
    return Rechecker.Repetition(
      finding: Finding(selected, of: sample, by: plan.decoders[index].identity),
      wallNanoseconds: selected.attempt.wallNanoseconds)
  }
}
