import ArgumentParser
import DecoderKit
import Evaluation
import Foundation

/// The options of a gate: the baseline, and what may not get worse.
///
/// They are the same for every command that judges.
struct GateOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Judges against this baseline: exit code 1 when something got worse, 3 when that cannot be "
        + "told.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "What may not get worse: threshold, misreads, crashes, latency.",
      discussion: "Without it: threshold,misreads,crashes.", valueName: "classes"))
  var failOn: String?

  @Option(
    help: ArgumentHelp(
      "How many times as long reads must certainly take to count as slower.", valueName: "ratio"))
  var latencyRatio: Double = 1.25

  @Flag(
    help: ArgumentHelp(
      "Prints findings as GitHub annotations, as is done by itself inside GitHub Actions."))
  var annotations = false

  func validate() throws {
    if baseline == "" { throw ValidationError("--baseline names a file") }
    guard latencyRatio.isFinite, latencyRatio >= 1 else {
      throw ValidationError("--latency-ratio is a number from 1")
    }
    if let failOn { _ = try GateClass.list(failOn, option: "--fail-on") }
  }

  /// The policy that the options ask for.
  func policy(isSelection: Bool) throws -> GatePolicy {
    GatePolicy(
      failOn: try failOn.map { try GateClass.list($0, option: "--fail-on") }
        ?? GatePolicy.usualClasses,
      latencyRatio: latencyRatio, today: .today, isSelection: isSelection)
  }
}

extension GateClass {
  /// Reads a list as people type it: `threshold,crashes`.
  static func list(_ text: String, option: String) throws -> Set<GateClass> {
    let known = allCases.map(\.rawValue)
    return Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
        guard let kind = GateClass(rawValue: String(word)) else {
          throw ValidationError(
            "\(option): unknown class \"\(word)\"."
              + SpellingSuggestion.sentence(for: String(word), among: known)
              + " Known: \(known.joined(separator: ", "))")
        }
        return kind
      })
  }
}

extension CalendarDay {
  /// Today's date in UTC, the same for every machine that asks at the same moment.
  static var today: CalendarDay {
    let text = Date.now.formatted(.iso8601.year().month().day())
    guard let day = CalendarDay(parsing: text) else {
      preconditionFailure("the system's date is \(text)")
    }
    return day
  }
}
