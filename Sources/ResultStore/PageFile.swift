import Foundation
import GRDB

/// The pages of a database file, read one by one without SQLite, whatever is left of the trees that they make.
///
/// The layout is that of https://sqlite.org/fileformat2.html. Numbers of pages begin at 1.
struct PageFile {
  /// A row as a page holds it.
  struct Row {
    /// The number of a row in a table that has such numbers; `nil` in the others.
    var number: Int64?
    /// The values, in the order in which the file has them; those at the end that are lost are missing.
    var values: [DatabaseValue]
    /// True if values are missing since their page is.
    var isCut = false
  }

  /// The pages that are whole.
  let count: Int
  /// The pages that the header says there are.
  let expectedCount: Int
  /// The mark of the program that the file is of.
  let applicationID: Int

  private let bytes: Data
  private let pageSize: Int
  /// The bytes of a page that the format uses.
  private let usable: Int

  /// True if pages are missing at the end. A header of which a program of old has made nothing says nothing.
  var isCut: Bool {
    count < expectedCount
      && Self.number(bytes, 24, 4) == Self.number(bytes, Int(Self.validForOffset), 4)
  }

  /// The place of the change for which the header's number of pages is valid.
  static let validForOffset: UInt64 = 92

  private static let longestRow = 256 << 20
  private static let headerSize = 100

  private enum Kind: UInt8 {
    case indexTree = 2
    case tableTree = 5
    case indexLeaf = 10
    case tableLeaf = 13
  }

  /// Reads a file's header; `nil` if it is none of a database.
  init?(path: String) throws {
    bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    guard bytes.count >= Self.headerSize, bytes.starts(with: Data("SQLite format 3\0".utf8)) else {
      return nil
    }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 1 << 16 : size
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
    usable = pageSize - Int(bytes[20])
    guard usable >= 480 else { return nil }
    count = bytes.count / pageSize
    expectedCount = Self.number(bytes, 28, 4)
    applicationID = Self.number(bytes, 68, 4)
  }

  /// The pages in the order in which their rows are to be believed: those that the trees lead to, then those
  /// that nothing leads to any more. Pages that are free, as far as their list is there, are left out.
  var order: [Int] {
    guard count > 0 else { return [] }
    var reached = reach(from: [1])
    let roots = reached.flatMap(rows).compactMap { row -> Int? in
      row.values.count == 5 ? Int.fromDatabaseValue(row.values[3]) : nil
    }
    reached += reach(from: roots.filter { $0 > 1 })
    let known = Set(reached).union(freePages)
    return reached + (1...count).filter { !known.contains($0) }
  }

  private func reach(from roots: [Int]) -> [Int] {
    var (found, seen) = ([Int](), Set<Int>())
    var waiting = Array(roots.reversed())
    while let page = waiting.popLast() {
      guard (1...count).contains(page), seen.insert(page).inserted else { continue }
      found.append(page)
      waiting += children(of: page).reversed()
    }
    return found
  }

  private func children(of page: Int) -> [Int] {
    guard let kind = kind(of: page), kind == .indexTree || kind == .tableTree else { return [] }
    return cells(of: page).map { number($0, 4) } + [number(header(of: page) + 8, 4)]
  }

  private var freePages: Set<Int> {
    var free: Set<Int> = []
    var trunk = number(32, 4)
    while (1...count).contains(trunk), free.insert(trunk).inserted {
      let start = (trunk - 1) * pageSize
      let leaves = min(number(start + 4, 4), usable / 4 - 2)
      for leaf in 0..<max(leaves, 0) { free.insert(number(start + 8 + 4 * leaf, 4)) }
      trunk = number(start, 4)
    }
    return free
  }

  /// The rows that a page holds; none if it is no page of rows.
  func rows(of page: Int) -> [Row] {
    guard let kind = kind(of: page), kind != .tableTree else { return [] }
    return cells(of: page).compactMap { row(at: $0, kind, endOfPage: page * pageSize) }
  }

  private func header(of page: Int) -> Int {
    (page - 1) * pageSize + (page == 1 ? Self.headerSize : 0)
  }

  private func kind(of page: Int) -> Kind? { Kind(rawValue: bytes[header(of: page)]) }

  /// The places of a page's cells.
  private func cells(of page: Int) -> [Int] {
    let (start, header) = ((page - 1) * pageSize, header(of: page))
    let isTree = kind(of: page) == .indexTree || kind(of: page) == .tableTree
    let pointers = header + (isTree ? 12 : 8)
    let cellCount = number(header + 3, 2)
    let first = pointers + 2 * cellCount
    guard first <= start + usable else { return [] }
    return (0..<cellCount).map { start + number(pointers + 2 * $0, 2) }.filter {
      $0 >= first && $0 + 4 <= start + usable
    }
  }

  private func row(at place: Int, _ kind: Kind, endOfPage: Int) -> Row? {
    var place = place + (kind == .indexTree ? 4 : 0)
    guard let size = varint(&place, endOfPage), (1...Int64(Self.longestRow)).contains(size) else {
      return nil
    }
    var rowNumber: Int64?
    if kind == .tableLeaf {
      rowNumber = varint(&place, endOfPage)
      guard rowNumber != nil else { return nil }
    }
    guard let payload = payload(Int(size), at: place, kind, endOfPage: endOfPage) else {
      return nil
    }
    return PageRecord(payload, size: Int(size)).map {
      Row(number: rowNumber, values: $0.values, isCut: $0.isCut)
    }
  }

  /// The bytes of a row: those on its page and those on pages of their own, as far as they are there.
  private func payload(_ size: Int, at place: Int, _ kind: Kind, endOfPage: Int) -> Data? {
    let most = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
    let least = (usable - 12) * 32 / 255 - 23
    guard size > most else {
      return place + size <= endOfPage ? bytes[place..<place + size] : nil
    }
    let wanted = least + (size - least) % (usable - 4)
    let local = wanted <= most ? wanted : least
    guard place + local + 4 <= endOfPage else { return nil }
    var payload = Data(bytes[place..<place + local])
    var next = number(place + local, 4)
    var seen: Set<Int> = []
    while payload.count < size, (1...count).contains(next), seen.insert(next).inserted {
      let start = (next - 1) * pageSize
      payload += bytes[start + 4..<start + 4 + min(usable - 4, size - payload.count)]
      next = number(start, 4)
    }
    return payload
  }

  private func number(_ place: Int, _ length: Int) -> Int { Self.number(bytes, place, length) }

  private static func number(_ bytes: Data, _ place: Int, _ length: Int) -> Int {
    bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
  }

  private func varint(_ place: inout Int, _ end: Int) -> Int64? {
    PageRecord.varint(bytes, &place, end)
  }
}
