import ArgumentParser
import Base
import Console
import Foundation
import Results
import Sessions

/// `harness runs export`: the observations themselves, for people who compute on their own.
struct Export: ParsableCommand {
  /// The format of the output.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, jsonl, parquet, arrow

    /// The format of text; `nil` for one of bytes.
    var text: ObservationExport.Format? { ObservationExport.Format(rawValue: rawValue) }
  }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Prints the observations of a run, one per line.",
    discussion:
      "Group, level, trial and the parameters of the conditions have their own columns; "
      + "docs/notebooks.md lists them. Parquet and Arrow files are written by pyarrow, which "
      + "harness plugin install parquet installs.")

  @OptionGroup var stored: StoredRunOptionGroup

  @Option(help: "csv, jsonl for one JSON object per line, parquet, or arrow for an Arrow IPC file.")
  var format: Format = .csv

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(
    help: "Prints control characters, text-direction marks and formulas unescaped.")
  var raw = false

  @Flag(
    help: "Prints the kept readings instead of verdicts, one per line: data, symbology, corners.")
  var readings = false

  @Option(
    help: ArgumentHelp(
      "With --readings: only those of this sample.", valueName: "sample-key"))
  var sample: String?

  func validate() throws {
    if sample != nil, !readings {
      throw ValidationError("--sample chooses among readings: give --readings, too")
    }
    guard format.text == nil else { return }
    if raw {
      throw ValidationError("--raw is for csv and jsonl: \(format) files hold texts as they are")
    }
    if output == nil, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("\(format) is not for a terminal: name a file with --output")
    }
  }

  func run() throws {
    try reportingFailures {
      let run = try stored.open()
      let file = try output.map { try AtomicFile(path: $0, isDurable: false) }
      if let text = format.text {
        var writer = TextExport(text, isRaw: raw) { lines in
          guard let file else { return try printData(lines) }
          try file.write(lines + "\n")
        }
        try write(run, to: &writer)
      } else {
        let program = try ColumnProgram(
          roots: Installation.roots, output: file?.descriptorForProgram ?? STDOUT_FILENO,
          environment: ProcessInfo.processInfo.environment)
        var writer = ColumnExport(format: format.rawValue) { try program.write($0) }
        try write(run, to: &writer)
        try program.finish()
      }
      try file?.commit()
    }
  }

  private func write(_ run: StoredComparison, to writer: inout some ExportWriter) throws {
    let parameters = SampleParameters(run.record.corpus)
    guard readings else {
      return try ObservationExport(parameters: parameters).write(
        run: run.number, of: run.store, to: &writer)
    }
    let summary = try ReadingExport(sample: sample, parameters: parameters).write(
      run: run.number, of: run.store, to: &writer)
    if let remark = summary.remark { printMessage(remark) }
  }
}
