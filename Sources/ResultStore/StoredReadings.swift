import DecoderKit
import Foundation
import GRDB
import Results

extension SymbolOutlines {
  /// The bytes of the column `outlines`.
  var stored: Data {
    var bytes = Data(capacity: 4 * count)
    for symbol in 0..<count {
      let packed = self[symbol]?.packed ?? OutlineFit.packedAbsence
      withUnsafeBytes(of: packed.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Reads the bytes of the column `outlines`; `nil` if they are damaged.
  init?(stored bytes: UnsafeRawBufferPointer) {
    func fit(_ symbol: Int) -> OutlineFit?? {
      let packed = UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * symbol, as: UInt32.self))
      if packed == OutlineFit.packedAbsence { return .some(nil) }
      return OutlineFit(packed: packed).map { .some($0) }
    }
    switch bytes.count {
    case 0: self.init(nil)
    case 4:
      guard let only = fit(0) else { return nil }
      self.init(only)
    default:
      guard bytes.count % 4 == 0 else { return nil }
      var fits: [OutlineFit?] = []
      for symbol in 0..<bytes.count / 4 {
        guard let fit = fit(symbol) else { return nil }
        fits.append(fit)
      }
      self.init(fits)
    }
  }
}

extension KeptReading {
  /// The values of ``Schema/insertReading``.
  func row(inCell cell: Int, trial: Int, number: Int) -> StatementArguments {
    [
      cell, trial, number, symbology?.rawValue, Data(bytes), cut?.byteCount, cut?.sha256,
      corners?.stored,
    ]
  }

  /// Reads a row of ``Schema/readingColumns``.
  init(_ columns: StoredColumns) throws(StoreFault) {
    let name = try columns.optionalText(3)
    if let name, Symbology(rawValue: name) == nil {
      throw columns.fault(3, expected: "a symbology that this harness knows")
    }
    let bytes = Array(try columns.blob(4))
    var cut: Cut?
    if !columns.isNull(5) {
      cut = Cut(
        byteCount: try columns.integer(5, in: bytes.count + 1...Int.max),
        sha256: try columns.sha256(6))
    }
    var corners: Corners?
    if !columns.isNull(7) {
      corners = Corners(stored: try columns.blob(7))
      guard corners != nil else {
        throw columns.fault(7, expected: "x and y of four corners, as finite 32-bit numbers")
      }
    }
    self.init(
      symbology: name.flatMap(Symbology.init(rawValue:)), bytes: bytes, cut: cut, corners: corners)
  }
}

extension Corners {
  /// The bytes of the column `corners`.
  fileprivate var stored: Data {
    var bytes = Data(capacity: 32)
    for number in points.flatMap({ [$0.x, $0.y] }) {
      withUnsafeBytes(of: Float(number).bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  fileprivate init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    let numbers = (0..<8).map { index in
      Double(
        Float(
          bitPattern: UInt32(
            littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))))
    }
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    func point(_ index: Int) -> Point { Point(x: numbers[2 * index], y: numbers[2 * index + 1]) }
    self.init(
      topLeft: point(0), topRight: point(1), bottomRight: point(2), bottomLeft: point(3))
  }
}

/// Reads the kept readings of observations, one after the other.
struct ReadingReader {
  private let statement: Statement

  init(_ database: Database) throws {
    statement = try database.makeStatement(sql: Schema.selectReadings)
  }

  func readings(of observation: borrowing Observation, inCell cell: Int) throws -> [KeptReading] {
    guard observation.readingCount != 0 else { return [] }
    try statement.setArguments([cell, observation.place.trial])
    let columns = Self.columns(statement)
    var readings: [KeptReading] = []
    while try statement.sqliteStatement.stepToRow() { readings.append(try KeptReading(columns)) }
    return readings
  }

  /// The columns of a statement that selects ``Schema/readingColumns``.
  static func columns(_ statement: Statement) -> StoredColumns {
    StoredColumns(statement: statement.sqliteStatement, table: "reading", key: [0, 1, 2])
  }
}
