import Reporting
import Scanning

/// The layouts in which a scan is written, image by image as they finish.
enum ScanFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case table
  /// One JSON document.
  case json
  /// One JSON object a line, one line an image.
  case jsonl
  /// Comma-separated values with a heading (RFC 4180): a row for each decoder and symbol.
  case csv

  /// True for layouts that programs read: their characters stay as they are in any locale.
  var isData: Bool { self != .table }

  /// Makes the writer.
  ///
  /// - Parameter isRaw: True to leave control characters in comma-separated values as they are.
  func writer(
    _ decoders: [ScanDecoder], _ text: ScanText, isRaw: Bool = false
  ) -> any ScanWriter {
    switch self {
    case .table: ScanTable(decoders: decoders, text: text)
    case .json: ScanDocument(decoders: decoders)
    case .jsonl: ScanLines()
    case .csv: ScanCSV(isRaw: isRaw)
    }
  }
}

/// Writes a scan in pieces, each without its last line feed.
protocol ScanWriter {
  /// The piece before all images; `nil` for none.
  mutating func begin() throws -> String?
  /// The piece of an image.
  mutating func piece(_ image: ScannedImage) throws -> String
  /// The piece after all images; `nil` for none.
  mutating func end() throws -> String?
}

extension ScanWriter {
  /// Nothing comes after the images.
  mutating func end() throws -> String? { nil }
}

/// Blocks of lines for people.
struct ScanTable: ScanWriter {
  let decoders: [ScanDecoder]
  let text: ScanText

  func begin() -> String? { text.heading(decoders) }

  func piece(_ image: ScannedImage) -> String { "\n" + text.render(image) }
}
