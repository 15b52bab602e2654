import Base
import DecoderKit
import Dispatch
import Evaluation
import Measuring
import PluginHost
import Scanning
import Synchronization

/// The decoders at work on one image, side by side.
///
/// Each lane takes the batches of changes in their order. The first ones may be given while the decoders still
/// read the image as it is; those that depend on what was read are given when all lanes are done.
final class ExplainLanes: Sendable {
  /// Changes with what makes them.
  struct Batch: Sendable {
    let kinds: [[ImageChange]]
    let ladder: ChangeLadder
  }

  /// The findings of one decoder.
  struct Result: Sendable {
    var found: [ExplainLane.Found] = []
    var others: [Reading] = []
    var errors = 0
    var failure: ScanAttempt?
    var untried: Set<ImageFault> = []
    /// The processor time that is left.
    var remaining = Duration.zero

    /// True if the image as it is is read, and something backs that besides other decoders.
    var isContent: Bool { found.contains { $0.change == nil && $0.isBacked } }
  }

  private struct State {
    /// `nil` is the end.
    var batches: [Batch?] = []
    var results: [Result]
    var error: (any Error)?
    var symbology: Symbology?
  }

  private let state: Mutex<State>
  private let arrived: [DispatchSemaphore]
  private let done = DispatchSemaphore(value: 0)
  private let team: Mutex<ThreadTeam?> = Mutex(nil)

  /// Starts the decoders, which first read the image as it is.
  init(_ decoders: [ConfiguredDecoder], _ task: ExplainLane.Task, stop: StopSignal) throws {
    state = Mutex(State(results: decoders.map { _ in Result() }))
    arrived = decoders.map { _ in DispatchSemaphore(value: 0) }
    let team = try ThreadTeam(decoders.count) { [self] index in
      work(index, ExplainLane(decoders[index], task, stop: stop))
    }
    self.team.withLock { $0 = team }
  }

  /// Waits until each decoder has read the image as it is.
  ///
  /// - Returns: By decoder, what was found.
  /// - Throws: An error if workers can no longer be started.
  func unchanged(_ ladder: ChangeLadder) throws -> [Result] {
    add(Batch(kinds: [], ladder: ladder))
    return try results()
  }

  /// Names the symbology of the image's code, so that decoders that do not read it are left alone.
  func tell(_ symbology: Symbology) {
    state.withLock { $0.symbology = $0.symbology ?? symbology }
  }

  /// Gives all lanes further changes.
  func add(_ batch: Batch) { give(batch) }

  private func give(_ batch: Batch?) {
    state.withLock { $0.batches.append(batch) }
    for lane in arrived { lane.signal() }
  }

  /// Waits until each lane has tried what it was given last.
  ///
  /// - Returns: By decoder, what was found so far.
  /// - Throws: An error if workers can no longer be started.
  func results() throws -> [Result] {
    for _ in arrived { done.wait() }
    return try state.withLock { state in
      if let error = state.error { throw error }
      return state.results
    }
  }

  /// Ends the decoders and waits for them.
  func close() {
    give(nil)
    team.withLock { $0 }?.wait()
  }

  private func work(_ index: Int, _ lane: ExplainLane) {
    defer { lane.close() }
    report(index, lane) { try lane.readUnchanged() }
    var next = 0
    while true {
      arrived[index].wait()
      guard let batch = state.withLock({ $0.batches[next] }) else { return }
      next += 1
      if !lane.isContent {
        report(index, lane) {
          try lane.attempt(batch.kinds, of: batch.ladder) {
            state.withLock { state in
              state.symbology = state.symbology ?? lane.symbology
              return state.symbology
            }
          }
        }
      }
      done.signal()
    }
  }

  private func report(_ index: Int, _ lane: ExplainLane, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      state.withLock { $0.error = $0.error ?? error }
    }
    state.withLock { state in
      state.results[index] = Result(
        found: lane.found, others: lane.others, errors: lane.errors, failure: lane.failure,
        untried: lane.untried, remaining: lane.remaining)
      state.symbology = state.symbology ?? lane.symbology
    }
  }
}
