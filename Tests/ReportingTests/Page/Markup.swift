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
  var all: [Markup] { [self] + children.flatMap(\.all) }

  func all(_ name: String) -> [Markup] { all.filter { $0.name == name } }

  /// The value of an attribute on this element or on the nearest one above that has it.
  func inherited(_ attribute: String) -> String? {
    attributes[attribute] ?? parent?.inherited(attribute)
  }

  private static let void: Set = ["meta"]
  private static let raw: Set = ["script", "style"]

  /// Reads a whole page.
  static func parse(_ page: String) throws -> Markup {
    let start = "<!doctype html>"
    guard page.hasPrefix(start) else { throw Malformed(description: "no doctype") }
    var rest = page.dropFirst(start.count)
    let root = Markup("#root", [:], parent: nil)
    var open = root
    while let bracket = rest.firstIndex(of: "<") {
      open.texts.append(try decoded(rest[..<bracket]))
      rest = rest[rest.index(after: bracket)...]
      guard let end = rest.firstIndex(of: ">") else {
        throw Malformed(description: "a tag without an end")
      }
      let tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard tag.dropFirst() == open.name, let parent = open.parent else {
          throw Malformed(description: "</\(tag.dropFirst())> closes <\(open.name)>")
        }
        open = parent
        continue
      }
      let element = try element(tag, parent: open)
      open.children.append(element)
      if raw.contains(element.name) {
        guard let close = rest.range(of: "</\(element.name)>") else {
          throw Malformed(description: "<\(element.name)> has no end")
        }
        element.texts.append(String(rest[..<close.lowerBound]))
        rest = rest[close.upperBound...]
      } else if !void.contains(element.name) {
        open = element
      }
    }
    guard open === root else { throw Malformed(description: "<\(open.name)> is never closed") }
    return root
  }

  private static func element(_ tag: Substring, parent: Markup) throws -> Markup {
    let name = tag.prefix { $0 != " " }
    guard !name.isEmpty, name.allSatisfy({ $0.isLowercase || $0.isNumber }) else {
      throw Malformed(description: "a tag called \"\(name)\"")
    }
    var attributes: [String: String] = [:]
    var rest = tag.dropFirst(name.count)
    while !rest.isEmpty {
      guard rest.first == " ", let equals = rest.firstIndex(of: "=") else {
        throw Malformed(description: "<\(tag)>")
      }
      let key = String(rest[rest.index(after: rest.startIndex)..<equals])
      let value = rest[equals...].dropFirst()
      guard value.first == "\"", let close = value.dropFirst().firstIndex(of: "\""),
        attributes[key] == nil
      else { throw Malformed(description: "<\(tag)>") }
      attributes[key] = try decoded(value[value.index(after: value.startIndex)..<close])
      rest = value[close...].dropFirst()
    }
    return Markup(String(name), attributes, parent: parent)
  }

  /// The text with its entities replaced, scalar by scalar as browsers do: a combining mark after
  /// an entity does not become a part of it.
  private static func decoded(_ text: Substring) throws -> String {
    let parts = text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts[0])
    for part in parts.dropFirst() {
      let known = ["lt;": "<", "gt;": ">", "amp;": "&", "quot;": "\"", "#39;": "'"]
      guard
        let (entity, sign) = known.first(where: { part.starts(with: $0.key.unicodeScalars) })
      else { throw Malformed(description: "a bare & before \"\(String(part.prefix(20)))\"") }
      result += sign + String(part.dropFirst(entity.unicodeScalars.count))
    }
    return result
  }
}
