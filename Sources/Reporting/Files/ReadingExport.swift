import DecoderKit
import Foundation
import Results

/// The export of a run's kept readings as text, one line each, in pieces that fit in memory.
public struct ReadingExport {
  /// The observations behind an export.
  public struct Summary: Hashable, Sendable {
    /// The number of observations whose readings are printed.
    public var printed = 0
    /// The number of observations that have readings of which none is kept.
    public var notKept = 0
    /// The number of observations from before readings were counted.
    public var notCounted = 0

    /// The sentence about what is not printed; `nil` if everything is.
    public var remark: String? {
      var parts: [String] = []
      if notKept > 0 {
        parts.append(
          "\(Numerals.counted(notKept, "observation has", "observations have")) readings that were "
            + "not kept")
      }
      if notCounted > 0 {
        parts.append(
          "\(Numerals.counted(notCounted, "observation is", "observations are")) from before "
            + "readings were counted")
      }
      guard !parts.isEmpty else { return nil }
      return parts.joined(separator: ", ") + "; harness compare --keep-readings all keeps them"
    }
  }

  /// One exported reading.
  fileprivate struct Line: Encodable {
    var decoder: String
    var sample: String
    var verdict: Verdict
    var reading: Int
    var of: Int
    var symbology: Symbology?
    var data: String
    /// Base64.
    var bytes: Data
    var byteCount: Int
    var sha256: String?
    var corners: [[Double]]?
  }

  private static let heading = [
    "decoder", "sample", "verdict", "reading", "of", "symbology", "data", "byte_count", "sha256",
    "top_left_x", "top_left_y", "top_right_x", "top_right_y", "bottom_right_x", "bottom_right_y",
    "bottom_left_x", "bottom_left_y",
  ]
  private static let linesInPiece = 1000

  private let format: ObservationExport.Format
  private let sample: String?
  private let isRaw: Bool

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - sample: The key of the only sample to export; `nil` for all.
  ///   - isRaw: True to leave control characters and the like as they are; see ``SafeText``.
  public init(format: ObservationExport.Format, sample: String? = nil, isRaw: Bool = false) {
    (self.format, self.sample, self.isRaw) = (format, sample, isRaw)
  }

  /// Writes all kept readings of a run, decoder by decoder.
  ///
  /// - Parameter write: Called with several lines at a time, without the last one's line feed.
  /// - Returns: The numbers of observations with readings that are printed, and that are not.
  public func write(
    run: Int, of store: some ObservationStore, to write: (String) throws -> Void
  ) throws -> Summary {
    let (record, _) = try store.record(ofRun: run)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var summary = Summary()
    var lines = format == .csv ? [Self.heading.joined(separator: ",")] : []
    try store.forEachObservation(ofRun: run, withReadings: true) { observation in
      let key = record.corpus.key(of: observation.place)
      guard sample == nil || key == sample else { return }
      summary.count(observation)
      for (number, reading) in observation.readings.enumerated() {
        let line = Line(
          observation, number, reading, key: key,
          decoder: record.decoders[observation.decoder].label)
        switch format {
        case .csv: lines.append(line.csv(isRaw: isRaw))
        case .jsonl:
          let text = String(decoding: try encoder.encode(line), as: UTF8.self)
          lines.append(isRaw ? text : SafeText.json(text))
        }
      }
      guard lines.count >= Self.linesInPiece else { return }
      try write(lines.joined(separator: "\n"))
      lines.removeAll(keepingCapacity: true)
    }
    if !lines.isEmpty { try write(lines.joined(separator: "\n")) }
    return summary
  }
}

extension ReadingExport.Summary {
  fileprivate mutating func count(_ observation: borrowing Observation) {
    if !observation.readings.isEmpty {
      printed += 1
    } else if observation.readingCount == nil {
      notCounted += 1
    } else if observation.readingCount != 0 {
      notKept += 1
    }
  }
}

extension ReadingExport.Line {
  init(
    _ observation: borrowing Observation, _ number: Int, _ reading: KeptReading, key: String,
    decoder: String
  ) {
    self.decoder = decoder
    sample = key
    verdict = observation.verdict
    self.reading = number + 1
    of = observation.readingCount ?? observation.readings.count
    symbology = reading.symbology
    data = reading.bytes.readable
    bytes = Data(reading.bytes)
    byteCount = reading.cut?.byteCount ?? reading.bytes.count
    sha256 = reading.cut?.sha256
    corners = reading.corners?.points.map { [$0.x, $0.y] }
  }

  func csv(isRaw: Bool) -> String {
    let fields =
      [
        decoder, sample, verdict.rawValue, "\(reading)", "\(of)", symbology?.rawValue ?? "", data,
        "\(byteCount)", sha256 ?? "",
      ] + (corners?.joined().map { "\($0)" } ?? Array(repeating: "", count: 8))
    return fields.map { CSVReport.quoted($0, isRaw: isRaw) }.joined(separator: ",")
  }
}
