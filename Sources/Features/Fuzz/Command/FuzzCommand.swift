import ArgumentParser
import Base
import Console
import Corpora
import Evaluation
import Foundation
import PluginHost
import Reporting
import Sessions

extension FuzzGoal: ExpressibleByArgument {}

/// `harness fuzz`: changed images that a decoder crashes on, hangs on or misreads, or takes long for.
package struct FuzzCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract:
      "Gives a decoder altered images, and keeps those that it crashes on, hangs on or misreads.",
    discussion: """
      Images of a corpus, or of a folder, are cut, turned, inverted, scaled, repeated and damaged. \
      Findings are grouped by cause; one image of each cause is reduced as far as possible and kept for \
      harness reproduce. A wrong answer counts as a misread only after changes that cannot alter a symbol's \
      data. The same seed makes the same images.

      With --goal time, the images that take longest are changed further, and the slowest ones are kept. An \
      image that takes ten times as long as is usual for its size is a finding.

      Exit codes: 0 nothing was found, 1 something was, 2 the harness could not do its job, 64 wrong usage, \
      130 interrupted (what was found is kept).
      """)

  @Argument(
    help: ArgumentHelp(
      "The decoder, or all: one after the other, each in a folder of its own.",
      valueName: "name[:option=value,…]"),
    completion: Completions.decoders)
  var decoder: String

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "A corpus by name or file, or a folder of images, to begin with.", valueName: "name or path"),
    completion: Completions.corpora)
  var corpusName = "smoke"

  @Option(
    help: ArgumentHelp(
      "The longest time per decoder; the last fifth is for reducing the images that were found.",
      valueName: "number"))
  var minutes: Double = 10

  @Option(
    help: ArgumentHelp(
      "The number of images, untouched ones included, instead of --minutes.", valueName: "number"))
  var inputs: Int?

  @Option(
    help: ArgumentHelp(
      "What to look for: faults (crashes, hangs, failures, misreads), or time (images that take long for their size).",
      valueName: "what"))
  var goal = FuzzGoal.faults

  @Option(help: "The seed of all changes.")
  var seed: UInt64 = 1

  @OptionGroup var processors: ImageJobsOptionGroup

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the report and the images, instead of reports/fuzz-NAME.", valueName: "folder"
    ),
    completion: .directory)
  var output: String?

  @OptionGroup var workers: WorkerOptionGroup

  @Flag(help: "No progress and no closing remark; the table is still printed.")
  var quiet = false

  @OptionGroup var color: ColorOptionGroup

  /// The most source images, and the most pixels of all of them together.
  private static let most = (images: 300, pixels: 1 << 26)

  package init() {}

  package func validate() throws {
    try NumberBounds.minutes.check(minutes, "--minutes")
    try NumberBounds.count.check(inputs, "--inputs")
    try requireFolderName(output)
  }

  package func run() throws {
    try interruptibly { stop in
      let corpus = try Installation.corpora.load(nameOrPath: corpusName)
      let choice = try workers.choice([
        WorkerOptionGroup.reference(
          decoder, unaimed: "images are fuzzed without hints and selection; leave out @")
      ])
      printMessages(about: choice.unavailable)
      guard !choice.decoders.isEmpty else { throw ExitStatus.cannotDoItsJob }
      var hasFound = false
      for configured in choice.decoders where !stop.isRequested {
        let folder = folder(for: configured, isOneOfMany: choice.decoders.count > 1)
        let report = try fuzz(configured, with: corpus, folder: folder, stop: stop)
        hasFound = hasFound || report?.hasFindings == true
      }
      if stop.isRequested { throw ExitStatus.interrupted }
      if hasFound { throw ExitStatus.found }
    }
  }

  private func folder(for decoder: ConfiguredDecoder, isOneOfMany: Bool) -> String {
    guard let output else { return FuzzSession.defaultFolder(decoder) }
    return isOneOfMany ? FuzzSession.folder(for: decoder, in: output) : output
  }

  /// Fuzzes one decoder and shows what was found; `nil` for one of many that reads nothing of the corpus.
  private func fuzz(
    _ configured: ConfiguredDecoder, with corpus: Corpus, folder: String, stop: StopSignal
  ) throws -> FuzzReport? {
    try DescriptorBudget.reserve(workers: processors.jobs * configured.members.count)
    let (samples, unread) = try corpus.firstSamples(
      for: configured, images: Self.most.images, pixels: Self.most.pixels)
    let sources = samples.map { FuzzSource(key: $0.name, image: $0.image, truth: $0.truth) }
    for reason in unread { say(reason) }
    guard !sources.isEmpty else {
      let reason = "\(configured.label) reads no symbology of the corpus \(corpus.name)"
      guard decoder == "all" else { throw RequestError(reason) }
      printMessage(reason)
      return nil
    }
    try ReportFolder.prepare(folder)
    let plan = FuzzPlan(
      decoder: configured, sources: sources, seed: seed, jobs: processors.jobs,
      limit: inputs == nil ? .seconds(minutes * 60) : nil, inputs: inputs)
    let session = FuzzSession(
      plan: plan, corpus: corpus, folder: folder, options: workers.reproduceOptions())
    let report =
      goal == .time
      ? try showSearch(session, stop: stop) : try show(session, of: plan, stop: stop)
    try FuzzFiles.write(report, to: folder)
    try printResult(
      report.document.text(color.style, cutFor: "fuzz.md"))
    say("the report is \(folder)/fuzz.md; the images are in \(folder)/reproducers/")
    return report
  }

  /// Runs a session with its progress on standard error.
  private func show(_ session: FuzzSession, of plan: FuzzPlan, stop: StopSignal) throws
    -> FuzzReport
  {
    var display: FuzzDisplay?
    defer { display?.end() }
    return try session.run(stop: stop) { run in
      if !quiet { display = FuzzDisplay(run, plan, allowsColor: !color.noColor) }
    }
  }

  private func showSearch(_ session: FuzzSession, stop: StopSignal) throws -> FuzzReport {
    let progress = StepProgress(isQuiet: quiet)
    defer { progress.end() }
    return try session.search(stop: stop) { counts in
      let made = counts.minimised.map { "; \($0) made small" } ?? ""
      progress.showNow("fuzzing \(session.plan.decoder.label): \(counts.inputs) images\(made)")
    }
  }

  private func say(_ message: String) {
    if !quiet { printMessage(message) }
  }
}
