/// A place from which runs and their observations are read, and scores are computed.
public protocol ObservationSource: Sendable {
  /// Returns a run's record and, once it is closed, its outcome.
  func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?)

  /// Calls a closure with every observation of a run by one decoder, given by its index: group by
  /// group, level by level, by trial.
  ///
  /// - Parameter withReadings: True to read the readings that are kept, too.
  func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws

  /// Calls a closure with the outcomes of one decoder, given by its index, as columns: group by group,
  /// level by level, by trial. There are no empty blocks.
  ///
  /// It takes time and memory for a block, not for an observation, as far as a store keeps columns.
  ///
  /// - Parameters:
  ///   - group: The group to read alone; `nil` for all.
  ///   - isDetailed: True for verdicts whose observations are in ``OutcomeBlock/details``.
  func forEachBlock(
    ofRun run: Int, decoder: Int, group: Int?, detailing isDetailed: (Verdict) -> Bool,
    _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws
}

/// A store to which observations are written as they are made, and from which scores are computed.
///
/// An observation belongs to a cell and to a trial in it. A cell is a decoder (identified by its
/// fingerprint) at one level of a group (identified by the content of its samples). Runs share
/// cells: what one run has observed, the next need not decode again.
///
/// Safe to use from several threads. A run that is cut short keeps all batches appended before.
public protocol ObservationStore: ObservationSource {
  /// Opens a new run, or reopens the latest one if it was cut short and had the same plan. With
  /// `anew`, a new run is always opened.
  func begin(_ run: RunRecord, anew: Bool) throws -> OpenedRun

  /// Returns the trials of a run's cells with observations that need not be made again.
  ///
  /// Timeouts and failures are not included: they depend on more than decoder and image.
  ///
  /// - Parameter withReadings: True to leave out observations whose readings are not kept too.
  func observedTrials(ofRun run: Int, withReadings: Bool) throws -> ObservedTrials

  /// Appends observations to an open run; all of them or none. An observation replaces an older one
  /// of the same cell and trial.
  func append(_ observations: [Observation], toRun run: Int) throws

  /// Closes a run with the outcome known only at its end.
  func finish(run: Int, outcome: RunOutcome) throws
}

extension ObservationStore {
  /// Opens a new run, or reopens the latest one if it was cut short and had the same plan.
  public func begin(_ run: RunRecord) throws -> OpenedRun { try begin(run, anew: false) }

  /// Returns the trials of a run's cells with observations that need not be made again, whether their
  /// readings are kept or not.
  public func observedTrials(ofRun run: Int) throws -> ObservedTrials {
    try observedTrials(ofRun: run, withReadings: false)
  }
}

extension ObservationSource {
  /// Makes the columns from the observations, for stores that keep none.
  public func forEachBlock(
    ofRun run: Int, decoder: Int, group: Int?, detailing isDetailed: (Verdict) -> Bool,
    _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    var builder: OutcomeBlock.Builder?
    try forEachObservation(ofRun: run, decoder: decoder) { observation in
      let place = observation.place
      guard group == nil || place.group == group else { return }
      if builder?.holds(place) != true {
        if let whole = builder?.block { try body(whole) }
        builder = OutcomeBlock.Builder(holding: place)
      }
      builder?.add(observation, isDetailed: isDetailed(observation.verdict))
    }
    if let last = builder?.block { try body(last) }
  }

  /// Calls a closure with every observation of a run by one decoder, without its readings.
  public func forEachObservation(
    ofRun run: Int, decoder: Int, _ body: (borrowing Observation) throws -> Void
  ) throws {
    try forEachObservation(ofRun: run, decoder: decoder, withReadings: false, body)
  }

  /// Calls a closure with every observation of a run, decoder by decoder.
  public func forEachObservation(
    ofRun run: Int, withReadings: Bool = false, _ body: (borrowing Observation) throws -> Void
  ) throws {
    for decoder in try record(ofRun: run).0.decoders.indices {
      try forEachObservation(ofRun: run, decoder: decoder, withReadings: withReadings, body)
    }
  }
}

/// A run that can be appended to.
public struct OpenedRun: Hashable, Sendable {
  /// The run's number in its store.
  public var number: Int
  /// True if an earlier harness process began the run and was cut short.
  public var isContinued: Bool

  package init(number: Int, isContinued: Bool) {
    self.number = number
    self.isContinued = isContinued
  }
}

