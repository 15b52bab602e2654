import Foundation
import Measuring
import Reporting
import Scanning

/// A row for each decoder and symbol; an image without symbols has a row for each decoder, and a file
/// that is no image has one row. Each place that looks like a symbol and was read by nobody has one
/// row, without a decoder.
struct ScanCSV: ScanWriter {
  /// True to leave control characters and the like as they are; see ``SafeText``.
  let isRaw: Bool

  /// The columns, with their meaning.
  static let columns: [(name: String, meaning: String)] = [
    ("image", "path as named or found; - for standard input"),
    ("error", "the reason for which the file is not an image"),
    ("width_px", "columns of the image"), ("height_px", "rows of the image"),
    ("kind", "symbol, or potential-linear or potential-matrix for places that nobody read"),
    ("detection", "number of the symbol in its image, from 1"),
    ("symbology", "its symbology"), ("value", "its text, or 0x and its bytes in hexadecimal"),
    ("value_type", "the type of its value"), ("display_value", "a short text for people"),
    ("bytes_hex", "its bytes"),
    ("module_px", "module size along the axis in which it is smaller"),
    ("module_lower_px", "lower end of the 95 % interval"),
    ("module_upper_px", "upper end of the 95 % interval"),
    ("source", "measured, decoder (its corners) or none"),
    ("reason", "the reason for which it was not measured"), ("band", "band of the module size"),
    ("x1", "outline, from the symbol's own top left, clockwise, in pixels"), ("y1", ""),
    ("x2", ""), ("y2", ""), ("x3", ""), ("y3", ""), ("x4", ""), ("y4", ""),
    ("distance_mm", "distance from the camera"),
    ("fate", "kept, not-selected, outside-area or place-unknown, in a scan region"),
    ("decoder", "a decoder's name"),
    ("status", "read, missed, unsupported or no-answer"),
    ("outcome", "what became of its attempt at the image"),
    ("margin", "module size ÷ its threshold"), ("margin_lower", ""), ("margin_upper", ""),
    ("threshold_px", "the module size from which it reads reliably"),
    ("threshold_group", "group of the run"), ("threshold_run", "store and number of the run"),
    ("detail", "its error"), ("wall_ms", "time inside its decode call"),
    ("obstacles", "what keeps a potential symbol from being read, with the remedy's measure"),
  ]

  func begin() -> String? { Self.columns.map(\.name).joined(separator: ",") }

  func piece(_ image: ScannedImage) -> String {
    var base = ["image": image.path]
    guard let contents = image.contents else {
      if case .unreadable(let reason) = image.outcome { base["error"] = reason }
      return line(base)
    }
    base["width_px"] = "\(contents.width)"
    base["height_px"] = "\(contents.height)"
    let attempts = contents.attempts.map(Self.fields)
    var rows =
      contents.detections.isEmpty
      ? attempts.map { base.merging($0) { $1 } }
      : contents.detections.flatMap { detection in
        let own = base.merging(Self.fields(detection)) { $1 }
        return zip(attempts, detection.parts).map { attempt, part in
          own.merging(attempt) { $1 }.merging(Self.fields(part)) { $1 }
        }
      }
    rows += (contents.potential ?? []).map { base.merging(Self.fields($0)) { $1 } }
    return rows.map(line).joined(separator: "\n")
  }

  private static func fields(_ place: PotentialSymbol) -> [String: String] {
    let obstacles = ScanRecord.Place(place).obstacles.map { obstacle in
      let measure = obstacle.zoom ?? obstacle.sigmaPixels ?? obstacle.contrast
      return obstacle.kind + (measure.map { "=\($0)" } ?? "")
    }
    return [
      "kind": "potential-\(place.kind.rawValue)", "module_px": "\(place.moduleSizePixels)",
      "obstacles": obstacles.joined(separator: ";"),
    ].merging(fields(ScanRecord.pairs(place.outline))) { $1 }
  }

  /// The corners' columns.
  private static func fields(_ outline: [[Double]]) -> [String: String] {
    var fields: [String: String] = [:]
    for (index, point) in outline.enumerated() {
      fields["x\(index + 1)"] = "\(point[0])"
      fields["y\(index + 1)"] = "\(point[1])"
    }
    return fields
  }

  private static func fields(_ attempt: ScanAttempt) -> [String: String] {
    [
      "decoder": attempt.decoder, "outcome": attempt.outcome.rawValue,
      "detail": attempt.detail ?? "", "wall_ms": "\(Double(attempt.wallNanoseconds) / 1e6)",
    ]
  }

  private static func fields(_ detection: Detection) -> [String: String] {
    let symbol = ScanRecord.Symbol(detection)
    var fields = [
      "kind": "symbol", "detection": "\(symbol.number)",
      "symbology": symbol.symbology?.rawValue ?? "",
      "value": symbol.value, "value_type": symbol.valueType.rawValue,
      "display_value": symbol.displayValue, "bytes_hex": symbol.bytesHex, "source": symbol.source,
      "reason": symbol.reason?.rawValue ?? "", "band": symbol.band?.rawValue ?? "",
    ]
    if let size = symbol.moduleSize?.pixels {
      fields["module_px"] = "\(size.value)"
      fields["module_lower_px"] = "\(size.lower)"
      fields["module_upper_px"] = "\(size.upper)"
    }
    fields["fate"] = symbol.fate?.rawValue
    if let distance = symbol.distanceMillimetres { fields["distance_mm"] = "\(distance.value)" }
    return fields.merging(Self.fields(symbol.outline ?? [])) { $1 }
  }

  private static func fields(_ part: Detection.Part) -> [String: String] {
    var fields = ["status": part.status.code]
    guard case .known(let known) = part.margin else { return fields }
    fields["margin"] = "\(known.ratio.value)"
    fields["margin_lower"] = "\(known.ratio.lower)"
    fields["margin_upper"] = "\(known.ratio.upper)"
    fields["threshold_px"] = "\(known.threshold.pixels)"
    fields["threshold_group"] = known.group
    fields["threshold_run"] = "\(known.run.store):\(known.run.number)"
    return fields
  }

  private func line(_ fields: [String: String]) -> String {
    Self.columns.map { CSVReport.quoted(fields[$0.name] ?? "", isRaw: isRaw) }.joined(
      separator: ",")
  }
}
