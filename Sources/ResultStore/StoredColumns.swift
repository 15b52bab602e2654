import GRDBSQLite
import Results

/// The columns of the row on which a statement stands, read with their types and ranges checked.
///
/// The tables' own constraints keep wrong values from being written, and say nothing about files that
/// were damaged or forged. They are read here and nowhere else.
struct StoredColumns {
  let statement: OpaquePointer
  /// The table that faults name.
  let table: String
  /// The columns that name a row.
  let key: [Int32]

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  @inline(__always)
  func integer(
    _ column: Int32, in range: ClosedRange<Int> = .min ... .max
  ) throws(StoreFault) -> Int {
    let value = Int(sqlite3_column_int64(statement, column))
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER, range.contains(value) else {
      throw fault(column, expected: Self.wording(range))
    }
    return value
  }

  func flag(_ column: Int32) throws(StoreFault) -> Bool { try integer(column, in: 0...1) != 0 }

  func text(_ column: Int32) throws(StoreFault) -> String {
    guard let text = try optionalText(column) else { throw fault(column, expected: "a text") }
    return text
  }

  func optionalText(_ column: Int32) throws(StoreFault) -> String? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT: return sqlite3_column_text(statement, column).map { String(cString: $0) }
    default: throw fault(column, expected: "a text, or nothing")
    }
  }

  /// The bytes of a text column, without a copy; valid until the statement's next step.
  @inline(__always)
  func textBytes(_ column: Int32) throws(StoreFault) -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else {
      throw fault(column, expected: "a text")
    }
    return UnsafeBufferPointer(
      start: sqlite3_column_text(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// The bytes of a blob column, without a copy; valid until the statement's next step.
  func blob(_ column: Int32) throws(StoreFault) -> UnsafeRawBufferPointer {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else {
      throw fault(column, expected: "bytes")
    }
    return UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// A SHA-256 in lower-case hexadecimal.
  func sha256(_ column: Int32) throws(StoreFault) -> String {
    let text = try text(column)
    guard SHA256Text.isOne(text) else {
      throw fault(column, expected: "a SHA-256, 64 hexadecimal digits")
    }
    return text
  }

  /// Makes the fault of a column's value.
  func fault(_ column: Int32, expected: String) -> StoreFault {
    fault("\(name(column)) is \(shown(column))", expected: expected)
  }

  /// Makes a fault of the row.
  func fault(_ problem: String, expected: String) -> StoreFault {
    StoreFault(
      table: table, row: key.map { "\(name($0)) \(shown($0))" }.joined(separator: ", "), problem,
      expected: expected)
  }

  private func name(_ column: Int32) -> String {
    sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "column \(column)"
  }

  /// The value for people: short, and without characters that a terminal obeys.
  private func shown(_ column: Int32) -> String {
    let most = 40
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return "\(sqlite3_column_int64(statement, column))"
    case SQLITE_FLOAT: return "\(sqlite3_column_double(statement, column))"
    case SQLITE_NULL: return "NULL"
    default:
      let isText = sqlite3_column_type(statement, column) == SQLITE_TEXT
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, column),
        count: Int(sqlite3_column_bytes(statement, column)))
      let beginning = bytes.prefix(most).readable + (bytes.count > most ? "..." : "")
      return isText ? "\"\(beginning)\"" : "a blob of \(bytes.count) bytes"
    }
  }

  private static func wording(_ range: ClosedRange<Int>) -> String {
    if range == .min ... .max { return "an integer" }
    return "an integer from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// The form of hashes in the store.
enum SHA256Text {
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension OpaquePointer {
  /// Steps a statement to its next row.
  ///
  /// - Returns: False at the end.
  /// - Throws: `DatabaseError` for what SQLite cannot read.
  func stepToRow() throws -> Bool {
    switch sqlite3_step(self) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw StepFailure.error(of: self)
    }
  }
}
