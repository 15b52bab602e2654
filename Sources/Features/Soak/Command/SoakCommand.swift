import ArgumentParser
import Base
import Console
import Evaluation
import Foundation
import Reporting
import Results
import Sessions

/// `harness soak`: whether a decoder leaks, slows down or hangs.
package struct SoakCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract:
      "Tells whether a decoder leaks, slows down or hangs over many decodes in one process.",
    discussion: """
      Reads the same images again and again, and measures the memory and the descriptors of the worker with what it \
      started, and its CPU time. A read that takes longer than --timeout and ends is a slow read; after six times \
      that, the process is ended, and it is told whether it computed or stood still, as in a deadlock.

      Exit codes: 0 nothing grows, 1 something grows, hangs or crashes, 2 the harness could not do its job, 3 not \
      decided, 64 wrong usage, 130 interrupted (what was measured is kept).
      """)

  @Argument(
    help: ArgumentHelp("The decoder.", valueName: "name[:option=value,…]"),
    completion: Completions.decoders)
  var decoder: String

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "A corpus by name or file, or a folder of images.", valueName: "name or path"),
    completion: Completions.corpora)
  var corpusName = "smoke"

  @Option(
    help: ArgumentHelp("The longest time. Default: 30 without --decodes.", valueName: "number"))
  var minutes: Double?

  @Option(help: ArgumentHelp("The most decodes.", valueName: "number"))
  var decodes: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the report, instead of reports/soak-NAME.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var workers: WorkerOptionGroup

  @Flag(help: "Prints soak.json instead of the table.")
  var json = false

  @Flag(help: "No progress and no closing remark; the table is still printed.")
  var quiet = false

  @OptionGroup var color: ColorOptionGroup

  /// The most images that are read in turn, and their pixels.
  private static let most = (images: 60, pixels: 1 << 24)

  package init() {}

  package func validate() throws {
    try NumberBounds.count.check(decodes, "--decodes")
    try NumberBounds.minutes.check(minutes, "--minutes")
    try requireFolderName(output)
  }

  package func run() throws {
    try interruptibly { stop in
      let configured = try workers.decoder(
        decoder, for: "a soak", unaimed: "a soak has no hints and no selection; leave out @",
        mostMembers: 1)
      let corpus = try Installation.corpora.load(nameOrPath: corpusName)
      let (samples, unread) = try corpus.firstSamples(
        for: configured, images: Self.most.images, pixels: Self.most.pixels)
      for reason in unread { printMessage(reason) }
      guard !samples.isEmpty else {
        throw RequestError("\(configured.label) reads no symbology of the corpus \(corpus.name)")
      }
      let folder =
        output ?? "reports/soak-" + ReproducerFile.name(configured.label, separator: ":")
      try ReportFolder.prepare(folder)
      let run = SoakRun(
        decoder: configured, images: samples.map { ($0.name, $0.image) },
        seconds: (minutes ?? (decodes == nil ? 30 : nil)).map { $0 * 60 }, decodes: decodes,
        stop: stop)
      var report = SoakReport(
        decoder: TestedDecoder(configured), corpus: corpus.name, images: samples.count)
      let progress = StepProgress(isQuiet: quiet)
      try run.run(into: &report) { decodes in
        progress.showNow(
          "soaking \(configured.label): \(Numerals.counted(decodes, "decode", "decodes"))")
      }
      progress.end()
      report.wasStopped = stop.isRequested
      let text = try VersionedJSON.text(report, version: report.schemaVersion)
      try ReportFolder.write(
        [("soak.json", text), ("soak.md", report.document.markdown())], to: folder)
      if json {
        try printData(text)
      } else {
        try printResult(report.document.text(color.style, cutFor: "soak.md"))
      }
      if !quiet { printMessage("the report is \(folder)/soak.md") }
      if let trouble = report.trouble { printMessage("the soak ended early: \(trouble)") }
      if report.wasStopped { throw ExitStatus.interrupted }
      switch report.verdict {
      case .steady: return
      case .grows: throw ExitStatus.found
      case .undecided: throw ExitStatus.cannotJudge
      }
    }
  }
}
