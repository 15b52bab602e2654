import Corpora
import Evaluation
import Foundation
import Images
import Judging
import PluginHost
import ResultStore
import Results
import Serving
import Sessions

/// One sitting before the screen: samples are drawn, shown, answered, judged and stored.
///
/// Times are handed in, on any clock that rises.
package actor ScreenSession {
  private let plan: ScreenPlan
  private let store: SQLiteStore
  private var renderer: SampleRenderer
  private var watch: AnswerWatch
  private var open: Open?
  private var current: (place: SamplePlace, sample: Sample)?
  private var state = ScreenTurn.State.waiting
  private var verdict: Verdict?
  private var counts = ScreenTurn.Counts()
  private var isEndTold = false
  /// The time at which a program was told that all is over, and the page may not know it yet.
  private var programKnew: Duration?
  private var cost = RunCost()

  /// A run that was begun.
  private struct Open {
    let number: Int
    let began: Duration
    let total: Int
    let reused: Int
    let decoder: ConfiguredDecoder
    var places: ArraySlice<SamplePlace>
    var screen: ScreenRecord
  }

  /// Makes a session; its store is in the plan's folder.
  package init(plan: ScreenPlan) throws {
    self.plan = plan
    store = try SQLiteStore(path: plan.folder + "/" + StoreLocation.fileName)
    renderer = SampleRenderer(corpus: plan.corpus)
    watch = AnswerWatch(timeout: plan.timeout, noRead: plan.noRead)
  }

  /// The run's number in the store; `nil` before it is begun.
  package var run: Int? { open?.number }
  /// The time that the page has to ask after a program gave the last answer: it looks ten times a second.
  private static let pageTime = Duration.milliseconds(500)

  /// True once every sample has its answer, and the page was told so; or a program, and the page did not ask.
  func isOver(at time: Duration) -> Bool {
    isDone && (isEndTold || programKnew.map { time > $0 + Self.pageTime } ?? false)
  }
  private var isDone: Bool { open.map { $0.places.isEmpty && state != .shown } ?? false }

  /// Begins the run, or goes on with one that was stopped.
  ///
  /// - Parameter pixelMillimetres: Millimetres of a pixel of the screen, if it was measured in the page.
  /// - Throws: ``PageRefusal`` for a size that no screen has; what the store throws.
  package func start(pixelMillimetres: Double?, at time: Duration) throws {
    guard open == nil else { return }
    let size = plan.pixelMillimetres ?? pixelMillimetres
    let decoder = try plan.decoder(pixelMillimetres: size)
    let record = RunRecord(
      plan.corpus, [decoder],
      settings: RunSettings(
        jobs: 1, timeoutSeconds: plan.timeout / .seconds(1), memoryLimitBytes: nil,
        deathsBeforeGivingUp: 1), provenance: .current())
    // A run that goes on loses its end, and with it what was counted.
    let last = try store.runs().last?.outcome?.screen
    let run = try store.begin(record, anew: plan.isFresh)
    let observed = try store.observedTrials(ofRun: run.number)
    let order = plan.order
    let places = plan.isFresh ? order : order.filter { observed.outcome(decoder: 0, $0) == nil }
    let before = run.isContinued ? last : nil
    open = Open(
      number: run.number, began: time, total: order.count, reused: order.count - places.count,
      decoder: decoder, places: places[...],
      screen: before ?? ScreenRecord(scale: plan.scale, pixelMillimetres: size))
  }

  /// Takes the next sample, which the page is to show.
  ///
  /// - Throws: ``PageRefusal`` before the run is begun and while a sample is shown.
  package func next(at time: Duration) throws -> ScreenTurn {
    guard let run = open else { throw PageRefusal(.gone, "the run is not begun") }
    try pass(to: time)
    guard state != .shown else { throw PageRefusal(.busy, "a sample is being shown") }
    if let place = run.places.first, state != .waiting || current == nil {
      let level = plan.corpus.sweep.levels[place.level]
      let sample = try renderer.draw(
        group: plan.corpus.groups[place.group], level: level, trial: place.trial)
      cost.encodeNanoseconds += Int(sample.cost.encodeNanoseconds)
      cost.renderNanoseconds += Int(sample.cost.renderNanoseconds)
      cost.samples += 1
      current = (place, sample)
      verdict = nil
      state = .waiting
    }
    return turn()
  }

  /// The picture of the sample that is to be shown, a byte a pixel.
  // Inlined into an asynchronous caller, it ends the compiler of Swift 6.3 with a signal.
  @inline(never)
  package func picture(_ number: Int) throws -> [UInt8] {
    guard let current, number == counts.done else {
      throw PageRefusal(.gone, "that sample is over")
    }
    return try PNG.encode(current.sample.image)
  }

  /// Begins the sample's time: the page shows it.
  package func show(_ number: Int, at time: Duration) throws -> ScreenTurn {
    guard let current, number == counts.done, state == .waiting else {
      throw PageRefusal(.gone, "sample \(number) is not the next one")
    }
    watch.show(current.sample.truth, at: time)
    state = .shown
    return turn()
  }

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - bytes: The contents; none for a miss.
  ///   - time: The time at which it began.
  ///   - toldProgram: The time of a program's request; `nil` for the page's.
  package func answer(
    _ bytes: [UInt8], at time: Duration, toldProgram: Duration? = nil
  ) throws -> ScreenTurn {
    guard open != nil else { throw PageRefusal(.gone, "press Start first: nothing is shown yet") }
    let fate = watch.receive(bytes, at: time)
    try settle()
    switch fate {
    case .taken: break
    case .doubled: open?.screen.doubled += 1
    case .late: open?.screen.late += 1
    case .stray: open?.screen.stray += 1
    }
    defer {
      if let toldProgram, isDone { (isEndTold, programKnew) = (false, toldProgram) }
    }
    return turn(fate)
  }

  /// Looks whether the sample's time is over.
  package func look(at time: Duration) throws -> ScreenTurn {
    try pass(to: time)
    return turn()
  }

  private func pass(to time: Duration) throws {
    watch.pass(to: time)
    try settle()
  }

  /// Judges and stores what a sample's time has ended with.
  private func settle() throws {
    guard state == .shown, let result = watch.result, let current, var run = open else { return }
    let attempt = DecodeAttempt(outcome: .readings(result.readings))
    guard let finding = Finding(attempt, of: current.sample, by: run.decoder.identity) else {
      return
    }
    let nanoseconds = result.duration.map { Int($0 / .nanoseconds(1)) } ?? 0
    let observation = Observation(
      decoder: 0, place: current.place, finding: finding, wallNanoseconds: nanoseconds,
      readingCount: result.readings.count, readings: result.readings.map(KeptReading.init))
    try store.append([observation], toRun: run.number)
    cost.decodes += 1
    if result.duration == nil { run.screen.missing += 1 }
    counts.add(finding.verdict)
    run.places = run.places.dropFirst()
    open = run
    verdict = finding.verdict
    state = .pause
  }

  /// Closes the run; what was answered until now is kept.
  package func finish(at time: Duration) throws {
    guard let run = open else { return }
    var outcome = RunOutcome(
      wallSeconds: (time - run.began) / .seconds(1), cost: cost, givenUp: [],
      wasStopped: !run.places.isEmpty, reused: run.reused)
    outcome.screen = run.screen
    try store.finish(run: run.number, outcome: outcome)
  }

  private func turn(_ fate: AnswerWatch.Fate? = nil) -> ScreenTurn {
    isEndTold = isDone
    var turn = ScreenTurn(state: isDone ? .over : state, counts: counts)
    turn.number = counts.done - (state == .pause ? 1 : 0)
    turn.name = current?.sample.name
    turn.left = open?.places.count
    turn.total = open?.total
    turn.verdict = verdict?.rawValue
    turn.fate = fate
    turn.screen = open?.screen
    return turn
  }
}

/// The state of a session, as the page and programs get it.
package struct ScreenTurn: Encodable, Sendable {
  package enum State: String, Encodable, Sendable {
    /// A sample is to be shown.
    case waiting
    /// A sample is shown.
    case shown
    /// A sample has its answer, or its time is over.
    case pause
    /// Every sample has its answer.
    case over
  }

  /// Samples of this sitting.
  package struct Counts: Encodable, Sendable {
    package internal(set) var done = 0
    package internal(set) var read = 0
    package internal(set) var misread = 0

    mutating func add(_ verdict: Verdict) {
      done += 1
      if verdict.isSuccess { read += 1 }
      if verdict == .misread { misread += 1 }
    }
  }

  package let state: State
  package let counts: Counts
  /// The number of the sample in this sitting.
  package internal(set) var number = 0
  /// The sample's key.
  package internal(set) var name: String?
  /// Samples that are still to be shown, and all of the run.
  package internal(set) var left: Int?
  package internal(set) var total: Int?
  /// The verdict on the last sample.
  package internal(set) var verdict: String?
  /// The kind of the answer, in the answer to one.
  package internal(set) var fate: AnswerWatch.Fate?
  package internal(set) var screen: ScreenRecord?
}