/// The decodes that a run finds in its store when it starts.
public struct Resumption: Hashable, Sendable {
  /// The run that was opened.
  public var run: OpenedRun
  /// Decodes that are there already.
  public var observed: Int
  /// Decodes that the run asks for; `nil` where it chooses its own trials.
  public var planned: Int?
  /// Decodes that are there without the readings that the run is to keep, and are made again.
  public var withoutReadings: Int

  package init(run: OpenedRun, observed: Int, planned: Int?, withoutReadings: Int = 0) {
    (self.run, self.observed, self.planned) = (run, observed, planned)
    self.withoutReadings = withoutReadings
  }
}

/// The trials already observed and their outcomes, by decoder, group and level.
public struct ObservedTrials: Sendable {
  private let numbering: SampleNumbering
  private var trials: [BitSet]
  private var successes: [BitSet]
  private var falseAnswers: [BitSet]

  /// Makes an empty set: nothing has been observed.
  public init(_ numbering: SampleNumbering, decoders: Int) {
    self.numbering = numbering
    trials = Array(repeating: BitSet(), count: decoders)
    successes = trials
    falseAnswers = trials
  }

  /// Adds an observation.
  public mutating func insert(decoder: Int, _ place: SamplePlace, _ outcome: AttemptOutcome) {
    let number = numbering.number(of: place)
    trials[decoder].insert(number)
    switch outcome {
    case .success: successes[decoder].insert(number)
    case .falseAnswer: falseAnswers[decoder].insert(number)
    case .other: break
    }
  }

  /// Adds the observations of a block that need not be made again.
  package mutating func insert(decoder: Int, _ block: borrowing OutcomeBlock) {
    let first = block.first
    for verdict in Verdict.allCases where verdict != .timeout && verdict != .failed {
      OutcomeBlock.forEach(block.trials(with: verdict)) { offset in
        insert(
          decoder: decoder,
          SamplePlace(group: first.group, level: first.level, trial: first.trial + offset),
          AttemptOutcome(verdict))
      }
    }
  }

  /// The outcome of a decoder on a sample; `nil` where it was not observed.
  package func outcome(decoder: Int, _ place: SamplePlace) -> AttemptOutcome? {
    let number = numbering.number(of: place)
    guard trials[decoder].contains(number) else { return nil }
    if successes[decoder].contains(number) { return .success }
    return falseAnswers[decoder].contains(number) ? .falseAnswer : .other
  }

  /// True if a decoder has an observation of a sample.
  public func contains(decoder: Int, sample: Int) -> Bool { trials[decoder].contains(sample) }

  /// Returns the number of samples that a decoder has observations of.
  public func count(decoder: Int) -> Int { trials[decoder].count }

  /// The number of samples that decoders have observations of, decoder by decoder.
  public var total: Int { trials.reduce(0) { $0 + $1.count } }
}

/// A set of numbers, one bit for each up to the largest: ten million samples take little more than
/// a megabyte.
package struct BitSet: Hashable, Sendable {
  private var words: [UInt64]
  /// The number of elements in the set.
  private(set) var count = 0

  /// Makes an empty set with room for the numbers below a bound; larger ones make more room.
  package init(count: Int = 0) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  package mutating func insert(_ number: Int) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    insert(bit, word: number >> 6)
  }

  /// Inserts the numbers from a first one on whose bits are set, the lowest bit first.
  package mutating func insert(_ bits: UInt64, from first: Int) {
    let (place, shift) = (first >> 6, UInt64(first & 63))
    insert(bits << shift, word: place)
    if shift > 0 { insert(bits >> (64 - shift), word: place + 1) }
  }

  private mutating func insert(_ bits: UInt64, word place: Int) {
    guard bits != 0 else { return }
    grow(toHold: place)
    count += (bits & ~words[place]).nonzeroBitCount
    words[place] |= bits
  }

  private mutating func grow(toHold place: Int) {
    guard place >= words.count else { return }
    words += Array(repeating: 0, count: max(place + 1 - words.count, words.count / 2))
  }

  /// The bits of 64 numbers from a first one on, the lowest bit first.
  package func bits(from first: Int) -> UInt64 {
    let (place, shift) = (first >> 6, UInt64(first & 63))
    guard place < words.count else { return 0 }
    let low = words[place] >> shift
    guard shift > 0, place + 1 < words.count else { return low }
    return low | words[place + 1] << (64 - shift)
  }

  package func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }
}
