import Foundation

/// Reads JSON of which no number is out of its bounds, so that nothing need be checked again.
///
/// Every file of JSON that may come from elsewhere is read so: numbers are checked by their names, names are there
/// once, and values are counted, before anything is made of them.
package enum BoundedJSON {
  /// The most objects and arrays that one value may lie in.
  package static let mostLevels = 128
  /// The most values of one text: what is made of them takes a hundred times the memory of their text.
  package static let mostValues = 1 << 24

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError`, also for a number that is out of bounds, whose place and bounds it names.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  {
    try check(data)
    return try JSONDecoder().decode(type, from: data)
  }

  /// Checks the encoding and the bounds alone.
  ///
  /// - Throws: `DecodingError`.
  package static func check(_ data: Data) throws {
    // A decoder takes UTF-16 and UTF-32, too, in which the scan would see no number; both have zeros.
    guard !data.contains(0) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the text is not UTF-8: a byte of it is 0"))
    }
    guard let fault = NumberScan.fault(in: data) else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: fault.path, debugDescription: fault.sentence))
  }

  /// Decodes the lines of a text one by one, but for empty ones.
  ///
  /// - Parameters:
  ///   - mostLines: The most lines that the text may have.
  ///   - body: Is given each line's number, from 1 on, with its value or the reason that it has none.
  /// - Throws: What `body` throws.
  /// - Returns: False if there are more lines; `body` has seen those before.
  package static func forEachLine<Line: Decodable, Fault>(
    of bytes: [UInt8], as type: Line.Type, atMost mostLines: Int,
    _ body: (Int, Result<Line, any Error>) throws(Fault) -> Void
  ) throws(Fault) -> Bool {
    var (start, number) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      number += 1
      guard number <= mostLines else { return false }
      let line = bytes[start..<end]
      start = end + 1
      guard line.contains(where: { !isBlank($0) }) else { continue }
      try body(number, Result { try decode(type, from: Data(line)) })
    }
    return true
  }

  /// True for the bytes of an empty line.
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0d
  }
}

/// A number out of its bounds, or another fault that is seen before anything is made of a text.
package struct NumberFault: Hashable, Sendable {
  /// The names and indices that lead to the number.
  package var path: [JSONStep]
  /// The number as it is written.
  package var text: String
  /// What is wrong with it.
  package var what = "is out of bounds"
  /// The rule that it breaks.
  package var rule: String

  /// The fault and what would be right.
  package var sentence: String { "\(text) \(what): write \(rule)" }
}

/// A step into a JSON value: a name, or an index.
package enum JSONStep: CodingKey, Hashable, Sendable {
  case name(String)
  case index(Int)

  package init(stringValue: String) { self = .name(stringValue) }
  package init(intValue: Int) { self = .index(intValue) }

  package var intValue: Int? { if case .index(let index) = self { index } else { nil } }

  package var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }
}

/// One pass over the bytes of a JSON value that looks at names and numbers alone.
///
/// It takes what is no JSON for what it likes: the parser that comes after it refuses that.
struct NumberScan {
  /// An object or array that is open, with the name of the latest member or the number of items before.
  private enum Open {
    case object(name: Range<Int>?)
    case array(index: Int)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var open: [Open] = []
  /// The names of the members of each object that is open.
  private var names: [Set<String>] = []
  private var place = 0
  /// The latest text, which is a name if a colon follows it.
  private var text: Range<Int>?
  /// The values seen, as far as brackets and commas tell.
  private var values = 0

  /// The first number of a JSON value that is out of its bounds; `nil` if there is none.
  static func fault(in data: Data) -> NumberFault? {
    data.withUnsafeBytes { raw in
      var scan = NumberScan(bytes: raw.bindMemory(to: UInt8.self))
      return scan.fault()
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func fault() -> NumberFault? {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): passText()
      case UInt8(ascii: "{"):
        open.append(.object(name: nil))
        names.append([])
        values += 1
      case UInt8(ascii: "["):
        open.append(.array(index: 0))
        values += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if case .object = open.popLast() { names.removeLast() }
      case UInt8(ascii: ":"):
        if let fault = takeName() { return fault }
      case UInt8(ascii: ","):
        values += 1
        if case .array(let index) = open.last { open[open.count - 1] = .array(index: index + 1) }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if let fault = number() { return fault }
        continue
      default: break
      }
      if let fault = excess { return fault }
      place += 1
    }
    return nil
  }

  /// Takes the latest text for the name of a member; a name that is there twice is a fault, because one reader
  /// takes the first value and another one the last.
  private mutating func takeName() -> NumberFault? {
    guard case .object = open.last else { return nil }
    open[open.count - 1] = .object(name: text)
    let name = text.map(written) ?? ""
    guard !names[names.count - 1].insert(name).inserted else { return nil }
    return NumberFault(path: path, text: "the name", what: "is there twice", rule: "it once")
  }

  /// A text without its escapes.
  private func written(_ range: Range<Int>) -> String {
    let text = string(range)
    guard text.contains("\\") else { return text }
    return (try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))) ?? text
  }

  /// The fault of too many values, or of too many within each other.
  private var excess: NumberFault? {
    if open.count > BoundedJSON.mostLevels {
      return NumberFault(
        path: [], text: "nesting of \(open.count) levels", rule: "\(BoundedJSON.mostLevels) at most"
      )
    }
    guard values > BoundedJSON.mostValues else { return nil }
    return NumberFault(
      path: [], text: "a text of \(values) values", rule: "\(BoundedJSON.mostValues) at most")
  }

  /// Passes a text up to the quotation mark that ends it.
  private mutating func passText() {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    text = start..<max(min(place, bytes.count), start)
  }

  private mutating func number() -> NumberFault? {
    let start = place
    while place < bytes.count, Self.isOfNumber(bytes[place]) { place += 1 }
    let digits = string(start..<place)
    let bounds = NumberBounds.named(name)
    guard let number = Double(digits), bounds.contains(number) else {
      return NumberFault(path: path, text: String(digits.prefix(40)), rule: bounds.rule)
    }
    return nil
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The name of the number at hand, as a decoder reads it: that of the innermost member that it is in.
  private var name: Substring {
    for container in open.reversed() {
      if case .object(let name) = container { return Substring(name.map(written) ?? "") }
    }
    return ""
  }

  private var path: [JSONStep] {
    open.map { container in
      switch container {
      case .object(let name): .name(name.map(string) ?? "")
      case .array(let index): .index(index)
      }
    }
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
