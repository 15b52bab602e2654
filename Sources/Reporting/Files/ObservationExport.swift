import Foundation
import Results

/// The export of a run's observations as text, one line each, in pieces that fit in memory.
public struct ObservationExport {
  /// The format of a line.
  public enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values with a heading (RFC 4180).
    case csv
    /// One JSON object a line.
    case jsonl
  }

  /// One exported observation.
  fileprivate struct Line: Encodable {
    var decoder: String
    var sample: String
    var group: String
    var level: String
    var trial: Int
    var verdict: Verdict
    var isStrict: Bool
    var misreadClass: MisreadClass?
    var symbols: String?
    var duplicates: Int
    var wrongExtras: Int
    var unjudgedExtras: Int
    var wallNanoseconds: Int
    var cpuNanoseconds: Int
    var wasRetried: Bool
    var detail: String?
    var printed: String?
    var readings: Int?
    var outlineErrors: [Double?]?
    var overlaps: [Double?]?
    var meanings: [String?]?
  }

  private static let heading = [
    "decoder", "sample", "group", "level", "trial", "verdict", "is_strict", "misread_class",
    "symbols", "duplicates", "wrong_extras", "unjudged_extras", "wall_ns", "cpu_ns", "was_retried",
    "detail", "printed", "readings", "outline_errors", "overlaps", "meanings",
  ]
  private static let linesInPiece = 1000

  private let format: Format
  private let isRaw: Bool

  /// Makes an export.
  ///
  /// - Parameter isRaw: True to leave control characters and the like as they are; see ``SafeText``.
  public init(format: Format, isRaw: Bool = false) {
    (self.format, self.isRaw) = (format, isRaw)
  }

  /// Writes all observations of a run, decoder by decoder.
  ///
  /// - Parameter write: Called with several lines at a time, without the last one's line feed.
  public func write(
    run: Int, of store: some ObservationStore, to write: (String) throws -> Void
  ) throws {
    let (record, _) = try store.record(ofRun: run)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = format == .csv ? [Self.heading.joined(separator: ",")] : []
    try store.forEachObservation(ofRun: run) { observation in
      let line = Line(observation, in: record)
      switch format {
      case .csv: lines.append(line.csv(isRaw: isRaw))
      case .jsonl:
        let text = String(decoding: try encoder.encode(line), as: UTF8.self)
        lines.append(isRaw ? text : SafeText.json(text))
      }
      guard lines.count >= Self.linesInPiece else { return }
      try write(lines.joined(separator: "\n"))
      lines.removeAll(keepingCapacity: true)
    }
    if !lines.isEmpty { try write(lines.joined(separator: "\n")) }
  }
}

extension ObservationExport.Line {
  init(_ observation: borrowing Observation, in record: RunRecord) {
    decoder = record.decoders[observation.decoder].label
    let place = observation.place
    sample = record.corpus.key(of: place)
    group = record.corpus.groups[place.group].id
    level = record.corpus.levels[place.level].text
    trial = place.trial
    verdict = observation.verdict
    isStrict = observation.finding.isStrict
    misreadClass = observation.finding.misreadClass
    symbols = observation.finding.symbols
    duplicates = observation.finding.extras.duplicates
    wrongExtras = observation.finding.extras.wrong
    unjudgedExtras = observation.finding.extras.unjudged
    wallNanoseconds = observation.wallNanoseconds
    cpuNanoseconds = observation.cpuNanoseconds
    wasRetried = observation.wasRetried
    detail = observation.finding.detail
    printed = observation.finding.printed
    readings = observation.readingCount
    if let outlines = observation.finding.outlines {
      let symbols = 0..<(symbols?.count ?? 1)
      outlineErrors = symbols.map { outlines[$0]?.errorModules }
      overlaps = symbols.map { outlines[$0]?.overlap }
    }
    meanings = observation.finding.meanings?.map { MeaningVerdict(rawValue: $0)?.name }
  }

  func csv(isRaw: Bool) -> String {
    let fields = [
      decoder, sample, group, level, "\(trial)", verdict.rawValue, "\(isStrict)",
      misreadClass?.rawValue ?? "",
      symbols ?? "", "\(duplicates)", "\(wrongExtras)", "\(unjudgedExtras)",
      "\(wallNanoseconds)", "\(cpuNanoseconds)", "\(wasRetried)", detail ?? "", printed ?? "",
      readings.map { "\($0)" } ?? "", Self.list(outlineErrors), Self.list(overlaps),
      (meanings ?? []).map { $0 ?? "" }.joined(separator: ";"),
    ]
    return fields.map { CSVReport.quoted($0, isRaw: isRaw) }.joined(separator: ",")
  }

  /// The numbers of an image's symbols, with semicolons between them; nothing for a missing one.
  private static func list(_ numbers: [Double?]?) -> String {
    (numbers ?? []).map { $0.map { "\($0)" } ?? "" }.joined(separator: ";")
  }
}
