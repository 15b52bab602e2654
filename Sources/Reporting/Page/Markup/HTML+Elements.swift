/// The elements that a page is made of.
extension HTML {
  /// Joins pieces in order.
  package init(_ pieces: [HTML]) {
    self = pieces.joined()
  }

  static func p(_ content: HTML, class name: String? = nil) -> HTML {
    element("p", ["class": name], content)
  }

  static func span(_ content: HTML, class name: String? = nil) -> HTML {
    element("span", ["class": name], content)
  }

  static func div(_ name: String, _ content: HTML) -> HTML {
    element("div", ["class": name], content)
  }

  static func code(_ text: String) -> HTML {
    element("code", [:], .text(text))
  }

  /// A section of the page: a heading of level 2 that links can refer to, and its content.
  static func section(_ id: String, _ title: String, _ content: HTML) -> HTML {
    element(
      "section", ["id": id, "aria-labelledby": "\(id)-title"],
      element("h2", ["id": "\(id)-title"], .text(title)) + content)
  }

  static func list(_ items: [HTML], class name: String? = nil) -> HTML {
    element("ul", ["class": name], items.map { element("li", [:], $0) }.joined())
  }

  /// A list of terms with their explanations.
  static func definitions(_ entries: [(HTML, HTML)]) -> HTML {
    element(
      "dl", ["class": "entries"],
      entries.map { element("dt", [:], $0) + element("dd", [:], $1) }.joined())
  }

  /// A collapsible part of the page that opens on a click.
  static func details(_ summary: HTML, open: Bool = false, _ content: HTML) -> HTML {
    element("details", ["open": open ? "" : nil], element("summary", [:], summary) + content)
  }
}
