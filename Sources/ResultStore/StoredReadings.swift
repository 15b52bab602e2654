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

  /// Reads a row of ``Schema/selectReadings``.
  init(_ row: Row) throws {
    let name: String? = row[0]
    let bytes: Data = row[1]
    let count: Int? = row[2]
    let sha256: String? = row[3]
    let corners: Data? = row[4]
    if let name, Symbology(rawValue: name) == nil {
      throw DatabaseError(message: "a reading has the unknown symbology \"\(name)\"")
    }
    self.init(
      symbology: name.flatMap(Symbology.init(rawValue:)), bytes: Array(bytes),
      cut: count.flatMap { count in sha256.map { Cut(byteCount: count, sha256: $0) } },
      corners: corners.flatMap(Corners.init(stored:)))
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

  fileprivate init?(stored bytes: Data) {
    guard bytes.count == 32 else { return nil }
    let numbers = bytes.withUnsafeBytes { bytes in
      (0..<8).map { index in
        Double(
          Float(
            bitPattern: UInt32(
              littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))))
      }
    }
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
    return try Row.fetchAll(statement, arguments: [cell, observation.place.trial])
      .map(KeptReading.init)
  }
}
