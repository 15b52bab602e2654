import Foundation
import Testing

/// An element of a page, read by a strict parser: errors that browsers would repair are thrown.
final class Markup {
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  let attributes: [String: String]
  private(set) var children: [Markup] = []
  private(set) var texts: [String] = []
  private(set) weak var parent: Markup?

  private init(_ name: String, _ attributes: [String: String], parent: Markup?) {
    self.name = name
    self.attributes = attributes
    self.parent = parent
  }

  subscript(_ attribute: String) -> String? { attributes[attribute] }

  /// All text below, in order of the elements.
  var text: String { (texts + children.map(\.text)).joined() }

  /// This element and all below it, in the page's order.
  var all: [Markup] {
    var found: [Markup] = []
    collect(into: &found)
    return found
  }

  private func collect(into found: inout [Markup]) {
    found.append(self)
    for child in children { child.collect(into: &found) }
  }

  func all(_ name: String) -> [Markup] { all.filter { $0.name == name } }

  /// The value of an attribute on this element or on the nearest one above that has it.
  func inherited(_ attribute: String) -> String? {
    attributes[attribute] ?? parent?.inherited(attribute)
  }

  private static let void: Set = ["meta", "input"]
  private static let raw: Set = ["script", "style"]
  private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "#39": "'"]

  /// Reads a whole page.
  static func parse(_ page: String) throws -> Markup {
    let start = "<!doctype html>"
    guard page.hasPrefix(start) else { throw Malformed(description: "no doctype") }
    var rest = PageBytes(page)
    rest.drop(start.utf8.count)
    let root = Markup("#root", [:], parent: nil)
    var open = root
    while let text = rest.take(to: "<") {
      open.texts.append(try decoded(text))
      guard var tag = rest.take(to: ">") else {
        throw Malformed(description: "a tag without an end")
      }
      if tag.begins(with: "/") {
        tag.drop(1)
        guard tag.text == open.name, let parent = open.parent else {
          throw Malformed(description: "</\(tag.text)> closes <\(open.name)>")
        }
        open = parent
        continue
      }
      let element = try element(tag, parent: open)
      open.children.append(element)
      if raw.contains(element.name) {
        element.texts.append(try rest.content(of: element.name))
      } else if !void.contains(element.name) {
        open = element
      }
    }
    guard open === root else { throw Malformed(description: "<\(open.name)> is never closed") }
    return root
  }

  private static func element(_ tag: PageBytes, parent: Markup) throws -> Markup {
    var rest = tag
    let name = rest.take(before: " ").text
    guard !name.isEmpty, name.utf8.allSatisfy({ nameBytes.contains($0) }) else {
      throw Malformed(description: "a tag called \"\(name)\"")
    }
    var attributes: [String: String] = [:]
    while !rest.isEmpty {
      rest.drop(1)
      guard let key = rest.take(to: "=")?.text, rest.begins(with: "\"") else {
        throw Malformed(description: "<\(tag.text)>")
      }
      rest.drop(1)
      guard let value = rest.take(to: "\""), rest.isEmpty || rest.begins(with: " "),
        attributes[key] == nil
      else { throw Malformed(description: "<\(tag.text)>") }
      attributes[key] = try decoded(value)
    }
    return Markup(name, attributes, parent: parent)
  }

  /// The text with its entities replaced, byte by byte: a combining mark after an entity does not
  /// become a part of it.
  private static func decoded(_ text: PageBytes) throws -> String {
    var rest = text
    var result = rest.take(before: "&").text
    while !rest.isEmpty {
      rest.drop(1)
      guard let sign = rest.take(to: ";").flatMap({ entities[$0.text] }) else {
        throw Malformed(description: "a bare & in \"\(text.text.prefix(80))\"")
      }
      result += sign + rest.take(before: "&").text
    }
    return result
  }
}

/// A part of a page's bytes, which the system looks through: tests are not optimised, and pages are long.
private struct PageBytes {
  private let bytes: [UInt8]
  private var places: Range<Int>

  init(_ page: String) {
    bytes = Array(page.utf8)
    places = 0..<bytes.count
  }

  var isEmpty: Bool { places.isEmpty }

  var text: String { String(decoding: bytes[places], as: UTF8.self) }

  func begins(with sign: Unicode.Scalar) -> Bool {
    !isEmpty && bytes[places.lowerBound] == UInt8(ascii: sign)
  }

  func firstPlace(of sign: Unicode.Scalar) -> Int? {
    bytes.withUnsafeBytes { all in
      guard !isEmpty, let base = all.baseAddress,
        let found = memchr(base + places.lowerBound, Int32(sign.value), places.count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  mutating func drop(_ count: Int) { places = places.lowerBound + count..<places.upperBound }

  /// Takes what comes before a sign, and drops the sign; `nil` if there is none.
  mutating func take(to sign: Unicode.Scalar) -> PageBytes? {
    guard firstPlace(of: sign) != nil else { return nil }
    defer { drop(1) }
    return take(before: sign)
  }

  /// Takes what comes before a sign, or all.
  mutating func take(before sign: Unicode.Scalar) -> PageBytes {
    var taken = self
    let end = firstPlace(of: sign) ?? places.upperBound
    taken.places = places.lowerBound..<end
    places = end..<places.upperBound
    return taken
  }

  /// Takes what comes before an element's end tag, and drops the tag.
  mutating func content(of name: String) throws -> String {
    let end = Array("</\(name)>".utf8)
    var content = self
    while take(to: "<") != nil {
      let start = places.lowerBound - 1
      guard bytes[start...].starts(with: end) else { continue }
      content.places = content.places.lowerBound..<start
      drop(end.count - 1)
      return content.text
    }
    throw Markup.Malformed(description: "<\(name)> has no end")
  }
}
