import Base
import DecoderKit
import Evaluation
import Reporting
import Results

/// The files of a fuzzing report: `fuzz.json` and `fuzz.md`.
enum FuzzFiles {
  /// Writes both into a folder.
  ///
  /// - Returns: Their paths.
  /// - Throws: ``ReportError`` that names a file.
  @discardableResult
  static func write(_ report: FuzzReport, to folder: String) throws -> [String] {
    try ReportFolder.write(
      [("fuzz.json", FuzzJSON.render(report)), ("fuzz.md", report.document.markdown())], to: folder
    )
  }
}

/// `fuzz.json`, in the layout of `fuzz.schema.json`.
enum FuzzJSON {
  /// Renders a report.
  static func render(_ report: FuzzReport) throws -> String {
    try VersionedJSON.text(FuzzRecord(report), version: FuzzRecord.schemaVersion)
  }
}

private struct FuzzRecord: Encodable {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  struct Slow: Encodable {
    let milliseconds, usualMilliseconds, ratio: Double
    let example: FuzzExample

    init(_ slow: SlowImage) {
      (milliseconds, usualMilliseconds) = (slow.milliseconds, slow.usualMilliseconds)
      (ratio, example) = (slow.ratio, slow.example)
    }
  }

  struct Group: Encodable {
    let verdict: String
    let cause: String
    let signature: String?
    let readSymbology: Symbology?
    let expectedSymbology: Symbology?
    let misreadClass: MisreadClass?
    let count: Int
    let untouched: Int
    let inputs: [Int]
    let example: FuzzExample

    init(_ group: FuzzGroup, _ report: FuzzReport) {
      let signature = group.signature
      verdict = signature.verdict.rawValue
      cause = FuzzWording.cause(signature, timeoutSeconds: report.timeoutSeconds)
      self.signature = signature.text.isEmpty ? nil : signature.text
      readSymbology = signature.misread?.symbology
      expectedSymbology = signature.misread?.expected
      misreadClass = signature.misread?.misreadClass
      (count, untouched, inputs) = (group.count, group.untouched, group.inputs)
      example = group.example
    }
  }

  let schemaVersion = Self.schemaVersion
  let decoder: TestedDecoder
  let corpus: FuzzReport.Corpus
  let seed: String
  let sources: Int
  let inputs: Int
  let findings: Int
  let unconfirmed: Int
  let wallSeconds: Double
  let timeoutSeconds: Double
  let wasStopped: Bool
  let groups: [Group]
  let slowest: [Slow]?

  init(_ report: FuzzReport) {
    (decoder, corpus) = (report.decoder, report.corpus)
    // Numbers of JSON are exact to 53 bits only.
    seed = String(report.seed)
    (sources, inputs, findings) = (report.sources, report.inputs, report.findings)
    (unconfirmed, wasStopped) = (report.unconfirmed, report.wasStopped)
    (wallSeconds, timeoutSeconds) = (report.wallSeconds, report.timeoutSeconds)
    groups = report.groups.map { Group($0, report) }
    slowest = report.slowest?.map(Slow.init)
  }
}
