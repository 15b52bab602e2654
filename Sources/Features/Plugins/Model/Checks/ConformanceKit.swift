import Base
import DecoderKit
import PluginHost

/// Examines a plugin: every promise of the protocol that can be tested from outside.
///
/// Each check starts processes of its own, so that no check affects another. Calls block and must
/// not be made on the cooperative thread pool.
struct ConformanceKit: Sendable {
  private let settings: CheckSettings

  /// Makes a kit.
  ///
  /// - Throws: ``UnknownCheck`` for a name in `only` or `known` that no check has.
  init(settings: CheckSettings) throws(UnknownCheck) {
    self.settings = settings
    let stages = Set(ConformanceCheck.Stage.allCases.map(\.rawValue))
    let names = Set(Self.checks(claimed: Set(Symbology.allCases)).map(\.name))
    for name in settings.only.union(settings.known).sorted()
    where !names.contains(name) && !stages.contains(name) {
      throw UnknownCheck(name: name, known: (names.union(stages)).sorted())
    }
  }

  /// All checks of a plugin that claims these symbologies, in their order.
  static func checks(claimed: Set<Symbology>) -> [ConformanceCheck] {
    HandshakeChecks.all + FramingChecks.all + EndingChecks.all + ImageChecks.all
      + ReadingChecks.all(claimed)
  }

  /// Examines the plugin.
  ///
  /// - Parameters:
  ///   - stop: Checked before every process is started.
  ///   - start: Called with each check before it is run, the first one included.
  ///   - progress: Called with each check's outcome as soon as it is known.
  /// - Throws: `PluginError` when the plugin does not start or says itself that it is unavailable.
  func run(
    stop: StopSignal = StopSignal(), start begin: (ConformanceCheck) -> Void = { _ in },
    progress: (CheckReport) -> Void = { _ in }
  ) throws -> PluginReport {
    let bench = CheckBench(settings: settings.worker, stop: stop)
    // The handshake is part of finding out which checks there are.
    begin(HandshakeChecks.introduction)
    let start = ContinuousClock.now
    let identity = try introduce(bench)
    var reports: [CheckReport] = []
    for check in Self.checks(claimed: identity?.symbologies ?? []) where isWanted(check) {
      begin(check)
      // A plugin that does not get through the handshake cannot be checked further.
      let outcome =
        identity != nil || check.name == HandshakeChecks.introduction.name
        ? try outcome(of: check, bench) : .skipped("an earlier step failed")
      let report = CheckReport(name: check.name, stage: check.stage, claim: check.claim, outcome)
      reports.append(report)
      progress(report)
      guard !stop.isRequested else { break }
    }
    return PluginReport(
      executable: settings.worker.program.label, identity: identity, checks: reports,
      wasStopped: stop.isRequested, duration: ContinuousClock.now - start,
      mended: reports.compactMap { report in
        guard case .passed = report.outcome else { return nil }
        return settings.known.contains(report.name) ? report.name : nil
      })
  }

  private func introduce(_ bench: CheckBench) throws -> DecoderIdentity? {
    do {
      return try bench.identity()
    } catch let refusal as Refusal {
      throw PluginError(
        .unavailable, "the plugin \(settings.worker.program.label) says: \(refusal.reason)")
    } catch is NotJudged {
      return nil
    } catch is Interrupted {
      return nil
    }
  }

  private func isWanted(_ check: ConformanceCheck) -> Bool {
    settings.only.isEmpty || settings.only.contains(check.name)
      || settings.only.contains(check.stage.rawValue)
  }

  private func outcome(of check: ConformanceCheck, _ bench: CheckBench) throws -> CheckOutcome {
    do {
      return .passed(try check.body(bench))
    } catch let objection as CheckFault {
      return isKnown(check) ? .known(objection) : .failed(objection)
    } catch let refusal as Refusal {
      return isKnown(check) ? .known(.gaveUp(refusal)) : .failed(.gaveUp(refusal))
    } catch let reason as NotJudged {
      return .skipped(reason.reason)
    } catch is Interrupted {
      return .skipped("the examination was stopped")
    }
  }

  private func isKnown(_ check: ConformanceCheck) -> Bool {
    settings.known.contains(check.name) || settings.known.contains(check.stage.rawValue)
  }
}

/// A check was asked for that does not exist.
struct UnknownCheck: Error, Equatable, CustomStringConvertible {
  /// The name that was asked for.
  let name: String
  /// The names that exist: checks and stages.
  let known: [String]

  var description: String {
    "there is no check \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
      + " The stages are \(stages); --verbose shows the names of all checks."
  }

  private var stages: String {
    ConformanceCheck.Stage.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

/// The state that checks share: the plugin's settings, its identity, and the symbols that it reads.
///
/// A bench belongs to the thread that runs the checks.
final class CheckBench {
  let settings: WorkerSettings
  private let stop: StopSignal
  private var introduction: Result<DecoderIdentity, CheckFault>?
  private var surveyed: [SymbolReading]?

  init(settings: WorkerSettings, stop: StopSignal) {
    self.settings = settings
    self.stop = stop
  }

  /// Starts a process and sends it nothing.
  func start() throws -> PluginConversation {
    guard !stop.isRequested else { throw Interrupted() }
    return try PluginConversation(settings: settings)
  }

  /// Starts a process and completes the handshake, so that it is ready for images.
  func open(options: [String: String]? = nil) throws -> PluginConversation {
    let conversation = try start()
    try conversation.shakeHands(options: options ?? settings.options)
    return conversation
  }

  /// The identity that the plugin reports; asked for once.
  ///
  /// - Throws: ``NotJudged`` if the plugin does not get as far, which the first check reports.
  func identity() throws -> DecoderIdentity {
    let introduction = try introduction ?? introduce()
    self.introduction = introduction
    switch introduction {
    case .success(let identity): return identity
    case .failure: throw NotJudged("the plugin's hello is wrong")
    }
  }

  private func introduce() throws -> Result<DecoderIdentity, CheckFault> {
    do {
      return .success(try start().shakeHands(options: settings.options))
    } catch let objection as CheckFault {
      return .failure(objection)
    }
  }

  /// The plugin's results on clear symbols of every symbology that it claims; obtained once.
  func survey() throws -> [SymbolReading] {
    if let surveyed { return surveyed }
    let survey = try SymbolSurvey(bench: self).run()
    surveyed = survey
    return survey
  }

  /// Symbols that the plugin reads, best known first: at most one of each symbology.
  func readable() throws -> [ClearSymbol] {
    try survey().compactMap { $0.isRead ? $0.symbol : nil }
  }
}

/// The examination was asked to stop.
struct Interrupted: Error {}

/// The settings of a plugin's examination.
struct CheckSettings: Sendable {
  /// The settings that its processes are started with: executable, options, deadlines, memory.
  var worker: WorkerSettings
  /// The names of the checks or stages to run; empty means all.
  var only: Set<String> = []
  /// The names of checks that are known to fail; their failing is then no failure.
  var known: Set<String> = []

  /// The time that a process has to end when it should end, in nanoseconds.
  ///
  /// The host itself waits 500 ms before it kills; a loaded machine gets more here.
  static let endingNanoseconds = 3_000_000_000
}
