/// Where observations are written as they are made, and read from when scores are computed.
///
/// An observation belongs to a cell (a decoder, known by its fingerprint, at one level of a group, known
/// by what its samples are made of) and to a trial in it. Runs share cells: what one run has observed,
/// the next need not decode again.
///
/// Safe to use from several threads. A run that is cut short keeps all batches appended before.
public protocol ObservationStore: Sendable {
  /// Opens a run, or the latest one again if it was cut short and had the same plan; never that one if
  /// all is to be made anew.
  func begin(_ run: RunRecord, anew: Bool) throws -> OpenedRun

  /// The trials of a run's cells that have observations which need not be made again.
  ///
  /// Timeouts and failures are not among them: they depend on more than decoder and image.
  func observedTrials(ofRun run: Int) throws -> ObservedTrials

  /// Appends observations to an open run; all of them or none. An observation takes the place of an
  /// older one of the same cell and trial.
  func append(_ observations: [Observation], toRun run: Int) throws

  /// Closes a run with what is known only at its end.
  func finish(run: Int, outcome: RunOutcome) throws

  /// A run's description and, once it is closed, its outcome.
  func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?)

  /// Calls a closure with every observation of a run that a decoder, by its index, made: group by
  /// group, level by level, by trial.
  func forEachObservation(
    ofRun run: Int, decoder: Int, _ body: (borrowing Observation) throws -> Void
  ) throws
}

extension ObservationStore {
  /// Opens a run, or the latest one again if it was cut short and had the same plan.
  public func begin(_ run: RunRecord) throws -> OpenedRun { try begin(run, anew: false) }

  /// Calls a closure with every observation of a run, decoder by decoder.
  public func forEachObservation(
    ofRun run: Int, _ body: (borrowing Observation) throws -> Void
  ) throws {
    for decoder in try record(ofRun: run).0.contestants.indices {
      try forEachObservation(ofRun: run, decoder: decoder, body)
    }
  }
}

/// A run that can be appended to.
public struct OpenedRun: Hashable, Sendable {
  /// The run's number in its store.
  public var number: Int
  /// Whether an earlier harness began it and was cut short.
  public var isContinued: Bool

  /// Makes a run's handle.
  public init(number: Int, isContinued: Bool) {
    self.number = number
    self.isContinued = isContinued
  }
}

/// Which trials have been observed already, and how they ended: by decoder, group and level.
public struct ObservedTrials: Sendable {
  private let schedule: SampleSchedule
  private var trials: [BitSet]
  private var successes: [BitSet]

  /// Nothing has been observed.
  public init(_ schedule: SampleSchedule, decoders: Int) {
    self.schedule = schedule
    trials = Array(repeating: BitSet(count: schedule.count), count: decoders)
    successes = trials
  }

  /// Takes note of an observation.
  public mutating func insert(decoder: Int, _ place: SampleSchedule.Place, isSuccess: Bool) {
    let number = schedule.number(of: place)
    trials[decoder].insert(number)
    if isSuccess { successes[decoder].insert(number) }
  }

  /// Whether a decoder did what it is for at a place; `nil` where it was not observed.
  func outcome(decoder: Int, _ place: SampleSchedule.Place) -> Bool? {
    let number = schedule.number(of: place)
    return trials[decoder].contains(number) ? successes[decoder].contains(number) : nil
  }

  /// Whether a decoder has been through with a sample.
  public func contains(decoder: Int, sample: Int) -> Bool { trials[decoder].contains(sample) }

  /// Samples that a decoder is through with.
  public func count(decoder: Int) -> Int { trials[decoder].count }
}
