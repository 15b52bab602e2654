import ArgumentParser
import Foundation

/// The options of where a scan's results go.
struct ScanOutputOptionGroup: ParsableArguments {
  @Option(help: "table, json (one document), jsonl (a line per image), or csv.")
  var format: ScanFormat = .table

  @Flag(
    help: "With csv: prints control characters, text-direction marks and formulas unescaped.")
  var raw = false

  @Flag(
    name: .shortAndLong,
    help: "Shows outline, condition and grade parameters of each symbol in the table.")
  var verbose = false

  @Flag(
    help:
      "Shows each code of more than \(ScanBrief.mostImages) images, not only a row for each image.")
  var full = false

  @Option(
    help: ArgumentHelp(
      "Writes each image with its symbols outlined and labelled, as PNG and SVG, and a page with all.",
      valueName: "folder"), completion: .directory)
  var overlay: String?

  @Flag(help: "Opens the page of --overlay in the browser.")
  var open = false

  func validate() throws {
    if overlay == "" { throw ValidationError("--overlay names a folder") }
    if open, overlay == nil { throw ValidationError("--open needs --overlay") }
    if raw, format != .csv { throw ValidationError("--raw is for --format csv") }
    if verbose || full, format != .table {
      throw ValidationError(
        "--\(verbose ? "verbose" : "full") is for the table: \(format.rawValue) has everything")
    }
  }
}

extension ScanFormat: ExpressibleByArgument {}
