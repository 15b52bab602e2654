import Foundation

/// Reads JSON of which no number is out of its bounds, so that nothing need be checked again.
///
/// Every file of JSON that may come from elsewhere is read so: numbers are checked by their names before
/// anything is made of them.
package enum BoundedJSON {
  /// Decodes a value.
  ///
  /// - Throws: `DecodingError`, also for a number that is out of bounds, whose place and bounds it names.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  {
    if let fault = NumberScan.fault(in: data) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: fault.path, debugDescription: fault.sentence))
    }
    return try JSONDecoder().decode(type, from: data)
  }
}

/// A number out of its bounds.
package struct NumberFault: Hashable, Sendable {
  /// The names and indices that lead to the number.
  package var path: [JSONStep]
  /// The number as it is written.
  package var text: String
  /// The rule that it breaks.
  package var rule: String

  /// The fault and what would be right.
  package var sentence: String { "\(text) is out of bounds: write \(rule)" }
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

/// One pass over the bytes of a JSON value that looks at numbers and their names alone.
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
  private var place = 0
  /// The latest text, which is a name if a colon follows it.
  private var text: Range<Int>?

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
      case UInt8(ascii: "{"): open.append(.object(name: nil))
      case UInt8(ascii: "["): open.append(.array(index: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ":"):
        if case .object = open.last { open[open.count - 1] = .object(name: text) }
      case UInt8(ascii: ","):
        if case .array(let index) = open.last { open[open.count - 1] = .array(index: index + 1) }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if let fault = number() { return fault }
        continue
      default: break
      }
      place += 1
    }
    return nil
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

  /// The name of the number at hand: that of the innermost member that it is in.
  private var name: Substring {
    for container in open.reversed() {
      if case .object(let name) = container { return Substring(name.map(string) ?? "") }
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
