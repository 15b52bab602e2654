import Base
import DecoderKit
import Results

/// The files of a fuzzing report: `fuzz.json` and `fuzz.md`.
public enum FuzzFiles {
  /// Writes both into a folder.
  ///
  /// - Returns: Their paths.
  /// - Throws: ``ReportError`` that names a file.
  @discardableResult
  public static func write(_ report: FuzzReport, to folder: String) throws -> [String] {
    try ReportFolder.write(
      [("fuzz.json", FuzzJSON.render(report)), ("fuzz.md", FuzzMarkdown.render(report))], to: folder
    )
  }
}

/// `fuzz.md`: the causes in a table, then each with its example.
public enum FuzzMarkdown {
  /// Renders a report.
  public static func render(_ report: FuzzReport) -> String {
    var blocks = [
      "# " + Markdown.text("Fuzzing \(report.decoder)"),
      Markdown.text(
        "\(report.library) \(report.version): \(FuzzWording.findings(report)). "
          + FuzzWording.summary(report) + "."),
    ]
    if let remark = FuzzWording.unconfirmed(report) { blocks.append(Markdown.text(remark + ".")) }
    if !report.groups.isEmpty { blocks.append(table(report)) }
    for (index, group) in report.groups.enumerated() {
      blocks += section(group, number: index + 1, of: report)
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ report: FuzzReport) -> String {
    var grid = Markdown.Table(
      titles: ["", "kind", "images", "untouched", "cause"], rightAligned: [0, 2, 3])
    for (index, group) in report.groups.enumerated() {
      grid.add([
        "\(index + 1)", FuzzWording.kind(group.signature.verdict), Numerals.count(group.count),
        Numerals.count(group.untouched),
        FuzzWording.cause(group.signature, timeoutSeconds: report.timeoutSeconds),
      ])
    }
    return grid.text
  }

  private static func section(
    _ group: FuzzGroup, number: Int, of report: FuzzReport
  ) -> [String] {
    let example = group.example
    var items = [
      Markdown.text("input \(example.input): \(FuzzWording.origin(example))"),
      Markdown.text(FuzzWording.size(example)),
    ]
    if let detail = example.detail { items.append(Markdown.code(detail)) }
    if let file = example.file {
      items.append("[\(Markdown.text(file))](\(file)), with a JSON file of the same name")
    }
    if let command = example.reproduce { items.append(Markdown.code(command)) }
    let kind = FuzzWording.kind(group.signature.verdict)
    var blocks = ["## " + Markdown.text("\(number). \(kind)"), Markdown.list(items)]
    if let printed = example.printed {
      // A backtrace starts with stars; the JSON files have all of it.
      let lines = printed.split(separator: "\n").prefix { !$0.hasPrefix("***") }.suffix(8)
      blocks.append(
        lines.map { "    " + DisplayText.printable(String($0)) }.joined(separator: "\n"))
    }
    return blocks
  }
}

/// `fuzz.json`, in the layout of `fuzz.schema.json`.
public enum FuzzJSON {
  /// Renders a report.
  public static func render(_ report: FuzzReport) throws -> String {
    try VersionedJSON.text(FuzzRecord(report), version: FuzzRecord.schemaVersion)
  }
}

private struct FuzzRecord: Encodable {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  struct Decoder: Encodable {
    let label: String
    let library: String
    let version: String
    let options: [String: String]
  }

  struct Corpus: Encodable {
    let name: String
    let version: Int
    let sha256: String
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
    let example: Example

    init(_ group: FuzzGroup, _ report: FuzzReport) {
      let signature = group.signature
      verdict = signature.verdict.rawValue
      cause = FuzzWording.cause(signature, timeoutSeconds: report.timeoutSeconds)
      self.signature = signature.text.isEmpty ? nil : signature.text
      readSymbology = signature.misread?.symbology
      expectedSymbology = signature.misread?.expected
      misreadClass = signature.misread?.misreadClass
      (count, untouched, inputs) = (group.count, group.untouched, group.inputs)
      example = Example(group.example)
    }
  }

  struct Example: Encodable {
    let input: Int
    let source: String
    let mutations: [ImageMutation]
    let originalWidth: Int
    let originalHeight: Int
    let width: Int
    let height: Int
    let minimisingDecodes: Int
    let detail: String?
    let printed: String?
    let file: String?
    let reproduce: String?

    init(_ example: FuzzExample) {
      (input, source, mutations) = (example.input, example.source, example.mutations)
      (originalWidth, originalHeight) = (example.originalWidth, example.originalHeight)
      (width, height) = (example.width, example.height)
      (minimisingDecodes, detail) = (example.minimisingDecodes, example.detail)
      (printed, file, reproduce) = (example.printed, example.file, example.reproduce)
    }
  }

  let schemaVersion = Self.schemaVersion
  let decoder: Decoder
  let corpus: Corpus
  let seed: String
  let sources: Int
  let inputs: Int
  let findings: Int
  let unconfirmed: Int
  let wallSeconds: Double
  let timeoutSeconds: Double
  let wasStopped: Bool
  let groups: [Group]

  init(_ report: FuzzReport) {
    decoder = Decoder(
      label: report.decoder, library: report.library, version: report.version,
      options: report.options)
    corpus = Corpus(
      name: report.corpus, version: report.corpusVersion, sha256: report.corpusSHA256)
    // Numbers of JSON are exact to 53 bits only.
    seed = String(report.seed)
    (sources, inputs, findings) = (report.sources, report.inputs, report.findings)
    (unconfirmed, wasStopped) = (report.unconfirmed, report.wasStopped)
    (wallSeconds, timeoutSeconds) = (report.wallSeconds, report.timeoutSeconds)
    groups = report.groups.map { Group($0, report) }
  }
}
