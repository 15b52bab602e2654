import Base
import DecoderKit
import Reporting
import Scanning
import Sessions

/// A stream's events for people and for programs, a line each.
struct StreamText: Sendable {
  private let style: TerminalStyle
  private let width: Int

  /// Makes the writer.
  ///
  /// - Parameter decoders: The names of all decoders, for columns of one width.
  init(_ style: TerminalStyle, decoders: [String]) {
    self.style = style
    width = decoders.map { DisplayText.width(style.shown($0)) }.max() ?? 0
  }

  /// Renders an event.
  func lines(_ told: StreamEvent) -> [String] {
    let shown = style.shown(told.decoder)
    let name = DisplayText.padded(shown, to: width)
    switch told.event {
    case .codes(let codes):
      return zip(codes, zip(told.modulePixels, told.distancesMillimetres)).map { code, seen in
        "\(Self.time(code.time))  frame \(Self.number(code.frame))  \(name)  "
          + style.emphasized(value(code, taking: 50), .strong)
          + "  " + ScanWording.type(code.reading.symbology)
          + (seen.0.map { "  \(Self.pixels($0))" } ?? "")
          + (seen.1.map { "  \(ScanWording.distance(millimetres: $0))" } ?? "")
      }
    case .failure(let message, let frame):
      let label = "           frame \(Self.number(frame))  \(name)  "
      return style.paragraph(message, .alarm, label: label, hanging: 4)
    case .ended(let ending, let counts):
      return style.paragraph(
        StreamWording.end(ending, counts), .faint, label: "\(name)  ", hanging: 4)
        + told.sightings.flatMap { sighting in
          style.paragraph(summary(sighting), .faint, label: "  ", hanging: 4)
        }
    }
  }

  private func value(_ code: ScannedCode, taking columns: Int) -> String {
    DisplayText.shortened(
      style.shown(ScanWording.value(code)), to: max(style.width - width - columns, 12),
      ellipsis: style.ellipsis)
  }

  /// The last read of a code, and the first frame in which it was seen and not read.
  private func summary(_ sighting: CodeSighting) -> String {
    func place(_ place: CodeSighting.Place) -> String {
      "in frame \(place.frame)" + (place.modulePixels.map { " at \(Self.pixels($0))" } ?? "")
    }
    let code = ScannedCode(
      reading: sighting.reading, frame: sighting.lastRead.frame, time: .zero)
    return
      "\(value(code, taking: 50)): read in \(Numerals.counted(sighting.reads, "frame", "frames")), last "
      + place(sighting.lastRead)
      + (sighting.firstMiss.map { "; first missed \(place($0))" } ?? "; never missed in sight")
  }

  private static func pixels(_ size: Double) -> String {
    "\(Numerals.decimal(size, places: 2)) px per module"
  }

  private static func time(_ time: Duration) -> String {
    let text = Numerals.decimal(time / .seconds(1), places: 3)
    return String(repeating: " ", count: max(7 - text.count, 0)) + text + " s"
  }

  private static func number(_ frame: Int) -> String {
    let text = "\(frame)"
    return text + String(repeating: " ", count: max(5 - text.count, 0))
  }
}

/// The wording of streams.
enum StreamWording {
  /// The end of a scan and its counts in one sentence.
  static func end(_ ending: ScannerEvent.Ending, _ counts: FrameCounts) -> String {
    let reason =
      switch ending {
      case .stopped: "stopped"
      case .sourceEnded: "the stream ended"
      case .rulesMet: "all that was asked for was read"
      case .sourceFailed(let message): "the stream failed: \(message)"
      }
    var parts = [
      "\(Numerals.counted(counts.judged, "frame", "frames")) decoded of \(Numerals.count(counts.arrived))"
    ]
    if counts.failed > 0 { parts.append("\(Numerals.count(counts.failed)) failed") }
    return parts.joined(separator: ", ") + "; " + reason
  }
}

extension ScanWording {
  /// The text of a code in a stream.
  static func value(_ code: ScannedCode) -> String {
    let value = code.value
    let own = self.value(code.reading)
    return type(value.type) == nil || value.displayValue.isEmpty ? own : value.displayValue
  }
}

/// The layout of `stream.schema.json`: one object a line.
struct StreamRecord: Encodable {
  let schemaVersion = 1
  let decoder: String
  let event: String
  var frame: Int?
  var timeSeconds: Double?
  var symbology: Symbology?
  var value: String?
  var bytesHex: String?
  var outline: [[Double]]?
  var message: String?
  var ending: String?
  var arrived: Int?
  var decoded: Int?
  var dropped: Int?
  var failed: Int?
  var modulePixels: Double?
  var distanceMillimetres: Double?
  var codes: [Code]?

  /// What was read of one code.
  struct Code: Encodable {
    let symbology: Symbology?
    let value: String
    let reads: Int
    let lastReadFrame: Int
    let lastReadModulePixels: Double?
    let firstMissFrame: Int?
    let firstMissModulePixels: Double?

    init(_ sighting: CodeSighting) {
      symbology = sighting.reading.symbology
      value = ScanWording.value(sighting.reading)
      reads = sighting.reads
      (lastReadFrame, lastReadModulePixels) = (
        sighting.lastRead.frame, sighting.lastRead.modulePixels
      )
      firstMissFrame = sighting.firstMiss?.frame
      firstMissModulePixels = sighting.firstMiss?.modulePixels
    }
  }

  private init(_ decoder: String, _ event: String) {
    self.decoder = decoder
    self.event = event
  }

  /// The lines of an event, without line feeds.
  static func lines(_ told: StreamEvent) throws -> [String] {
    try records(told).map { try SortedJSON.text($0, takesAnyNumber: true) }
  }

  private static func records(_ told: StreamEvent) -> [StreamRecord] {
    let decoder = told.decoder
    switch told.event {
    case .codes(let codes):
      return zip(codes, zip(told.modulePixels, told.distancesMillimetres)).map { code, seen in
        var record = StreamRecord(decoder, "code")
        record.frame = code.frame
        record.timeSeconds = code.time / .seconds(1)
        record.symbology = code.reading.symbology
        record.value = ScanWording.value(code.reading)
        record.bytesHex = ScanWording.hex(code.reading.bytes)
        (record.modulePixels, record.distanceMillimetres) = seen
        record.outline = code.reading.corners.map { $0.points.map { [$0.x, $0.y] } }
        return record
      }
    case .failure(let message, let frame):
      var record = StreamRecord(decoder, "failure")
      (record.message, record.frame) = (message, frame)
      return [record]
    case .ended(let ending, let counts):
      var record = StreamRecord(decoder, "end")
      switch ending {
      case .stopped: record.ending = "stopped"
      case .sourceEnded: record.ending = "source-ended"
      case .rulesMet: record.ending = "rules-met"
      case .sourceFailed(let message): (record.ending, record.message) = ("source-failed", message)
      }
      (record.arrived, record.decoded) = (counts.arrived, counts.judged)
      (record.dropped, record.failed) = (counts.dropped, counts.failed)
      if !told.sightings.isEmpty { record.codes = told.sightings.map(Code.init) }
      return [record]
    }
  }
}
