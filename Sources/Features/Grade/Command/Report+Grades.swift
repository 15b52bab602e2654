import ArgumentParser
import Base
import Foundation
import Measuring
import Reporting
import Sessions

/// The options of the report by ISO/IEC 15423.
struct ISOReportOptionGroup: ParsableArguments {
  /// The standards whose structure a report can have.
  enum Standard: String, ExpressibleByArgument, CaseIterable {
    /// ISO/IEC 15423, the performance of scanners and decoders.
    case decoderPerformance = "15423"
  }

  @Option(
    help: ArgumentHelp(
      "15423: decode rates by print quality grade, as Markdown and JSON.", valueName: "number"))
  var iso: Standard?

  @Option(
    help: ArgumentHelp(
      "The samples that --iso grades at most, spread over groups and levels.", valueName: "number"))
  var samples: Int?

  @Flag(help: "Grades matrix symbols for --iso by ISO/IEC TR 29158, as marks on parts.")
  var partMarks = false

  func validate() throws {
    if iso == nil, samples != nil || partMarks {
      throw ValidationError("--samples and --part-marks are for --iso 15423")
    }
    try NumberBounds.count.check(samples, "--samples")
  }
}

extension Report {
  /// Grades the run's samples, writes the report and shows its rates.
  func writeGrades(_ source: ReportSource) throws {
    let table = try RunGrading(
      source, grader: SymbolGrader(gradesPartMarks: iso.partMarks),
      mostSamples: iso.samples ?? 2000, jobs: Processors.usable
    ).table()
    guard !table.symbols.isEmpty else {
      for line in GradeRateText.reasons(table) { printMessage(line) }
      printMessage("none of \(table.taken) samples can be graded, so that nothing is written")
      throw ExitStatus.cannotJudge
    }
    let named = URL(filePath: output ?? source.folder + "/iso-15423.md")
    // The name may be that of either file.
    let place =
      named.pathExtension == "json"
      ? named.deletingPathExtension().appendingPathExtension("md") : named
    let stem = place.deletingPathExtension().lastPathComponent
    try printResult(GradeRateText(Terminal.style(allowsColor: true)).render(table))
    for file in try ReportFolder.write(
      [
        (place.lastPathComponent, GradeMarkdown.render(table)),
        (stem + ".json", try GradeTableJSON.render(table)),
      ], to: place.deletingLastPathComponent().path)
    {
      printMessage("wrote \(file)")
    }
  }
}
