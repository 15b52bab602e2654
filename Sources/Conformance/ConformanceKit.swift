import DecoderKit
import PluginHost

/// Examines a plugin: every promise of the protocol that can be tested from outside.
///
/// Each check starts processes of its own, so that no check affects another. Calls block and must
/// not be made on the cooperative thread pool.
public struct ConformanceKit: Sendable {
  private let settings: CheckSettings

  /// Makes a kit.
  ///
  /// - Throws: ``UnknownCheck`` for a name in `only` or `known` that no check has.
  public init(settings: CheckSettings) throws(UnknownCheck) {
    self.settings = settings
    let stages = Set(ConformanceCheck.Stage.allCases.map(\.rawValue))
    let names = Set(Self.checks(claimed: Set(Symbology.allCases)).map(\.name))
    for name in settings.only.union(settings.known).sorted()
    where !names.contains(name) && !stages.contains(name) {
      throw UnknownCheck(name: name, known: (names.union(stages)).sorted())
    }
  }

  /// All checks of a plugin that claims these symbologies, in their order.
  public static func checks(claimed: Set<Symbology>) -> [ConformanceCheck] {
    HandshakeChecks.all + FramingChecks.all + EndingChecks.all + ImageChecks.all
      + ReadingChecks.all(claimed)
  }

  /// Examines the plugin.
  ///
  /// - Parameters:
  ///   - stop: Checked before every process is started.
  ///   - progress: Called with each check's outcome as soon as it is known.
  /// - Throws: `PluginError` when the plugin does not start or says itself that it is unavailable.
  public func run(
    stop: StopSignal = StopSignal(), progress: (CheckReport) -> Void = { _ in }
  ) throws -> PluginReport {
    let bench = CheckBench(settings: settings.worker, stop: stop)
    let start = ContinuousClock.now
    let identity = try introduce(bench)
    var reports: [CheckReport] = []
    for check in Self.checks(claimed: identity?.symbologies ?? []) where isWanted(check) {
      // A plugin that does not get through the handshake cannot be checked further.
      let outcome =
        identity != nil || check.name == HandshakeChecks.introduction.name
        ? try outcome(of: check, bench) : .skipped("it does not get as far as this")
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
    } catch let objection as Objection {
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
public struct UnknownCheck: Error, Equatable, CustomStringConvertible {
  /// The name that was asked for.
  public let name: String
  /// The names that exist: checks and stages.
  public let known: [String]

  public var description: String {
    "there is no check \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
      + " The stages are \(stages); --verbose shows the names of all checks."
  }

  private var stages: String {
    ConformanceCheck.Stage.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
