import Foundation

/// The first place at which two values differ, as they are written in JSON.
struct JSONDifference: Hashable, Sendable {
  /// The place: `decoders[0].rank`.
  var place: String
  /// The first value there; `nil` if there is none.
  var first: String?
  /// The second value there; `nil` if there is none.
  var second: String?

  /// The part by which numbers may differ: mathematical libraries differ in the last digits.
  private static let slack = 1e-6

  /// Finds the first difference of two values, by names in their order and then by index.
  ///
  /// - Returns: `nil` if they are the same but for the last digits of numbers.
  /// - Throws: `EncodingError` for a number that is not finite.
  static func first<Value: Encodable>(
    of one: Value, and other: Value
  ) throws -> JSONDifference? {
    first(try tree(one), try tree(other), at: "")
  }

  /// Finds the first member or item of a text that the value made of it does not have: what nobody has looked at.
  ///
  /// - Parameter value: What was made of the text.
  /// - Throws: Errors of JSON.
  static func unread(
    in text: [UInt8], as value: some Encodable
  ) throws -> JSONDifference? {
    let whole = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    return unread(whole, try tree(value), at: "")
  }

  private static func unread(_ whole: Any, _ read: Any?, at place: String) -> JSONDifference? {
    guard let read else { return JSONDifference(place: place, first: text(whole), second: nil) }
    switch (whole, read) {
    case (let whole as [String: Any], let read as [String: Any]):
      for (name, member) in whole.sorted(by: { $0.key < $1.key }) where !(member is NSNull) {
        let inner = place.isEmpty ? name : "\(place).\(name)"
        if let found = unread(member, read[name], at: inner) { return found }
      }
    case (let whole as [Any], let read as [Any]):
      for (index, item) in whole.enumerated() {
        let item = unread(item, index < read.count ? read[index] : nil, at: "\(place)[\(index)]")
        if let item { return item }
      }
    default: break
    }
    return nil
  }

  private static func tree(_ value: some Encodable) throws -> Any {
    try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(value), options: .fragmentsAllowed)
  }

  private static func first(_ one: Any?, _ other: Any?, at place: String) -> JSONDifference? {
    switch (one, other) {
    case (nil, nil): return nil
    case (let one as [String: Any], let other as [String: Any]):
      for name in Set(one.keys).union(other.keys).sorted() {
        let inner = place.isEmpty ? name : "\(place).\(name)"
        if let found = first(one[name], other[name], at: inner) { return found }
      }
      return nil
    case (let one as [Any], let other as [Any]):
      for index in 0..<max(one.count, other.count) {
        let found = first(
          index < one.count ? one[index] : nil, index < other.count ? other[index] : nil,
          at: "\(place)[\(index)]")
        if let found { return found }
      }
      return nil
    case (let one as String, let other as String) where one == other: return nil
    case (let one as NSNumber, let other as NSNumber)
    where isSame(one.doubleValue, other.doubleValue):
      return nil
    case (_ as NSNull, _ as NSNull): return nil
    default: return JSONDifference(place: place, first: text(one), second: text(other))
    }
  }

  private static func isSame(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= slack * max(abs(one), abs(other)) || abs(one - other) <= 1e-12
  }

  /// A value in at most a few words.
  private static func text(_ value: Any?) -> String? {
    switch value {
    case nil: nil
    case let value as String: "\"\(value.prefix(60))\""
    case let value as [Any]: "a list of \(value.count)"
    case _ as [String: Any]: "an object"
    case let value?: "\(value)"
    }
  }
}
