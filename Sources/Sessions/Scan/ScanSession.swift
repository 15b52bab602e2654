import Base
import DecoderKit
import Evaluation
import Foundation
import Images
import PluginHost
import Scanning
import Synchronization

/// The images and the decoders of a scan.
package struct ScanPlan: Sendable {
  /// The images.
  package let inputs: [ScanInputs.Input]
  package let decoders: [ConfiguredDecoder]
  /// Images processed at the same time.
  package let jobs: Int
  /// Fatal images in a row after which a decoder is given up.
  package let deathsBeforeGivingUp: Int
  /// Camera and code size; `nil` for no distances.
  package let viewing: Viewing?
  /// The part of each image that is scanned; `nil` for all of it.
  package let aim: ScanAim?
  /// The last step: measuring and merging.
  let step: ImageScan

  /// Makes a plan.
  ///
  /// - Precondition: `jobs` and `deathsBeforeGivingUp` are 1 or more.
  package init(
    inputs: [ScanInputs.Input], decoders: [ConfiguredDecoder], jobs: Int,
    deathsBeforeGivingUp: Int, viewing: Viewing?, findsPotential: Bool,
    thresholds: ThresholdSource?, aim: ScanAim? = nil
  ) {
    precondition(jobs >= 1 && deathsBeforeGivingUp >= 1, "counts in a plan are 1 or more")
    self.inputs = inputs
    self.decoders = decoders
    self.jobs = jobs
    self.deathsBeforeGivingUp = deathsBeforeGivingUp
    self.viewing = viewing
    self.aim = aim
    step = ImageScan(
      decoders: decoders.map(ScanDecoder.init), viewing: viewing, findsPotential: findsPotential
    ) { symbology in
      thresholds?.table(for: symbology)
    }
  }
}

extension ScanDecoder {
  package init(_ configured: ConfiguredDecoder) {
    self.init(
      label: configured.label, reference: configured.reference,
      library: configured.identity.library, version: configured.identity.version,
      symbologies: configured.identity.symbologies)
  }
}

/// A scan of images: every decoder on every image, results in the images' order.
///
/// Decoders run in workers of their own, as in a comparison: a crash is a result of that decoder and
/// loses nothing else. An image leaves memory when its result is made, and only a few results wait for
/// their turn.
package struct ScanSession: Sendable {
  private let plan: ScanPlan
  private let stop: StopSignal

  package init(plan: ScanPlan, stop: StopSignal) {
    self.plan = plan
    self.stop = stop
  }

  /// Scans all images. Blocks the caller.
  ///
  /// - Parameter emit: Called with each result in order, on the caller's thread; returns false to end the scan.
  /// - Throws: The first error of `emit`, or an error if workers can no longer be started.
  package func run(emit: (ScannedImage) throws -> Bool) throws {
    try run(step: { _, _ in }, emit: { image, _ in try emit(image) })
  }

  /// Scans all images with a further step. Blocks the caller.
  ///
  /// - Parameters:
  ///   - step: Called with each image that was read and its result, on several threads.
  ///   - emit: Called with each result and what the step made of it, in order, on the caller's thread;
  ///     returns false to end the scan.
  /// - Throws: The first error of `step` or `emit`, or an error if workers can no longer be started.
  package func run<Made: Sendable>(
    step: @escaping @Sendable (ScannedImage, GrayImage) throws -> Made,
    emit: (ScannedImage, Made?) throws -> Bool
  ) throws {
    let queue = OrderedResults<(ScannedImage, Made?)>(
      count: plan.inputs.count, room: 4 * plan.jobs, lanes: min(plan.jobs, plan.inputs.count))
    let health = plan.decoders.map { _ in
      DecoderHealth(givingUpAfter: plan.deathsBeforeGivingUp)
    }
    let lanes = try ThreadTeam(min(plan.jobs, plan.inputs.count)) { [plan, stop] _ in
      let lane = ScanLane(plan: plan, health: health, stop: stop)
      defer { lane.close() }
      queue.work { index in
        guard !stop.isRequested else { return nil }
        return try lane.scan(index, step: step)
      }
    }
    defer {
      queue.abandon()
      lanes.wait()
    }
    while let (image, made) = try queue.next() {
      guard try emit(image, made) else { return }
    }
  }
}

/// One thread's decoders.
private struct ScanLane {
  private let plan: ScanPlan
  private let chains: [DecoderChain]

  init(plan: ScanPlan, health: [DecoderHealth], stop: StopSignal) {
    self.plan = plan
    chains = zip(plan.decoders, health).map {
      DecoderChain(members: $0.members, health: $1, stop: stop)
    }
  }

  func close() {
    for chain in chains { chain.close() }
  }

