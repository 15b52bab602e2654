import Base
import Foundation
import Reporting

/// Rows as lines of text: comma-separated values, or an object of JSON each.
struct TextExport: ExportWriter {
  private static let linesInPiece = 1000

  private let format: ObservationExport.Format
  private let isRaw: Bool
  private let write: (String) throws -> Void
  private var columns: [ExportColumn] = []
  private var members: [JSONMember] = []
  private var lines: [String] = []

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - isRaw: True to leave control characters and the like as they are; see ``SafeText``.
  ///   - write: Called with several lines at a time, without the last one's line feed.
  init(
    _ format: ObservationExport.Format, isRaw: Bool = false,
    to write: @escaping (String) throws -> Void
  ) {
    (self.format, self.isRaw, self.write) = (format, isRaw, write)
  }

  mutating func begin(_ columns: ExportColumnList, _ description: ExportDescription) {
    self.columns = columns.columns
    switch format {
    case .csv: lines = [self.columns.map(\.name).joined(separator: ",")]
    case .jsonl: members = JSONMember.all(of: self.columns)
    }
  }

  mutating func add(_ row: ExportRow) throws {
    switch format {
    case .csv: lines.append(csv(row.cells))
    case .jsonl: lines.append(json(row.cells))
    }
    guard lines.count >= Self.linesInPiece else { return }
    try write(lines.joined(separator: "\n"))
    lines.removeAll(keepingCapacity: true)
  }

  mutating func end() throws {
    if !lines.isEmpty { try write(lines.joined(separator: "\n")) }
    lines = []
  }

  // MARK: - Comma-separated values

  private func csv(_ cells: [ExportCell]) -> String {
    zip(columns, cells).map { column, cell in
      CSVReport.quoted(field(column, cell), isRaw: isRaw)
    }.joined(separator: ",")
  }

  private func field(_ column: ExportColumn, _ cell: ExportCell) -> String {
    switch cell {
    case .absent: ""
    case .text(let text): text
    case .category(let index): column.categories[index]
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .flag(let isSet): "\(isSet)"
    case .bytes(let bytes): Hexadecimal.text(bytes)
    case .reals(let numbers): numbers.map { $0.map { "\($0)" } ?? "" }.joined(separator: ";")
    case .categories(let indices):
      indices.map { $0.map { column.categories[$0] } ?? "" }.joined(separator: ";")
    }
  }

  // MARK: - JSON

  private func json(_ cells: [ExportCell]) -> String {
    var text = "{"
    for member in members {
      let first = member.columns[0]
      if case .absent = cells[first] { continue }
      if text.utf8.count > 1 { text += "," }
      text += member.name
      guard member.columns.count > 1 else {
        text += value(columns[first], cells[first])
        continue
      }
      // Columns of one name are the coordinates of points.
      let numbers = member.columns.map { value(columns[$0], cells[$0]) }
      let points = stride(from: 0, to: numbers.count, by: 2).map {
        "[\(numbers[$0]),\(numbers[$0 + 1])]"
      }
      text += "[" + points.joined(separator: ",") + "]"
    }
    return text + "}"
  }

  private func value(_ column: ExportColumn, _ cell: ExportCell) -> String {
    switch cell {
    case .absent: "null"
    case .text(let text): quoted(text)
    case .category(let index): quoted(column.categories[index])
    case .integer(let number): "\(number)"
    case .real(let number): JSONText.number(number)
    case .flag(let isSet): "\(isSet)"
    case .bytes(let bytes): "\"\(Data(bytes).base64EncodedString())\""
    case .reals(let numbers):
      "[" + numbers.map { $0.map(JSONText.number) ?? "null" }.joined(separator: ",") + "]"
    case .categories(let indices):
      "["
        + indices.map { $0.map { quoted(column.categories[$0]) } ?? "null" }
        .joined(separator: ",") + "]"
    }
  }

  private func quoted(_ text: String) -> String {
    let literal = JSONText.string(text)
    return isRaw ? literal : SafeText.json(literal)
  }
}

/// A member of each line's object: its name with the colon, and its columns.
private struct JSONMember {
  var name: String
  var columns: [Int]

  /// The members in the order of their names.
  static func all(of columns: [ExportColumn]) -> [JSONMember] {
    Dictionary(grouping: columns.indices) { columns[$0].key }.sorted { $0.key < $1.key }
      .map { JSONMember(name: JSONText.string($0.key) + ":", columns: $0.value) }
  }
}

/// The parts of a JSON text.
private enum JSONText {
  /// A number; `null` for one that JSON cannot express.
  static func number(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
