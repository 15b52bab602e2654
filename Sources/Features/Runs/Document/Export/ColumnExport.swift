import Base
import Foundation

/// Rows as columns in the memory layout of Apache Arrow, for a program that writes them to a file.
///
/// A message is a length (32 bits, little-endian) and a JSON object with the format, the columns and the
/// data's origin. Batches follow: the number of rows, then each column's buffers, each with its length
/// before it. A batch of 0 rows is the end; data without it are cut off. The buffers are those of
/// https://arrow.apache.org/docs/format/Columnar.html: validity (of length 0 where nothing is missing),
/// offsets for texts, bytes and lists, and values; a list's are followed by those of its elements.
/// A category is an index of 32 bits.
struct ColumnExport: ExportWriter {
  /// Rows in a batch, which is also a row group of a Parquet file.
  static let rowsInBatch = 65_536
  private static let mostTextBytes = 64 << 20

  private let format: String
  private let rowsInBatch: Int
  private let write: ([UInt8]) throws -> Void
  private var columns: [ColumnBuffer] = []
  private var rows = 0

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - format: The format that the program is to write.
  ///   - write: Called with a batch at a time.
  init(
    format: String, rowsInBatch: Int = ColumnExport.rowsInBatch,
    to write: @escaping ([UInt8]) throws -> Void
  ) {
    (self.format, self.rowsInBatch, self.write) = (format, rowsInBatch, write)
  }

  mutating func begin(
    _ columns: ExportColumnList, _ description: ExportDescription
  ) throws {
    let header = Header(format: format, columns: columns.columns, description: description)
    let text = Array(try SortedJSON.data(header))
    var message: [UInt8] = []
    message.appendNumber(UInt32(text.count))
    try write(message + text)
    self.columns = columns.columns.map { ColumnBuffer($0.type) }
  }

  mutating func add(_ row: ExportRow) throws {
    for (index, cell) in row.cells.enumerated() { columns[index].append(cell) }
    rows += 1
    if rows >= rowsInBatch || columns.contains(where: { $0.values.count > Self.mostTextBytes }) {
      try flush()
    }
  }

  mutating func end() throws {
    if rows > 0 { try flush() }
    try write([0, 0, 0, 0])
  }

  private mutating func flush() throws {
    var message: [UInt8] = []
    message.appendNumber(UInt32(rows))
    for index in columns.indices { columns[index].move(to: &message) }
    rows = 0
    try write(message)
  }

  /// The first message.
  private struct Header: Encodable {
    let format: String
    let columns: [ExportColumn]
    let description: ExportDescription
  }
}

/// The values of a column that were not yet written.
private struct ColumnBuffer {
  private let type: ExportType
  private var validity: [UInt8] = []
  private var count = 0
  private var missing = 0
  private var offsets: [UInt8] = []
  private(set) var values: [UInt8] = []
  /// The elements of lists.
  private var elements: [ColumnBuffer] = []

  init(_ type: ExportType) {
    self.type = type
    switch type {
    case .reals: elements = [ColumnBuffer(.real)]
    case .categories: elements = [ColumnBuffer(.category)]
    default: break
    }
    if hasOffsets { offsets.appendNumber(UInt32(0)) }
  }

  private var hasOffsets: Bool {
    switch type {
    case .text, .bytes, .reals, .categories: true
    case .category, .integer, .real, .flag: false
    }
  }

  mutating func append(_ cell: ExportCell) {
    var isThere = true
    switch cell {
    case .absent:
      isThere = false
      appendNothing()
    case .text(let text): values += text.utf8
    case .bytes(let bytes): values += bytes
    case .category(let index): values.appendNumber(UInt32(index))
    case .integer(let number): values.appendNumber(UInt64(bitPattern: Int64(number)))
    case .real(let number): values.appendNumber(number.bitPattern)
    case .flag(let isSet): Self.append(isSet, at: count, to: &values)
    case .reals(let numbers): for number in numbers { elements[0].append(ExportCell(number)) }
    case .categories(let indices):
      for index in indices { elements[0].append(index.map(ExportCell.category) ?? .absent) }
    }
    if hasOffsets { offsets.appendNumber(UInt32(elements.first?.count ?? values.count)) }
    Self.append(isThere, at: count, to: &validity)
    if !isThere { missing += 1 }
    count += 1
  }

  /// Adds the place of a value that is missing.
  private mutating func appendNothing() {
    switch type {
    case .category: values.appendNumber(UInt32(0))
    case .integer, .real: values.appendNumber(UInt64(0))
    case .flag: Self.append(false, at: count, to: &values)
    case .text, .bytes, .reals, .categories: break
    }
  }

  private static func append(_ bit: Bool, at place: Int, to bits: inout [UInt8]) {
    if place & 7 == 0 { bits.append(0) }
    if bit { bits[bits.count - 1] |= 1 << UInt8(place & 7) }
  }

  /// Moves the values to the end of a message.
  mutating func move(to message: inout [UInt8]) {
    message.append(buffer: missing == 0 ? [] : validity)
    if hasOffsets { message.append(buffer: offsets) }
    if elements.isEmpty {
      message.append(buffer: values)
    } else {
      elements[0].move(to: &message)
    }
    validity.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    if hasOffsets { offsets.appendNumber(UInt32(0)) }
    (count, missing) = (0, 0)
  }
}

extension [UInt8] {
  /// Adds a number's bytes, the lowest first.
  fileprivate mutating func appendNumber(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { self.append(contentsOf: $0) }
  }

  /// Adds bytes with their number before them.
  fileprivate mutating func append(buffer bytes: [UInt8]) {
    appendNumber(UInt32(bytes.count))
    self += bytes
  }
}
