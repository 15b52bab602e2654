import Foundation

/// A piece of an HTML page in which no text can be taken for markup.
///
/// Text becomes markup through ``text(_:)`` or a string literal, which both escape it; elements
/// come from ``element(_:_:_:)``. Only the page's own style and script are used unescaped.
package struct HTML: Hashable, Sendable {
  package private(set) var markup: String

  private init(markup: String) {
    self.markup = markup
  }

  /// An empty piece.
  package static let empty = HTML(markup: "")

  /// Escapes text so that it shows unchanged; unprintable characters are written out.
  package static func text(_ plain: String) -> HTML {
    HTML(markup: escaped(plain))
  }

  /// Markup from the source code.
  package static func trusted(_ markup: StaticString) -> HTML {
    HTML(markup: "\(markup)")
  }

  /// The page's own script; its text ends no element.
  package static func script(_ source: String) -> HTML {
    precondition(!source.contains("</") && !source.contains("<!--"), "a script holds no markup")
    return HTML(markup: "<script>\(source)</script>")
  }

  /// A style sheet; its text holds no markup.
  package static func style(_ css: String) -> HTML {
    precondition(!css.contains("<"), "a style sheet holds no markup")
    return HTML(markup: "<style>\(css)</style>")
  }

  /// An element with its content.
  package static func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: HTML = .empty
  ) -> HTML {
    HTML(markup: "<\(name)\(attributes.markup)>\(content.markup)</\(name)>")
  }

  /// An element that has no content and no end tag, such as `meta`.
  package static func void(_ name: StaticString, _ attributes: Attributes = [:]) -> HTML {
    HTML(markup: "<\(name)\(attributes.markup)>")
  }

  /// The whole file.
  package static func document(_ root: HTML) -> String {
    "<!doctype html>\n\(root.markup)\n"
  }

  package static func + (a: HTML, b: HTML) -> HTML {
    HTML(markup: a.markup + b.markup)
  }

  package static func += (a: inout HTML, b: HTML) {
    a.markup += b.markup
  }

  /// True if there is nothing to show.
  package var isEmpty: Bool { markup.isEmpty }

  package static func escaped(_ plain: String) -> String {
    DisplayText.substituting(DisplayText.printable(plain)) { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }
}

extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    self = .text(text)
  }
}

extension Sequence<HTML> {
  /// Joins the pieces in order.
  package func joined() -> HTML {
    reduce(into: HTML.empty) { $0 += $1 }
  }

  /// Joins the pieces with a separator between them.
  package func joined(by separator: HTML) -> HTML {
    var isFirst = true
    return reduce(into: HTML.empty) { result, piece in
      if !isFirst { result += separator }
      result += piece
      isFirst = false
    }
  }
}

/// An element's attributes: names from the source code, values from anywhere, escaped.
package struct Attributes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  fileprivate private(set) var markup = ""

  package init(dictionaryLiteral pairs: (StaticString, String?)...) {
    for (name, value) in pairs { add(name, value) }
  }

  /// Adds an attribute; one without a value (`nil`) is left out, an empty value is kept.
  package mutating func add(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    markup += " \(name)=\"\(HTML.escaped(value))\""
  }

  /// Joins the attributes of both.
  package static func + (a: Attributes, b: Attributes) -> Attributes {
    var sum = a
    sum.markup += b.markup
    return sum
  }
}

/// The elements that a page is made of.
extension HTML {
  /// Joins pieces in order.
  package init(_ pieces: [HTML]) {
    self = pieces.joined()
  }

  package static func p(_ content: HTML, class name: String? = nil) -> HTML {
    element("p", ["class": name], content)
  }

  package static func span(_ content: HTML, class name: String? = nil) -> HTML {
    element("span", ["class": name], content)
  }

  package static func div(_ name: String, _ content: HTML) -> HTML {
    element("div", ["class": name], content)
  }

  package static func code(_ text: String) -> HTML {
    element("code", [:], .text(text))
  }

  /// A section of the page: a heading of level 2 that links can refer to, and its content.
  package static func section(_ id: String, _ title: String, _ content: HTML) -> HTML {
    element(
      "section", ["id": id, "aria-labelledby": "\(id)-title"],
      element("h2", ["id": "\(id)-title"], .sentence(title)) + content)
  }

  package static func list(_ items: [HTML], class name: String? = nil) -> HTML {
    element("ul", ["class": name], items.map { element("li", [:], $0) }.joined())
  }

  /// A list of terms with their explanations.
  package static func definitions(_ entries: [(HTML, HTML)]) -> HTML {
    element(
      "dl", ["class": "entries"],
      entries.map { element("dt", [:], $0) + element("dd", [:], $1) }.joined())
  }

  /// A collapsible part of the page that opens on a click.
  package static func details(_ summary: HTML, open: Bool = false, _ content: HTML) -> HTML {
    element("details", ["open": open ? "" : nil], element("summary", [:], summary) + content)
  }
}

/// Bytes as text for data URIs (RFC 4648, section 4).
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }
}
