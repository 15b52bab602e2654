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
  /// The gate's report; its baseline has a file name that tries to break out of every format.
  func report(
    failOn: Set<GateClass> = GatePolicy.usualClasses, recheck: Recheck? = .unneeded
  ) throws -> GateReport {
    var report = try then.baseline().judge(
      now.baseline(), .test(failOn: failOn, today: "2026-11-22"), recheck: recheck)
    report.baselineFile = "reports/baselines/50%, a:b.json"
    report.reproduceOptions = "--timeout '5s'"
    return report
  }

  /// The gate's reports of all scenarios, computed once for all tests.
  static let reports: [GateReport] = {
    let all: [GateScenario] = [
      .worse(), .worse(.hostile), .worse(.mirrored), .worse(.unordered), .same(), .better(),
      .strange(),
    ]
    return all.compactMap { try? $0.report() }
  }()
}