  /// - Returns: The result; `nil` if the scan was stopped in the meantime.
  func scan<Made>(
    _ index: Int, step: (ScannedImage, GrayImage) throws -> Made
  ) throws -> (ScannedImage, Made?)? {
    let input = plan.inputs[index]
    func unreadable(_ reason: String) -> (ScannedImage, Made?) {
      (ScannedImage(path: input.path, index: index, outcome: .unreadable(reason)), nil)
    }
    let image: GrayImage
    do throws(ImageError) {
      image = try input.read()
    } catch {
      return unreadable(error.message)
    }
    let window: ScanWindow?
    do throws(ScanRegionError) {
      window = try plan.aim?.window(width: image.width, height: image.height)
    } catch {
      return unreadable(error.description)
    }
    let scanned = window?.crop(image) ?? image
    var attempts: [ScanAttempt] = []
    var readings: [[Reading]] = []
    for (configured, chain) in zip(plan.decoders, chains) {
      let attempt = chain.decode(scanned)
      if case .notStarted(let error) = attempt.outcome { throw error }
      guard let told = ScanAttempt(attempt, of: configured.label) else { return nil }
      attempts.append(told)
      readings.append(window.map { attempt.readings.map($0.moved) } ?? attempt.readings)
    }
    let result = ScannedImage(
      path: input.path, index: index,
      outcome: .scanned(
        plan.step.contents(
          of: image, attempts: attempts, readings: readings, window: window)))
    return (result, try step(result, image))
  }
}

extension DecodeAttempt {
  /// The readings; none without an answer.
  package var readings: [Reading] {
    if case .readings(let readings) = outcome { readings } else { [] }
  }
}

extension ScanAttempt {
  /// Makes the record of an attempt; `nil` if the image was not tried.
  package init?(_ attempt: DecodeAttempt, of decoder: String) {
    let outcome: Outcome
    var detail: String?
    var printed = ""
    switch attempt.outcome {
    case .readings: outcome = .answered
    case .failed(let message, let diagnostics):
      (outcome, detail, printed) = (.failed, message, diagnostics)
    case .crashed(let ending, let diagnostics):
      (outcome, detail, printed) = (.crash, "\(ending)", diagnostics)
    case .timedOut: outcome = .timeout
    case .givenUp: outcome = .givenUp
    case .lost(let reason): (outcome, detail) = (.failed, reason)
    case .stopped, .notStarted: return nil
    }
    self.init(
      decoder: decoder, outcome: outcome, readings: attempt.readings.count, detail: detail,
      printed: printed.isEmpty ? nil : printed, wallNanoseconds: attempt.wallNanoseconds)
  }
}

/// Results that several threads make and one takes in order.
///
/// Threads wait when the oldest result that is not taken yet is too far behind, so that the number of
/// waiting results stays bounded.
final class OrderedResults<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var done: [Int: Value] = [:]
    var lanes: Int
    var isAbandoned = false
    var error: (any Error)?
  }

  private let count: Int
  private let state: Mutex<State>
  private let taken = Mutex(0)
  /// Free places for results.
  private let room = DispatchSemaphore(value: 0)
  /// Signalled for every result, and when a thread ends.
  private let arrived = DispatchSemaphore(value: 0)

  init(count: Int, room: Int, lanes: Int) {
    self.count = count
    state = Mutex(State(lanes: lanes))
    for _ in 0..<room { self.room.signal() }
  }

  /// Makes results on the calling thread until none are left, or `make` returns `nil` or throws.
  func work(_ make: (Int) throws -> Value?) {
    defer {
      state.withLock { $0.lanes -= 1 }
      arrived.signal()
    }
    while true {
      room.wait()
      let index = state.withLock { state -> Int? in
        guard !state.isAbandoned, state.error == nil, state.next < count else { return nil }
        state.next += 1
        return state.next - 1
      }
      guard let index else {
        // The next thread shall not wait for a place in vain.
        room.signal()
        return
      }
      do {
        guard let result = try make(index) else {
          room.signal()
          return
        }
        state.withLock { $0.done[index] = result }
        arrived.signal()
      } catch {
        state.withLock { $0.error = $0.error ?? error }
        room.signal()
        return
      }
    }
  }

  /// Waits for the next result in order; `nil` when there are no more.
  ///
  /// - Throws: The first error of a thread, after the results before it.
  func next() throws -> Value? {
    let index = taken.withLock { $0 }
    while true {
      let (result, hasEnded, error) = state.withLock { state in
        (state.done.removeValue(forKey: index), state.lanes == 0, state.error)
      }
      if let result {
        taken.withLock { $0 += 1 }
        room.signal()
        return result
      }
      if hasEnded {
        if let error { throw error }
        return nil
      }
      arrived.wait()
    }
  }

  /// Lets the threads end after the image in work.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
    room.signal()
  }
}
