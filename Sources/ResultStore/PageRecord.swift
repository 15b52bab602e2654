import Foundation
import GRDB

/// The values of a row, in SQLite's record format (https://sqlite.org/fileformat2.html#record_format).
struct PageRecord {
  private(set) var values: [DatabaseValue] = []
  /// True if bytes are missing at the end: the values before are whole.
  private(set) var isCut = false

  /// Reads a row's bytes; `nil` if they are no record.
  ///
  /// - Parameter size: The bytes that there should be.
  init?(_ payload: Data, size: Int) {
    var place = payload.startIndex
    guard let length = Self.varint(payload, &place, payload.endIndex), length >= 1,
      length <= payload.count
    else { return nil }
    let body = payload.startIndex + Int(length)
    var types: [Int64] = []
    while place < body {
      guard let type = Self.varint(payload, &place, body), type >= 0 else { return nil }
      types.append(type)
    }
    let lengths = types.map(Self.length)
    // What claims to be longer than its row is no row.
    var sum = Int(length)
    for length in lengths {
      guard let length, length <= size - sum else { return nil }
      sum += length
    }
    guard sum == size else { return nil }
    place = body
    for (type, length) in zip(types, lengths.compactMap(\.self)) {
      guard place + length <= payload.endIndex else {
        isCut = true
        return
      }
      guard let value = Self.value(type, payload[place..<place + length]) else { return nil }
      values.append(value)
      place += length
    }
  }

  /// The bytes of a value of a type; `nil` for a type that no file has.
  private static func length(_ type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 12...: Int((type - 12) / 2)
    default: nil
    }
  }

  private static func value(_ type: Int64, _ bytes: Data) -> DatabaseValue? {
    var number: UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    switch type {
    case 0: return .null
    case 8, 9: return (type - 8).databaseValue
    case 7: return Double(bitPattern: number).databaseValue
    case 1...6:
      let unused = 64 - 8 * bytes.count
      return (Int64(bitPattern: number << UInt64(unused)) >> Int64(unused)).databaseValue
    default:
      guard type % 2 == 1 else { return Data(bytes).databaseValue }
      return String(validating: bytes, as: UTF8.self)?.databaseValue
    }
  }

  /// Reads a number of one to nine bytes.
  static func varint(_ bytes: Data, _ place: inout Int, _ end: Int) -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place < end else { return nil }
      let byte = bytes[place]
      place += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
