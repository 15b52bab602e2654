import Base
import Evaluation
import Foundation
import Images
import PluginHost
import Scanning

/// The decoders that watch a stream, and the rules by which they do.
package struct StreamPlan: Sendable {
  package let decoders: [ConfiguredDecoder]
  /// Frame policy, scan area and rules for codes; the same for all decoders.
  package let options: ScannerOptions
  /// Fatal frames in a row after which a decoder is given up.
  package let deathsBeforeGivingUp: Int
  /// Camera and code size; `nil` for no distances.
  package let viewing: Viewing?

  /// Makes a plan.
  ///
  /// - Precondition: `deathsBeforeGivingUp` is 1 or more.
  package init(
    decoders: [ConfiguredDecoder], options: ScannerOptions, deathsBeforeGivingUp: Int,
    viewing: Viewing? = nil
  ) {
    precondition(deathsBeforeGivingUp >= 1, "a decoder is given up after 1 death or more")
    self.decoders = decoders
    self.options = options
    self.deathsBeforeGivingUp = deathsBeforeGivingUp
    self.viewing = viewing
  }
}

/// An event of one decoder in a stream.
package struct StreamEvent: Sendable {
  /// The decoder's name in tables.
  package let decoder: String
  package let event: ScannerEvent
  /// The frame in which it happened; `nil` at the end.
  package var frame: Frame?
  /// The pixels per module of the event's codes, in their order; `nil` for one that cannot be measured.
  package var modulePixels: [Double?] = []
  /// The distances of the event's codes from the camera, in millimetres; `nil` where they are not known.
  package var distancesMillimetres: [Double?] = []
  /// At the end: the codes that the decoder read. Empty where frames do not wait, since nobody looks for
  /// what was missed in them.
  package var sightings: [CodeSighting] = []

  /// Makes an event, and measures its codes.
  init(
    decoder: String, event: ScannerEvent, frame: Frame? = nil, sightings: CodeSightings,
    viewing: Viewing? = nil
  ) {
    self.decoder = decoder
    self.event = event
    self.frame = frame
    if case .codes(let codes) = event, let frame {
      let measurements = codes.map { sightings.measure($0.reading, in: frame) }
      modulePixels = measurements.map { $0?.moduleSize?.pixels.value }
      let image = frame.orientation.upright(frame.image)
      distancesMillimetres = measurements.map { measurement in
        measurement.flatMap {
          viewing?.distanceMillimetres(of: $0, width: image.width, height: image.height)?.value
        }
      }
    } else if case .ended = event {
      self.sightings = sightings.sightings
    }
  }
}

/// Several decoders over one stream: each gets the frames that the policy gives it.
///
/// On the stream's own clock a decoder is busy for as long as its decode call took, and frames that come
/// meanwhile are dropped for it: decoders do not slow each other down, however many there are.
package struct StreamSession: Sendable {
  private let plan: StreamPlan
  private let stop: StopSignal

  package init(plan: StreamPlan, stop: StopSignal) {
    self.plan = plan
    self.stop = stop
  }

  /// Runs to the end of the stream, or until all decoders' rules have ended it. Blocks the caller.
  ///
  /// - Parameters:
  ///   - source: The frames; one that does not wait (``FrameSource/isLive``) takes one decoder only.
  ///   - emit: Called with each event in order, the end of each decoder included; returns false to end
  ///     the session.
  /// - Throws: The source's error, after the events before it, or the first error of `emit`.
  package func run(
    _ source: some FrameSource, emit: @escaping @Sendable (StreamEvent) throws -> Bool
  ) throws {
    let session = self
    let work = AsyncWork { try await session.watch(source, emit: emit) }
    // A pipe that brings nothing keeps its reader waiting; those who stop do not.
    var patience = 10
    _ = try work.wait {
      if stop.isRequested { patience -= 1 }
      return patience == 0
    }
  }

  private func watch(
    _ source: some FrameSource, emit: @Sendable (StreamEvent) throws -> Bool
  ) async throws {
    let readers = plan.decoders.map {
      WorkerReader($0, deathsBeforeGivingUp: plan.deathsBeforeGivingUp, stop: stop)
    }
    let result: Result<Void, any Error>
    do {
      result = .success(
        source.isLive
          ? try await follow(source, readers, emit) : try await watch(source, readers, emit))
    } catch {
      result = .failure(error)
    }
    for reader in readers { await reader.close() }
    try result.get()
  }

  private func watch(
    _ source: some FrameSource, _ readers: [WorkerReader],
    _ emit: (StreamEvent) throws -> Bool
  ) async throws {
    var lanes = zip(plan.decoders, readers).map { configured, reader in
      Lane(
        decoder: configured.label, judge: FrameJudge(reader: reader, options: plan.options),
        state: StreamState(policy: plan.options.policy, rules: plan.options.rules))
    }
    var failure: (any Error)?
    do {
      frames: for try await frame in source.frames {
        guard !stop.isRequested else { break }
        for index in lanes.indices where lanes[index].state.offer(frame.time) {
          let judgement = await lanes[index].judge.judge(frame)
          guard !stop.isRequested else { break frames }
          lanes[index].sightings.take(judgement, of: frame)
          for event in lanes[index].state.take(judgement, of: frame) {
            let told = StreamEvent(
              decoder: lanes[index].decoder, event: event, frame: frame,
              sightings: lanes[index].sightings, viewing: plan.viewing)
            guard try emit(told) else { return }
          }
        }
        if lanes.allSatisfy(\.state.isDone) { break }
      }
    } catch let error as ImageError {
      failure = error
    }
    for lane in lanes {
      let ending: ScannerEvent.Ending =
        if lane.state.isDone {
          .rulesMet
        } else if stop.isRequested {
          .stopped
        } else {
          failure.map { .sourceFailed("\($0)") } ?? .sourceEnded
        }
      let end = ScannerEvent.ended(ending, lane.state.counts)
      let told = StreamEvent(decoder: lane.decoder, event: end, sightings: lane.sightings)
      guard try emit(told) else { return }
    }
    if let failure { throw failure }
  }

  /// Follows a source that does not wait: frames are taken as they come, on the real clock.
  private func follow(
    _ source: some FrameSource, _ readers: [WorkerReader], _ emit: (StreamEvent) throws -> Bool
  ) async throws {
    precondition(readers.count == 1, "a source that does not wait takes one decoder")
    let (label, viewing) = (plan.decoders[0].label, plan.viewing)
    let scanner = FrameScanner(reader: readers[0], options: plan.options)
    let (events, continuation) = AsyncStream.makeStream(of: StreamEvent.self)
    try await scanner.start(source: source) { (event: ScannerEvent, frame: Frame?) in
      continuation.yield(
        StreamEvent(
          decoder: label, event: event, frame: frame, sightings: CodeSightings(), viewing: viewing))
      if case .ended = event { continuation.finish() }
    }
    do {
      for await told in events {
        let event = told.event
        // Frames that were in work when somebody stopped are no failures.
        if case .failure = event, stop.isRequested { continue }
        guard try emit(told) else {
          await scanner.stop()
          return
        }
        if stop.isRequested { await scanner.stop() }
        if case .ended(.sourceFailed(let message), _) = event {
          throw ImageError(code: .file, message: message)
        }
      }
    } catch {
      await scanner.stop()
      throw error
    }
  }

  /// One decoder's place in the session.
  private struct Lane {
    let decoder: String
    let judge: FrameJudge
    var state: StreamState
    var sightings = CodeSightings()
  }
}
