import ArgumentParser
import Base
import Console
import Foundation
import Measuring
import Reporting
import Sessions

/// The options for the grades of a stored run: decode rates by grade, reported as ISO/IEC 15423 asks.
struct RunGradesOptionGroup: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Grades a stored run: the samples are drawn again, and each decoder's rate is given by grade.",
      discussion:
        "The path is a report folder, or a run's number. Writes iso-15423.md and iso-15423.json, structured as "
        + "ISO/IEC 15423 asks of test reports."))
  var run = false

  @Option(
    help: ArgumentHelp(
      "With --run: the run's corpus; its report folder is reports/<corpus>.",
      valueName: "name or file"), completion: Completions.corpora)
  var corpus: String?

  @Option(
    help: ArgumentHelp(
      "With --run: a store file or report folder, instead of one below reports/.",
      valueName: "file"), completion: Completions.stores)
  var store: String?

  @Option(
    help: ArgumentHelp(
      "With --run: the most samples that are graded, spread over groups and levels.",
      valueName: "number"))
  var samples: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "With --run: the report's file, instead of iso-15423.md beside the store.",
      valueName: "file"))
  var output: String?

  func validate() throws {
    if !run, corpus != nil || store != nil || samples != nil || output != nil {
      throw ValidationError("--corpus, --store, --samples and --output are for --run")
    }
    if output == "" { throw ValidationError("--output names a file") }
    try NumberBounds.count.check(samples, "--samples")
  }

  /// Finds the run that a path and these options name.
  func source(_ path: String?) throws -> ReportSource {
    let number = path.flatMap(Int.init)
    let folder = number == nil ? path : nil
    if let folder, let store {
      throw RequestError("the store is named twice, as \(folder) and as \(store)")
    }
    return try ReportSource(
      number: number, corpus: corpus, store: store ?? folder, catalog: Installation.corpora)
  }

  /// Grades the run's samples.
  ///
  /// - Throws: ``ExitStatus/cannotJudge`` if none can be graded, with the reasons on standard error.
  func table(_ source: ReportSource, _ grader: SymbolGrader) throws -> GradeTable {
    let table = try RunGrading(
      source, grader: grader, mostSamples: samples ?? 2000, jobs: Processors.usable
    ).table()
    guard !table.symbols.isEmpty else {
      for line in table.reasons { printMessage("not graded: \(line)") }
      printMessage("none of \(table.taken) samples can be graded, so nothing was written")
      throw ExitStatus.cannotJudge
    }
    return table
  }

  /// Writes the report as Markdown and JSON.
  func write(_ table: GradeTable, besideStoreIn folder: String) throws {
    let named = URL(filePath: output ?? folder + "/iso-15423.md")
    // The name may be that of either file.
    let place =
      named.pathExtension == "json"
      ? named.deletingPathExtension().appendingPathExtension("md") : named
    let stem = place.deletingPathExtension().lastPathComponent
    for file in try ReportFolder.write(
      [
        (place.lastPathComponent, table.document.markdown()),
        (stem + ".json", try GradeTableJSON.render(table)),
      ], to: place.deletingLastPathComponent().path)
    {
      printMessage("wrote \(file)")
    }
  }
}
