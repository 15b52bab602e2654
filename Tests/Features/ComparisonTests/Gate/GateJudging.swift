import Analysis
import Results

@testable import Comparison
@testable import RunFixtures

extension GatePolicy {
  /// A policy with a fixed date.
  static func test(
    failOn: Set<GateClass> = usualClasses, today: String = "2026-06-15", isSelection: Bool = false
  ) -> GatePolicy {
    guard let day = CalendarDay(parsing: today) else { preconditionFailure("\(today) is no day") }
    return GatePolicy(failOn: failOn, today: day, isSelection: isSelection)
  }
}

extension Baseline {
  /// The gate's report of a run that is compared with this baseline.
  func judge(
    _ current: Baseline, _ policy: GatePolicy = .test(), recheck: Recheck? = nil
  ) -> GateReport {
    Gate(baseline: self, policy: policy).judge(current, recheck: recheck)
  }
}

extension GateScenario {
  /// The gate's report of a scenario of several tests.
  static func report(
    _ name: Name, failOn: Set<GateClass> = GatePolicy.usualClasses, recheck: Recheck? = .unneeded
  ) throws -> GateReport {
    let (then, now) = try scored(name)
    return report(then.baseline, now.baseline, failOn: failOn, recheck: recheck)
  }

  /// The gate's report.
  func report() throws -> GateReport {
    try Self.report(
      then.baseline(), now.baseline(), failOn: GatePolicy.usualClasses, recheck: .unneeded)
  }

  /// A report whose baseline has a file name that tries to break out of every format.
  private static func report(
    _ then: Baseline, _ now: Baseline, failOn: Set<GateClass>, recheck: Recheck?
  ) -> GateReport {
    var report = then.judge(
      now, .test(failOn: failOn, today: "2026-11-22"), recheck: recheck)
    report.baselineFile = "reports/baselines/50%, a:b.json"
    report.reproduceOptions = "--timeout '5s'"
    return report
  }

  /// The gate's reports of all scenarios, computed once for all tests.
  static let reports = Name.allCases.compactMap { try? report($0) }
}
