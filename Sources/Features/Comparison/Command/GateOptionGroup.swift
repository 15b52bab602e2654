import ArgumentParser
import Base
import DecoderKit
import Foundation
import ResultStore
import Results
import Sessions

/// The options of a gate: the baseline, and what may not get worse.
///
/// They are the same for every command that judges.
struct GateOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Judges the run against this baseline, or against CORPUS.json in this folder: exit code 1 if "
        + "something got worse, 3 if that cannot be judged.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "What must not get worse: threshold, misreads, phantoms, crashes, latency.",
      discussion: "Default: threshold,misreads,phantoms,crashes.", valueName: "classes"))
  var failOn: String?

  @Option(
    help: ArgumentHelp(
      "Reads count as slower if they certainly take more than this many times as long.",
      valueName: "ratio"))
  var latencyRatio: Double = 1.25

  @Flag(
    help: ArgumentHelp(
      "Prints findings as GitHub annotations; inside GitHub Actions this is automatic."))
  var annotations = false

  func validate() throws {
    if baseline == "" { throw ValidationError("--baseline names a file or a folder") }
    try NumberBounds(1...1e6, "a number from 1 to 1e6").check(latencyRatio, "--latency-ratio")
    if let failOn { _ = try GateClass.list(failOn, option: "--fail-on") }
  }

  /// The policy that the options ask for.
  private func policy(isSelection: Bool) throws -> GatePolicy {
    GatePolicy(
      failOn: try failOn.map { try GateClass.list($0, option: "--fail-on") }
        ?? GatePolicy.usualClasses,
      latencyRatio: latencyRatio, today: .today, isSelection: isSelection)
  }

  /// The judgement that was asked for; `nil` without a baseline.
  ///
  /// - Parameters:
  ///   - corpus: The name of the run's corpus.
  ///   - folder: The folder of the run.
  ///   - number: The run's number; `nil` for the latest.
  /// - Throws: ``RequestError`` for options that need a baseline.
  func session(
    ofCorpus corpus: String, runIn folder: String, number: Int? = nil, isSelection: Bool
  ) throws -> GateSession? {
    guard let baseline else {
      guard failOn == nil else { throw RequestError("--fail-on needs --baseline") }
      return nil
    }
    return GateSession(
      baselineFile: BaselineFile.path(in: baseline, ofCorpus: corpus), runIn: folder,
      number: number, policy: try policy(isSelection: isSelection))
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
