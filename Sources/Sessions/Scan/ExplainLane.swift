import Base
import Corpora
import DecoderKit
import Evaluation
import Measuring
import PluginHost
import Scanning

/// One decoder that looks for changes with which it reads an image, in a thread of its own.
///
/// Each kind of change is tried from its smallest change on, until one is enough.
final class ExplainLane {
  /// A reading, with the change before it and the symbol as it was measured in the unchanged image, or else in
  /// the changed one.
  struct Found: Sendable {
    /// `nil` for a reading of the image as it is.
    let change: ImageChange?
    let claim: ReadingEvidence.Claim
    /// The symbol as it was measured in the unchanged image.
    let unchanged: SymbolMeasurement
    /// True if something backs the reading besides other decoders.
    let isBacked: Bool
  }

  /// The things that are the same for all lanes.
  struct Task: Sendable {
    let image: GrayImage
    let truth: WrittenTruth
    /// The processor time that each lane may take.
    let budget: Duration
  }

  private let identity: ScanDecoder
  private let chain: DecoderChain
  private let task: Task
  private let stop: StopSignal
  private var budget: ExplainBudget
  private let gauge = SymbolGauge(within: ExplainBudget.measuring)
  private(set) var found: [Found] = []
  /// The further readings of the image as it is: it may show several symbols.
  private(set) var others: [Reading] = []
  private(set) var errors = 0
  /// The error with which the decoder ended on the image as it is; `nil` if it answered.
  private(set) var failure: ScanAttempt?
  /// The faults that have changes for which there was no time.
  private(set) var untried: Set<ImageFault> = []

  init(_ decoder: ConfiguredDecoder, _ task: Task, stop: StopSignal) {
    identity = ScanDecoder(decoder)
    chain = DecoderChain(
      members: decoder.members, health: DecoderHealth(givingUpAfter: 10), stop: stop)
    budget = ExplainBudget(task.budget)
    self.task = task
    self.stop = stop
  }

  func close() { chain.close() }

  /// The processor time that is left.
  var remaining: Duration { budget.remaining }

  /// The symbology of what it has read, if that is backed.
  var symbology: Symbology? {
    found.lazy.filter(\.isBacked).compactMap(\.claim.reading.symbology).first
  }

  /// True if it reads the image as it is, and something backs that besides other decoders.
  var isContent: Bool { found.contains { $0.change == nil && $0.isBacked } }

  /// Reads the image as it is.
  func readUnchanged() throws {
    let (readings, attempt) = try read(task.image)
    let told = ScanAttempt(attempt, of: identity.label)
    failure = told?.outcome == .answered ? nil : told
    guard let reading = readings.first else { return }
    others = Array(readings.dropFirst())
    let measurement = gauge.measure(reading, in: task.image)
    let claim = claim(reading, measurement, isChanged: false)
    found.append(
      Found(change: nil, claim: claim, unchanged: measurement, isBacked: isBacked(claim)))
  }

  /// Tries changes, kind by kind. The first change of each kind that mends a measured fault is tried even if
  /// it takes longer than what is left, and when nothing is left, too, once something is read.
  ///
  /// - Parameter known: The symbology that some decoder has read; `nil` as long as there is none.
  func attempt(
    _ kinds: [[ImageChange]], of ladder: ChangeLadder, known: () -> Symbology?
  ) throws {
    for kind in kinds {
      for (place, change) in kind.enumerated() {
        let symbology = known()
        guard !stop.isRequested, symbology.map(identity.reads) ?? true else { return }
        let pixels = ladder.pixels(after: change)
        let operations = ladder.operations(for: change)
        let isImplied =
          place == 0 && ladder.isImplied(change) && (!budget.isSpent || symbology != nil)
        guard isImplied || budget.affords(pixels: pixels, operations: operations) else {
          untried.insert(change.fault)
          continue
        }
        let start = ThreadClock.nanoseconds()
        let changed = ladder.changed(by: change)
        budget.learn(
          making: Double(ThreadClock.nanoseconds() - start), operations: operations)
        guard let reading = try read(changed).readings.first else { continue }
        let before = ThreadClock.nanoseconds()
        let found = measured(reading, by: change, changed, of: ladder)
        budget.spend(Double(ThreadClock.nanoseconds() - before))
        self.found.append(found)
        if found.isBacked { break }
      }
    }
  }

  private func isBacked(_ claim: ReadingEvidence.Claim) -> Bool {
    ReadingEvidence([claim], truth: task.truth).supports[0] != nil
  }

  private func claim(
    _ reading: Reading, _ measurement: SymbolMeasurement, isChanged: Bool = true
  ) -> ReadingEvidence.Claim {
    ReadingEvidence.Claim(
      decoder: identity, reading: reading, measurement: measurement, isOfChangedImage: isChanged)
  }

  private func read(_ image: GrayImage) throws -> (readings: [Reading], attempt: DecodeAttempt) {
    let attempt = chain.decode(image)
    budget.learn(
      decoding: ExplainBudget.cost(
        processor: attempt.cpuNanoseconds, passed: attempt.exchangeNanoseconds),
      pixels: image.width * image.height)
    switch attempt.outcome {
    case .readings(let readings): return (readings, attempt)
    case .notStarted(let error): throw error
    case .failed, .crashed, .timedOut: errors += 1
    case .givenUp, .lost, .stopped: break
    }
    return ([], attempt)
  }

  /// Measures what was read: in the unchanged image, else in the changed one.
  private func measured(
    _ reading: Reading, by change: ImageChange, _ changed: GrayImage, of ladder: ChangeLadder
  ) -> Found {
    let original = ladder.original(reading, before: change)
    let here = claim(original, gauge.measure(original, in: task.image))
    guard !isBacked(here) else {
      return Found(change: change, claim: here, unchanged: here.measurement, isBacked: true)
    }
    let there = gauge.measure(reading, in: changed)
    let moved = claim(
      original,
      SymbolMeasurement(
        source: there.source, outline: there.outline.map { ladder.original($0, before: change) },
        dimension: there.dimension, condition: there.condition, symbology: there.symbology,
        backing: there.backing))
    let isThere = isBacked(moved)
    // A negative has the image's own pixels: what is measured in it is known of the image.
    let isSame = change == .inverted && isThere && here.measurement.source != .measured
    return Found(
      change: change, claim: isThere ? moved : here,
      unchanged: isSame ? there.negative : here.measurement, isBacked: isThere)
  }
}
